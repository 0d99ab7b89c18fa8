import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { formatPapers } from '../../../src/faces/cli/paper-text.ts';
import { answerLines } from '../../../src/faces/cli/print/answer-lines.ts';
import { formatTable } from '../../../src/faces/cli/print/paper-table.ts';
import { chooseStyle, PLAIN, paintFirst } from '../../../src/faces/cli/print/terminal.ts';
import { formatColumns } from '../../../src/faces/cli/print/text-columns.ts';
import { fitLines } from '../../../src/faces/cli/print/wrap.ts';
import { viewPaper } from '../../../src/papers/paper-view.ts';
import { readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { VIEWS, type View } from '../../../src/papers/source-words.ts';
import { fromWire, toWire } from '../../../src/papers/wire.ts';
import { fullPaper } from '../../helpers/full-paper.ts';
import { queryOf } from '../../helpers/query.ts';

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
  expect(lines[0]).toMatch(/^REF +MATCH +AUTHOR +YEAR +CITED +ACCESS +TITLE +VENUE$/);
  expect(lines[1]).toMatch(/^J1-1 +strong +van Ice et al\. +2021 +open +Frozen lakes$/);
  expect(lines[2]).toMatch(/^J1-2 +partial +The Wind Group +7 +Winds +Journal of Air$/);
  expect(formatTable([{ ref: 'J1-1', title: 'T' }], 100)).not.toContain('MATCH');
});

const HOSTILE = [
  '太陽電池の変換効率'.repeat(12),
  'e\u0301'.repeat(90),
  '👩‍🔬☺️🇫🇷 '.repeat(40),
  'x'.repeat(4_000),
  'one\nline\u001b[31m of\ttwo '.repeat(9),
  'की हिन्दी में शोध '.repeat(9),
];

describe.each([60, 80, 100, 132])('at %i columns', (columns) => {
  const papers = HOSTILE.map((title, nth) => ({
    ref: `J1-${nth + 1}`,
    match: 'partial',
    title,
    authors: title,
    year: 2021,
    citations: 12_345,
    openAccess: true,
    venue: title,
  }));

  it('no line is wider, whatever a title holds, with links and colours', () => {
    const style = chooseStyle({ isTTY: true, columns }, { TERM_PROGRAM: 'WezTerm' });
    for (const line of formatTable(papers, columns, style).split('\n'))
      expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
  });

  it('no line of other tables is wider', () => {
    const rows = HOSTILE.map((text, nth) => [`J${nth}`, 'failed', text, text]);
    const style = chooseStyle({ isTTY: true, columns }, {});
    for (const line of formatColumns(['REF', 'STATUS', 'NAME', 'SEARCH'], rows, style).split('\n'))
      expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
  });

  it('no line beside the result is wider, but for an address', () => {
    const address = `https://example.org/${'a'.repeat(150)}`;
    const lines = fitLines(`${HOSTILE.join('\n')}\n    -> see ${address} and more`, columns).split('\n');
    for (const line of lines.filter((each) => !each.includes(address)))
      expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
    expect(lines).toContain(`       ${address}`);
  });
});

const LONG = { ref: 'J1-2', title: 'Winds over frozen lakes and '.repeat(9), authors: 'A Ice', year: 2021 };

it('access and citations leave before a title falls under 45 columns', () => {
  const paper = { ...LONG, match: 'partial', citations: 12_345, openAccess: true };
  const [head = '', row = ''] = formatTable([paper], 80).split('\n');
  expect(head).toMatch(/^REF +MATCH +AUTHOR +YEAR +TITLE$/);
  expect(row.length - head.indexOf('TITLE')).toBeGreaterThanOrEqual(45);
  expect(formatTable([LONG], 80)).not.toMatch(/CITED|ACCESS|VENUE/);
});

it('a paper has two lines where its title has less room', () => {
  const paper = { ...LONG, match: 'partial', citations: 3, openAccess: false };
  const [title, facts] = formatTable([paper], 60).split('\n');
  expect(title).toMatch(/^J1-2 {2}Winds over frozen lakes and Winds over .*…$/);
  expect(facts).toBe('      partial match; Ice; 2021; cited 3; closed');
});

it('a state that a reader should not miss has a colour on a terminal alone', () => {
  const rows = [['J1', 'failed', 'winds']];
  expect(formatColumns(['REF', 'STATUS', 'SEARCH'], rows, chooseStyle({ isTTY: true }, {}))).toContain(
    '\u001b[31mfailed',
  );
  expect(formatColumns(['REF', 'STATUS', 'SEARCH'], rows, chooseStyle({}, {}))).not.toContain('\u001b');
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

  it('so are the title, also in two lines and as text', () => {
    const style = chooseStyle({ isTTY: true, columns: 60 }, withLinks);
    const title = 'Winds over frozen lakes and '.repeat(3);
    const link = (text: string) => `\u001b]8;;https://doi.org/10.1234/ice\u001b\\${text}\u001b]8;;\u001b\\`;
    expect(formatTable([paper], 80, style)).toContain(link('T'));
    expect(formatTable([{ ...paper, title }], 44, style)).toContain(`${link('J1-1')}\u001b[39m  \u001b]8;;https`);
    expect(formatPapers([paper], 80, style)).toContain(link('J1-1  T'));
  });

  it.each([
    [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.9.2' }, false],
    [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.72.0' }, true],
    [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0.14' }, false],
    [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.0' }, true],
    [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
    [{ VTE_VERSION: '4900' }, false],
    [{ VTE_VERSION: '7600' }, true],
    [{ WT_SESSION: 'a' }, true],
    [{ ...withLinks, CI: 'true' }, false],
    [{ ...withLinks, TERM: 'tmux-256color' }, false],
    [{ ...withLinks, FORCE_HYPERLINK: '0' }, false],
    [{ FORCE_HYPERLINK: '1' }, true],
  ])('%j: links %s', (environment, shown) => {
    expect(formatTable([paper], 80, chooseStyle({ isTTY: true }, environment)).includes(']8;;')).toBe(shown);
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

it.each([
  [{ FORCE_COLOR: '1' }, {}, true],
  [{ FORCE_COLOR: '' }, {}, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, { isTTY: true }, true],
  [{ FORCE_COLOR: '0' }, { isTTY: true }, false],
])('%j decides on %j: colours %s', (environment, stream, shown) => {
  expect(chooseStyle(stream, environment).paint('red', 'x') !== 'x').toBe(shown);
});

it('an author among others keeps a sign for them where the name is cut', () => {
  const paper = { ...LONG, match: 'partial', authors: 'Ada Grasshopperson, Bo Cold' };
  const [head = '', row = ''] = formatTable([paper], 80).split('\n');
  expect(row).toMatch(/ Grass\w+…\+ /);
  expect(row.length - head.indexOf('TITLE')).toBeGreaterThanOrEqual(45);
  expect(formatTable([{ ...paper, authors: 'Ada Grasshopperson' }], 80)).toMatch(/ Grass\w+… /);
});

it('below a long head they do so where 20 columns are left for them', () => {
  const text = `${' '.repeat(24)}-> ${'word '.repeat(20)}`;
  for (const line of fitLines(text, 50).split('\n').slice(1)) expect(line).toMatch(/^ {27}word/);
  expect(fitLines(text, 46).split('\n')[1]).toMatch(/^word/);
});

it('further lines begin below the last cell, and states have their colour', () => {
  const text = `PROBLEM  data folder    ${'word '.repeat(20)}\nW1  failed: no answer`;
  const lines = fitLines(text, 50).split('\n');
  expect(lines[0]).toMatch(/^PROBLEM {2}data folder {4}word( word)*$/);
  for (const line of lines.slice(1, -1)) expect(line).toMatch(/^ {24}word/);
  const style = chooseStyle({ isTTY: true }, {});
  expect(paintFirst(style, lines[0] ?? '')).toBe(lines[0]?.replace('PROBLEM', '\u001b[31mPROBLEM\u001b[39m'));
  expect(paintFirst(style, 'W1  failed: no answer')).toContain('\u001b[31mfailed\u001b[39m:');
  expect(paintFirst(style, 'problems with failed grafts')).not.toContain('\u001b');
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

describe('on a terminal', () => {
  const asked = (...keywords: [string, ...string[]]) => readQueryTerms(queryOf({ keywords }));
  const wezterm = (columns: number, environment = {}) =>
    chooseStyle({ isTTY: true, columns }, { TERM_PROGRAM: 'WezTerm', ...environment });
  const LAKES = {
    ref: 'J1-1',
    title: 'Frozen lakes in winds',
    authors: 'Gabriel García Márquez',
    familyNames: { 'Gabriel García Márquez': 'García Márquez' },
    doi: '10.5555/lakes',
    abstract: 'We went north. The ice of a frozen lake sang in the wind. Money came from nowhere.',
  };

  it('a reference is a cyan link, and asked words are bold', () => {
    const [, row = ''] = formatTable([LAKES], 120, wezterm(120), asked('frozen lake', 'winter')).split('\n');
    expect(
      row.startsWith('\u001b[36m\u001b]8;;https://doi.org/10.5555/lakes\u001b\\J1-1\u001b]8;;\u001b\\\u001b[39m  '),
    ).toBe(true);
    expect(row).toContain('\u001b[1mFrozen lakes\u001b[22m in winds');
    expect(formatTable([LAKES], 120, wezterm(120))).not.toContain('\u001b[1mFrozen');
  });

  it('a second line has the evidence from 100 columns, nowhere else', () => {
    const question = asked('frozen lake', 'winter');
    const plain = (text: string) => stripVTControlCharacters(text).split('\n');
    expect(plain(formatTable([LAKES], 100, wezterm(100), question))[2]).toBe(
      '      The ice of a frozen lake sang in the wind.',
    );
    expect(plain(formatTable([LAKES], 99, wezterm(99), question))).toHaveLength(3);
    expect(formatTable([LAKES], 160, PLAIN, question).split('\n')).toHaveLength(3);
    expect(plain(formatTable([{ ref: 'J1-2', title: 'T' }], 120, wezterm(120), question))).toHaveLength(3);
  });

  it('the asked word is seen in a sentence that is cut', () => {
    const abstract = `${'Long before that, '.repeat(18)}there was a frozen lake in it.`;
    const lines = formatTable([{ ...LAKES, abstract }], 100, wezterm(100), asked('frozen lake')).split('\n');
    expect(stringWidth(lines[2] ?? '')).toBeLessThanOrEqual(100);
    expect(lines[2]).toContain('\u001b[1mfrozen lake\u001b[22m');
  });

  it('foreign text brings no escape of its own, also in the evidence', () => {
    const evil = 'A frozen\u001b[31m lake\u001b]8;;https://evil.example\u0007 sings\u202e in it for ever and ever.';
    const table = formatTable(
      [{ ...LAKES, title: evil, authors: evil, abstract: evil, venue: evil, decision: evil, doi: 'x\u001b\\' }],
      140,
      wezterm(140),
      asked('frozen lake'),
    );
    for (const part of ['\u001b[31m', 'evil', '\u202e', '\u0007', 'x\u001b']) expect(table).not.toContain(part);
  });

  it('is plain where the reader wants that', () => {
    for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      expect(formatTable([LAKES], 120, wezterm(120, environment), asked('frozen lake'))).not.toContain('\u001b');
  });

  it('decisions have a column where there are any, and a retracted paper is red', () => {
    const decided = [
      { ...LAKES, decision: 'include' },
      { ...LAKES, ref: 'J1-2', suggested: 'exclude', retracted: true },
    ];
    const table = formatTable(decided, 140, wezterm(140));
    expect(stripVTControlCharacters(table)).toMatch(
      /^REF +DECISION +AUTHOR[^\n]*\nJ1-1 +include +.*\nJ1-2 +\(exclude\) /,
    );
    expect(table).toContain('\u001b[32minclude');
    expect(table.slice(table.indexOf('\u001b[31m'))).toMatch(/RETRACTED.*Frozen lakes/i);
    expect(formatTable([LAKES], 140)).not.toContain('DECISION');
  });

  it.each([
    ['Gabriel García Márquez', { 'Gabriel García Márquez': 'García Márquez' }, 'García Márquez'],
    ['Karel van den Broeck', undefined, 'van den Broeck'],
    ['Ludwig von der Heide', undefined, 'von der Heide'],
    ['Ana de la Cruz', undefined, 'de la Cruz'],
    ['Ana Smith Jones', { 'Ana Smith Jones': 'Smith Jones' }, 'Smith Jones'],
    ['World Health Organization', { 'World Health Organization': '' }, 'World Health Or…'],
  ])('the column of authors has the whole family name of %s', (authors, familyNames, shown) => {
    const [, row] = formatTable([{ ref: 'J1-1', title: 'T', authors, familyNames }], 120).split('\n');
    expect(row).toBe(`J1-1  ${shown}  T`);
  });
});

it('the footer of a table on a terminal is two dim lines, under the notes', () => {
  const answer = {
    mode: 'embedded' as const,
    job: { ref: 'J1', jobId: null, operation: 'keywordSearch', status: 'success', createdAt: '', reused: false },
    page: { offset: 0, count: 1, total: 1, nextOffset: null },
    papers: PAPERS.slice(0, 1),
    relevance: { strong: 1, good: 0, partial: 0, weak: 0 },
    notes: [{ kind: 'library-searched' as const, papers: 7 }],
  };
  const shown = { isWholeAnswer: false, isTable: true, isFree: true };
  const style = chooseStyle({ isTTY: true, columns: 120 }, {});
  const lines = answerLines(answer, { ...shown, isFooter: true }, style);
  expect(lines).toEqual([
    'Searched the local library (7 papers).',
    '\u001b[2mJ1: 1 paper. Match: 1 strong, 0 good, 0 partial, 0 weak\u001b[22m',
  ]);
  expect(answerLines(answer, shown)[0]).toBe('J1: 1 paper');
});
