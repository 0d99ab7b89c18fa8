import { describe, expect, it } from 'vitest';
import { formatTable } from '../../src/cli/print/paper-table.ts';
import { chooseStyle } from '../../src/cli/print/terminal.ts';
import { viewPaper } from '../../src/papers/paper-view.ts';
import { VIEWS, type View } from '../../src/papers/source-words.ts';
import { fromWire, toWire } from '../../src/papers/wire.ts';
import { fullPaper } from '../helpers/full-paper.ts';

function tableOf(isRetracted: boolean, view: View): string {
  return formatTable(
    [
      viewPaper(
        'J1-1',
        fromWire(
          toWire({
            ...fullPaper({ isRetracted, retraction: { kind: 'none', from: 'openalex' } }),
            search: { score: 0.5 },
          }),
        ),
        view,
      ),
    ],
    120,
  );
}

const PAPERS = [
  {
    ref: 'J1-1',
    match: 'strong',
    title: 'Frozen lakes',
    authors: 'Ada van Ice, Bo Cold',
    year: 2021,
    openAccess: true,
  },
  { ref: 'J1-2', match: 'partial', title: 'Winds', authors: 'The Wind Group', venue: 'Journal of Air', citations: 7 },
];

it('a table has a line for each paper: match, first author, year, citations, access, title, venue', () => {
  const lines = formatTable(PAPERS, 120).split('\n');
  expect(lines[0]).toMatch(/^REF +MATCH +FIRST AUTHOR +YEAR +CITED +ACCESS +TITLE +VENUE$/);
  expect(lines[1]).toMatch(/^J1-1 +strong +Ice et al\. +2021 +open +Frozen lakes$/);
  expect(lines[2]).toMatch(/^J1-2 +partial +The Wind Group +7 +Winds +Journal of Air$/);
  expect(formatTable([{ ref: 'J1-1', title: 'T' }], 100)).not.toContain('MATCH');
});

it('a narrow table leaves the venue out and stays within its columns', () => {
  const lines = formatTable([{ ...PAPERS[1], ref: 'J1-2', title: 'x'.repeat(200) }], 80).split('\n');
  expect(lines[0]).not.toContain('VENUE');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

describe('on a terminal', () => {
  const withLinks = { TERM_PROGRAM: 'WezTerm' };
  const paper = { ref: 'J1-1', title: 'T', doi: '10.1234/ice' };

  it('a reference is a link to its paper, where the terminal shows links', () => {
    const link = '\u001b]8;;https://doi.org/10.1234/ice\u001b\\J1-1\u001b]8;;\u001b\\';
    expect(formatTable([paper], 80, chooseStyle({ isTTY: true }, withLinks))).toContain(link);
    expect(formatTable([paper], 80, chooseStyle({ isTTY: true }, { TERM: 'xterm-kitty' }))).toContain(link);
    expect(formatTable([paper], 80, chooseStyle({ isTTY: true }, { TERM: 'xterm-256color' }))).not.toContain(']8;;');
  });

  it('an address that would end the link early makes none', () => {
    const hostile = { ref: 'J1-1', title: 'T', link: 'https://example.org/\u0007\u001b[31m' };
    expect(formatTable([hostile], 80, chooseStyle({ isTTY: true }, withLinks))).not.toContain(']8;;');
  });

  it('a retraction is red', () => {
    const text = formatTable([{ ...paper, retracted: true }], 80, chooseStyle({ isTTY: true }, {}));
    expect(text).toContain('\u001b[31mRETRACTED: T');
  });

  it.each([
    ['no terminal', {}, withLinks],
    ['NO_COLOR', { isTTY: true }, { ...withLinks, NO_COLOR: '1' }],
    ['a dumb terminal', { isTTY: true }, { ...withLinks, TERM: 'dumb' }],
  ])('%s: plain text', (_, stream, environment) => {
    expect(formatTable([{ ...paper, retracted: true }], 80, chooseStyle(stream, environment))).not.toContain('\u001b');
  });
});

describe('a retracted paper', () => {
  it.each(VIEWS)('is marked before its title in the table, made of the %s view', (view) => {
    expect(tableOf(true, view)).toMatch(
      /^J1-1 +\S.* 2021 +17 +(?:open +|closed +)?RETRACTED: Frozen lakes remember winds/m,
    );
    expect(tableOf(false, view)).toMatch(/^J1-1 +\S.* 2021 +17 +(?:open +|closed +)?Frozen lakes remember winds/m);
  });

  it.each(VIEWS)('is marked in the %s view', (view) => {
    expect(viewPaper('J1-1', fromWire(toWire({ ...fullPaper(), search: { score: 0.5 } })), view)).toMatchObject({
      ref: 'J1-1',
      retracted: true,
    });
    expect(
      viewPaper('J1-1', fromWire(toWire({ ...fullPaper({ isRetracted: false }), search: { score: 0.5 } })), view),
    ).not.toHaveProperty('retracted');
  });
});

describe('the full view', () => {
  it('has every identifier', () => {
    expect(viewPaper('J1-1', fromWire(toWire({ ...fullPaper(), search: { score: 0.5 } })), 'full')).toMatchObject({
      doi: '10.1234/ice.5',
      arxivId: '2101.00001',
      pmid: '31452104',
      pmcid: 'PMC6712345',
      openAlexId: 'W2741809807',
      corpusId: '215416146',
      issns: ['1234-5679', '2434-561X'],
    });
  });
});
