import { describe, expect, it } from 'vitest';
import type { PaperInput } from '../../src/papers/paper.ts';
import { record } from '../helpers/record.ts';
import { openShelf } from './imported-works.ts';

const ARTICLE: PaperInput = {
  title: 'Behaviour of kelp flies on open shores',
  authors: ['Ada Weevil', 'Bo Limpet'],
  year: 2015,
  venue: 'Journal of Reefs',
  volume: '4',
  pages: '101-110',
};
const FIRST = record({ ...ARTICLE, abstract: 'What the first database says of it.', databases: [{ name: 'PubMed' }] });
const SECOND = record({
  ...ARTICLE,
  title: 'Behavior of kelp flies on open shores',
  abstract: 'What the second database says.',
  databases: [{ name: 'Scopus' }],
});

/** A library with these two records, imported one after the other. */
function merged() {
  const shelf = openShelf();
  shelf.take(FIRST, SECOND);
  const [one] = shelf.duplicates().merged;
  if (!one) throw new Error('nothing was merged');
  return { ...shelf, id: one.id, records: one.records };
}

describe('a merge', () => {
  it('keeps every record as it was, and can be seen', () => {
    const { works, records } = merged();
    expect([works(), records]).toEqual([1, [FIRST, SECOND]]);
  });

  it('shows nothing new when its files are read again', () => {
    const { take, duplicates, works, read, id } = merged();
    const before = [...read([id])];
    take(SECOND, FIRST, SECOND);
    expect([works(), duplicates().merged.length, [...read([id])]]).toEqual([1, 1, before]);
  });

  it('is taken back by parting, which later imports respect', () => {
    const { part, take, works, read, duplicates, id } = merged();
    const [other] = part(id) as [number];
    const recordsOf = (...ids: number[]) =>
      [...read(ids)].map(({ record: { title, abstract } }) => ({ title, abstract }));
    const apart = [FIRST, SECOND].map(({ title, abstract }) => ({ title, abstract }));
    expect([works(), recordsOf(id, other), duplicates().merged]).toEqual([2, apart, []]);
    take(FIRST, SECOND);
    expect([works(), recordsOf(id, other)]).toEqual([2, apart]);
    // A third record of the work joins one of them, and unites neither with the other.
    take(record({ ...ARTICLE, doi: '10.5555/third' }));
    expect(works()).toBe(2);
  });

  it('keeps the work of the user: notes, tags and edited fields', () => {
    const { edit, part, read, id } = merged();
    const own = {
      venue: 'Reefs',
      provenance: { venue: { from: 'user', on: '2026-01-01' } },
      notes: ['mine'],
      keywords: ['tag'],
    };
    edit([id], (one) => ({ ...one, ...own }));
    part(id);
    expect([...read([id])][0]?.record).toMatchObject(own);
  });

  it('by hand unites what no rule would, under the first, and is taken back alike', () => {
    const { take, merge, part, works, duplicates, findSameIds, findNamed, read } = openShelf();
    const other = record({
      title: 'Les mouches du varech',
      authors: ['A. Weevil'],
      year: 2014,
      abstract: 'En français.',
    });
    take(FIRST, other);
    const [a, b] = [FIRST, other].map((one) => findSameIds(one)[0]) as [number, number];
    merge([a, b]);
    expect([works(), duplicates().merged]).toEqual([1, [{ id: a, records: [FIRST, other] }]]);
    expect(findSameIds(other)).toEqual([a]);
    expect(findNamed(`L${b}`)).toEqual([a]);
    const [again] = part(a, [2]) as [number];
    expect([again, findNamed(`L${a}`), findNamed(`L${b}`)]).toEqual([b, [a], [b]]);
    expect([works(), [...read([again])][0]?.record]).toEqual([2, other]);
  });

  it('leaves no reference without a paper, whatever is taken out of it', () => {
    const { take, merge, part, findSameIds, findNamed, read } = openShelf();
    const titles = ['Flies of the kelp', 'Crabs in a jar', 'Snails at night', 'Worms by day'];
    const papers = titles.map((title, at) => record({ title, authors: [`Author ${'ABCD'[at]}`], year: 2000 + at }));
    take(...papers);
    const [a, b, c, d] = papers.map((one) => findSameIds(one)[0]) as [number, number, number, number];
    const titleOf = (id: number) => [...read(findNamed(`L${id}`))].map(({ record }) => record.title)[0];
    merge([c, d]);
    merge([a, b, c]);
    expect([a, b, c, d].map((id) => findNamed(`L${id}`))).toEqual([[a], [a], [a], [a]]);
    expect(part(a, [3])).toEqual([d]);
    expect([a, b, c, d].map((id) => findNamed(`L${id}`))).toEqual([[a], [a], [a], [d]]);
    expect(part(a)).toEqual([c, b]);
    expect([a, b, c, d].map(titleOf)).toEqual(titles);
  });

  it('is not parted into nothing', () => {
    const { part, works, id } = merged();
    expect([part(id, [1, 2]), part(id, [7]), works()]).toEqual([[], [], 1]);
  });
});

it('papers of one DOI or title that are kept apart are listed', () => {
  const { take, duplicates } = openShelf();
  const abstracts = ['Heat and survival of crabs', 'First aid for divers by video'].map((title, at) =>
    record({ title, authors: [`Author ${'AB'[at]}`], year: 2019, pages: `S${at}`, doi: '10.5555/sup.10' }),
  );
  take(...abstracts);
  const { merged: none, apart } = duplicates();
  expect([none, apart.length, apart[0]?.length]).toEqual([[], 1, 2]);
});

it.each([
  ['S72', 'Journal of Reefs', 1],
  ['S72', 'Shore Biology', 2],
  ['72', 'Journal of Reefs', 2],
])("the supplement's number for the volume is no other volume at one page of it (%s, %s)", (pages, venue, count) => {
  const { take, works } = openShelf();
  take(record({ ...ARTICLE, volume: '55', pages }), record({ ...ARTICLE, venue, volume: '1', pages }));
  expect(works()).toBe(count);
});

it('records of one key are two papers with keys of their own', () => {
  const { take, works, records } = openShelf();
  const editorial = (pages: string) =>
    record({ title: 'Editorial', authors: ['Ada Weevil'], year: 2015, volume: '4', pages });
  const both = [editorial('1'), editorial('101')];
  take(...both, ...both);
  const keys = [...records()].flatMap(({ key, title }) => (title === 'Editorial' ? [key] : []));
  expect([works(), new Set(keys).size]).toEqual([2, 2]);
});
