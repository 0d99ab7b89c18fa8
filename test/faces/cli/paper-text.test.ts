import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { formatPapers } from '../../../src/faces/cli/paper-text.ts';
import { PLAIN } from '../../../src/faces/cli/print/terminal.ts';
import { wrap } from '../../../src/faces/cli/print/wrap.ts';
import { viewPaper } from '../../../src/papers/paper-view.ts';
import { fromWire, toWire } from '../../../src/papers/wire.ts';
import { fullPaper } from '../../helpers/full-paper.ts';

describe('a paper as text', () => {
  it('has everything that is known of it', () => {
    const text = formatPapers(
      [viewPaper('J1-1', fromWire(toWire({ ...fullPaper(), search: { score: 0.5 } })), 'full')],
      100,
    );
    expect(text).toMatchInlineSnapshot(`
      "J1-1  Frozen lakes remember winds
        Retracted (openalex)
        Authors    Ada Lovelace, Alan Turing
        Editors    Grace Hopper, Edsger Dijkstra
        Published  Journal of Ice, 2021-03-04, volume 12, issue 3-4, pages 101-118, North Press, Tromsø
        Type       journal, randomized-trial, language en
        Cited      17 times, 3 influential, 41 references
        Access     open
        Journal    Q2 (scimago 2020)
        Fields     Physics, Geology
        Keywords   Ice memory; lake ice; winter; Wind (meteorology)
        Notes      Borrowed from the station. Return it.
                   Second reading
        Ids        DOI 10.1234/ice.5; arXiv 2101.00001; PubMed 31452104; OpenAlex W2741809807; Semantic
                   Scholar 215416146; PMC6712345; ISSN 1234-5679, 2434-561X; ISBN 9783161484100
        Links      https://doi.org/10.1234/ice.5
                   https://example.org/ice
                   https://example.org/ice.pdf (PDF)
        Sources    crossref 2026-11-20: title
                   openalex 2026-11-21: isRetracted
        Databases  GeoRef 2021-012345; Scopus

        Ice keeps traces. They last.
      "
    `);
  });

  it('leaves out what is not known', () => {
    expect(
      formatPapers(
        [
          { ref: 'J1-2', title: 'Winds' },
          { ref: 'J1-3', title: 'Ice', summary: 'It melts.' },
        ],
        80,
      ),
    ).toBe('J1-2  Winds\n\nJ1-3  Ice\n  Summary    It melts.\n');
  });

  it('fits the terminal', () => {
    const paper = viewPaper(
      'J1-1',
      fromWire(toWire({ ...fullPaper({ title: '冰'.repeat(90) }), search: { score: 0.5 } })),
      'full',
    );
    for (const columns of [60, 100, 400])
      for (const line of formatPapers([paper], columns).split('\n'))
        expect(stringWidth(line)).toBeLessThanOrEqual(Math.min(columns, 100));
  });
});

describe('wrapping', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a abcdef', 4, ['a', 'abcd', 'ef']],
    ['冰雪冰雪', 4, ['冰雪', '冰雪']],
    ['  ', 4, []],
    ['冰', 1, ['冰']],
  ])('%j at %i', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });
});

describe('a long link', () => {
  const link = `https://example.org/${'long'.repeat(30)}`;
  const paper = { ref: 'J1-1', title: 'A', link, pdfLink: `${link}.pdf` };

  it('is whole on a line, so that it can be copied', () => {
    expect(formatPapers([paper], 60).split('\n').slice(1)).toEqual(['  Links', `  ${link}`, `  ${link}.pdf (PDF)`, '']);
  });

  it('is clickable on each of its lines where the terminal shows links', () => {
    const style = { paint: PLAIN.paint, link: (text: string, address: unknown) => `<${address}|${text}>` };
    const lines = formatPapers([{ ref: 'J1-1', title: 'A', link }], 60, style)
      .trimEnd()
      .split('\n')
      .slice(1);
    const parts = lines.map((line) => /^ {2}.{11}<(.*)\|(.*)>$/.exec(line)?.slice(1));
    expect(parts.map((part) => part?.[0])).toEqual([link, link, link]);
    expect(parts.map((part) => part?.[1]).join('')).toBe(link);
  });

  it('of a length that no paper has is wrapped', () => {
    const lines = formatPapers([{ ref: 'J1-1', title: 'A', link: link.repeat(9) }], 60).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(60);
  });
});
