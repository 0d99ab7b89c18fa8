import { describe, expect, it } from 'vitest';
import { appendBibtex } from '../../src/formats/bibtex/append-bibtex.ts';
import { writeBibtex } from '../../src/formats/bibtex/write-bibtex.ts';
import { fromWire } from '../../src/papers/wire.ts';

const BIBLIOGRAPHY = `@string{jc = {Journal of Cold}}
@article{MyIce, author = {Ice, Ada}, title = {Frozen lakes remember winds}, journal = jc, year = 2021,
  doi = {https://doi.org/10.1234/ICE.5}}
@book{cold2020snow, author = {Cold, Bo}, title = {Another book about deep snow}, year = 2020}
`;

const paper = (key: string, title: string, doi: string | null, year = 2020) => ({
  ref: 'J1-1',
  key,
  paper: fromWire({ title, doi, year, authors: 'Bo Cold' }),
});

const written = writeBibtex([
  paper('ice2021frozen', 'Frozen Lakes Remember Winds', '10.1234/ice.5', 2021),
  paper('cold2020snow', 'Snow that nobody has measured before', '10.1234/snow.1'),
  paper('cold2020air', 'Air above the frozen sea in winter', null),
]);

describe('what is added to a bibliography', () => {
  it('is what it lacks, under keys that are free', () => {
    const { text, added, present, unreadable } = appendBibtex(BIBLIOGRAPHY, written);
    expect(text.match(/^@\w+\{[^,]*/gm)).toEqual(['@article{cold2020snow-2', '@article{cold2020air'].map(typed(text)));
    expect({ added, present, unreadable }).toEqual({ added: 2, present: 1, unreadable: 0 });
  });

  it('is nothing the second time', () => {
    const { text } = appendBibtex(BIBLIOGRAPHY, written);
    expect(appendBibtex(`${BIBLIOGRAPHY}\n${text}`, written)).toMatchObject({ text: '', added: 0, present: 3 });
  });

  it('is everything when there is not a file', () => {
    expect(appendBibtex('', written)).toEqual({ text: written, added: 3, present: 0, unreadable: 0 });
  });

  it('says how many entries it could not read', () => {
    expect(appendBibtex(`${BIBLIOGRAPHY}@article{broken, title = {never closed`, written).unreadable).toBe(1);
  });
});

/** The type of an entry depends on what is known of the paper. */
function typed(text: string): (entry: string) => string {
  return (entry) => `${/@\w+/.exec(text)?.[0]}${entry.slice(entry.indexOf('{'))}`;
}
