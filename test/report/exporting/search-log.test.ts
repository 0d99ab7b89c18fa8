import fc from 'fast-check';
import { marked, type Token } from 'marked';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { JobRecord, NewJob } from '../../../src/jobs/ports/store.ts';
import { VERSION } from '../../../src/platform/version.ts';
import { renderExport } from '../../../src/report/exporting/export.ts';
import { makeSearchLog } from '../../../src/report/exporting/search-log.ts';
import { searchLogToMarkdown } from '../../../src/report/exporting/search-log-markdown.ts';
import { runs } from '../../helpers/runs.ts';
import { textNotes } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, exportDeps, newJob, openStore, openStoreFile } from '../../jobs/store/stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const deps = exportDeps(store, folder);
  let begun = 0;
  // Each asks something else on one subject, as a search that is made again counts as an update.
  const begin = (job: Partial<NewJob> = {}) => {
    begun += 1;
    const keywords = ['tide', 'mussel', begun === 1 ? 'shore' : `shore ${begun}`];
    const request = newJob().request as NonNullable<NewJob['request']>;
    return store.beginCreation(newJob({ request: { ...request, body: { keywords } }, ...job }), ANEW).job;
  };
  const finish = (papers: WirePaper[], job: Partial<NewJob> = {}, { notes = [] as string[], jobId = '' } = {}) => {
    const { number } = begin(job);
    store.confirm(number, jobId || `id-${number}`);
    return store.finish(number, { status: 'success', papers, notes: textNotes(...notes) });
  };
  const markdownOf = (...jobs: JobRecord[]) => searchLogToMarkdown(makeSearchLog(deps, jobs));
  return { folder, store, deps, begin, finish, markdownOf };
}

const work = (name: string): WirePaper => ({
  title: `Of the settlement of ${name}`,
  authors: 'Grace Hopper',
  year: 2000,
});
const MUSSEL: WirePaper = {
  title: 'Mussel beds between the tides',
  authors: 'Ada Lovelace',
  year: 2020,
  doi: '10.1000/x',
};
const PREPRINT: WirePaper = { ...MUSSEL, authors: 'Lovelace A', year: 2019, doi: '10.48550/arXiv.1901.00001' };
const RESPELT: WirePaper = { title: 'Mussels', doi: 'https://doi.org/10.1000/X' };

/** Six jobs: three with results, one each refused, unknown and running. */
function openMany() {
  const opened = open();
  const { store, begin, finish } = opened;
  const jobs = [
    finish([MUSSEL, PREPRINT, work('limpets')]),
    finish([RESPELT, work('crabs')]),
    store.settle(begin({ cost: 3 }).number, 'no'),
    finish([work('whelks')], { cost: 3, pool: 'pro' }),
    store.settle(begin({ cost: 3 }).number, 'unknown'),
    store.confirm(begin({ cost: 1, pool: 'privateKey' }).number, 'id-6'),
  ];
  return { ...opened, jobs };
}

describe('imported records', () => {
  it('stand beside the flow of the searches by database, with duplicates removed at import', () => {
    const { deps, finish } = open();
    const jobs = [finish([MUSSEL])];
    const imported = { databases: { PsycInfo: 64, Lens: 30, '': 2 }, duplicates: 4 };
    const log = makeSearchLog({ ...deps, identifiedRecords: () => imported }, jobs);
    expect(log).toMatchObject({ imported, prisma: makeSearchLog(deps, jobs).prisma });
    const text = searchLogToMarkdown(log);
    for (const row of ['identified: PsycInfo | 64', 'identified: Lens | 30', 'identified: no database named | 2'])
      expect(text).toContain(`| Records ${row} |\n`);
    expect(text).toContain('| Duplicate records removed at import | 4 |\n| Works imported | 92 |\n');
    expect(makeSearchLog(deps, jobs)).not.toHaveProperty('imported');
  });
});

describe('the totals', () => {
  it('count searches, those without results, and the credits that were taken or may have been', () => {
    const { deps, jobs } = openMany();
    expect(makeSearchLog(deps, jobs).totals).toEqual({
      searches: 6,
      citationSearches: 0,
      otherMethods: 0,
      lookUps: 0,
      withoutResults: 3,
      creditsCharged: { basic: 4, pro: 3, privateKey: 1 },
      creditsUnknown: { basic: 3 },
    });
    expect(makeSearchLog(deps, []).totals).toMatchObject({ searches: 0, creditsCharged: {}, creditsUnknown: {} });
  });

  it('add up, and no number is below zero, whatever was found', () => {
    const paper = fc.constantFrom(MUSSEL, PREPRINT, RESPELT, work('crabs'), { ...PREPRINT, doi: '10.1000/y' }, {}, {
      title: 'An early version',
      link: 'https://arxiv.org/abs/1901.00001',
      doi: '10.1000/z',
    } as WirePaper);
    const { deps, finish } = open();
    fc.assert(
      fc.property(fc.array(fc.array(paper, { maxLength: 4 }), { maxLength: 4 }), (found) => {
        const jobs = found.map((papers) => finish(papers));
        const { identified, removed, toScreen } = makeSearchLog(deps, jobs).prisma;
        const records = identified.reduce((sum, entry) => sum + entry.records, 0);
        expect(records).toBe(found.flat().length);
        expect(removed.duplicates + toScreen).toBe(records);
        expect(Math.min(removed.duplicates, toScreen)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('the log', () => {
  it('has the searches oldest first, and says when it was made and how duplicates were found', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
    const { deps, jobs } = openMany();
    const log = makeSearchLog(deps, [...jobs].reverse());
    expect(log.searches.map(({ ref }) => ref)).toEqual(['J1', 'J2', 'J3', 'J4', 'J5', 'J6']);
    expect(log.made).toBe('2026-03-01T10:00:00.000Z');
    expect(log.deduplication).toContain('DOI');
  });

  it('as JSON is the data, all of it', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
    const { deps, jobs } = openMany();
    const { text, papers } = renderExport(deps, { jobId: 'all', format: 'receipt-json' });
    expect(JSON.parse(text)).toEqual(makeSearchLog(deps, jobs));
    expect(papers).toBe(4);
    const one = renderExport(deps, { jobId: 'J2', format: 'receipt-json' });
    expect(JSON.parse(one.text)).toEqual(makeSearchLog(deps, jobs.slice(1, 2)));
  });

  it('as Markdown has every number and every search', () => {
    const { deps, jobs, markdownOf } = openMany();
    const markdown = markdownOf(...jobs);
    const made = markdown.match(/made (\S+)\)/)?.[1];
    const reports = [
      'Flow diagram (PRISMA 2020): identification',
      `Searches (this record was made ${made})`,
      'PRISMA-S',
    ];
    const headings = [...reports, 'J1', 'J2', 'J3', 'J4', 'J5', 'J6'].map((heading) => `## ${heading}`);
    expect(markdown.match(/^## .*$/gm)).toEqual(headings);
    for (const line of [
      '| Records identified: `https://example.org/api` | 6 |',
      '| Duplicate records removed | 2 |',
      '| Records to screen | 4 |',
      '- Credits charged: 4 basic, 3 pro, 1 privateKey; it is unknown whether 3 basic more were charged',
      '- Keywords: `tide`, `mussel`, `shore`',
      '- Limits and filters: `limit=200&year=1999`',
      '- Records returned: 3 of 200 requested',
      '- Filter year: of the records returned, 0 meet it, 3 do not, of 0 it is not known',
      '- Per year: 2000: 1, 2019: 1, 2020: 1',
    ])
      expect(markdown.split('\n')).toContain(line);
    for (const { results } of makeSearchLog(deps, jobs).searches)
      if (results) expect(markdown).toContain(`- Results: SHA-256 ${results.stored?.sha256}\n`);
  });

  it('as Markdown says when stored results have changed, when a scraper key was sent, and when nothing was', () => {
    const { folder, finish, markdownOf, store } = open();
    const job = finish([MUSSEL], { pool: 'privateKey' });
    expect(markdownOf(job)).toContain('- Scraper key: sent\n');
    openStoreFile(folder).run("UPDATE results SET sha256 = 'abc'");
    expect(markdownOf(job)).toContain('- Results: SHA-256 abc, but what is stored has changed since\n');
    const adopted = markdownOf(store.adopt({ mode: 'hosted', account: 'account', jobId: 'theirs' }));
    expect(adopted).toContain('- Operation: not known: created elsewhere\n');
    expect(adopted).not.toMatch(/Keywords|Query|Limits and filters|Scraper key|Software/);
  });
});

describe('for a systematic review', () => {
  const ASKED = 'https://api.example.org/works?search=%22tide%22';

  /** A search of the embedded service: two sources, four duplicates, three left out. */
  function openReview() {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
    const opened = open();
    const { store, begin } = opened;
    const { number } = begin({ mode: 'embedded' });
    store.confirm(number, 'embedded-1');
    const job = store.finish(number, {
      status: 'success',
      papers: [MUSSEL, PREPRINT, work('limpets')],
      notes: [],
      sources: [
        { source: 'openalex', title: 'OpenAlex', gave: 6, total: 31, request: ASKED, at: '2026-03-01T09:59:58.000Z' },
        {
          source: 'crossref',
          title: 'Crossref',
          gave: 4,
          at: '2026-02-28T12:00:00.000Z',
          request: ASKED,
          stored: true,
        },
        { source: 'arxiv', title: 'arXiv', gave: 0, failed: { failure: 'too slow' } },
      ],
      flow: {
        identified: 10,
        duplicates: { 'equal DOI': 3, 'equal arXiv number': 1 },
        leftOut: { 'filters not met, or not known to be met': 2, 'ranked below the limit of the job': 1 },
        returned: 3,
      },
    });
    return { ...opened, job };
  }

  it('gives the numbers of the flow diagram, which add up, and the rules that found duplicates', () => {
    const { deps, job } = openReview();
    const { prisma, duplicatesByRule } = makeSearchLog(deps, [job]);
    expect(prisma).toEqual({
      identified: [
        { database: 'OpenAlex', records: 6, by: 'database', hits: 31 },
        { database: 'Crossref', records: 4, by: 'database' },
      ],
      // The published version and its preprint are one work of the answer.
      removed: { duplicates: 5, byAutomation: 2, otherReasons: 1 },
      toScreen: 2,
    });
    expect(duplicatesByRule).toEqual({ 'equal DOI': 3, 'equal arXiv number': 1 });
  });

  it('counts a hosted service, which does not tell its sources, as the database', () => {
    const { deps, jobs } = openMany();
    const { prisma } = makeSearchLog(deps, jobs);
    expect(prisma).toEqual({
      identified: [{ database: 'https://example.org/api', records: 6, by: 'database' }],
      removed: { duplicates: 2, byAutomation: 0, otherReasons: 0 },
      toScreen: 4,
    });
  });

  it('of the embedded service says that it was free, and counts no credits', () => {
    const { deps, job, markdownOf } = openReview();
    expect(makeSearchLog(deps, [job]).totals.creditsCharged).toEqual({});
    expect(markdownOf(job)).toContain('- Cost: free (embedded mode)\n');
  });

  it('gives a paragraph to paste', () => {
    const { deps, job } = openReview();
    expect(makeSearchLog(deps, [job]).methods).toBe(
      `We searched OpenAlex (n = 6 of 31 hits) and Crossref (n = 4) with paperqueue ${VERSION} on 2026-03-01 (1 search; the exact ` +
        'strategies are in the search log). Of 10 records, 5 duplicates were removed, 2 were left out by automation tools and 1 ' +
        'ranked below the number of results asked for; 2 remained for screening. No answer came from arXiv.',
    );
    expect(makeSearchLog(deps, []).methods).toBe('No search has results yet.');
  });

  it('names all sixteen items of PRISMA-S, and leaves open what a program cannot know', () => {
    const { deps, job, markdownOf } = openReview();
    const { prismaS } = makeSearchLog(deps, [job]);
    expect(prismaS.map(({ number, name }) => `${number} ${name}`)).toEqual([
      '1 Database name',
      '2 Multi-database searching',
      '3 Study registries',
      '4 Online resources and browsing',
      '5 Citation searching',
      '6 Contacts',
      '7 Other methods',
      '8 Full search strategies',
      '9 Limits and restrictions',
      '10 Search filters',
      '11 Prior work',
      '12 Updates',
      '13 Dates of searches',
      '14 Peer review',
      '15 Total records',
      '16 Deduplication',
    ]);
    const open = prismaS.filter(({ answer }) => answer === undefined).map(({ number }) => number);
    expect(open).toEqual([3, 4, 6, 7, 11, 12, 14]);
    expect(prismaS.find(({ number }) => number === 15)?.answer).toBe('OpenAlex (of 31 hits): 6, Crossref: 4');
    expect(markdownOf(job)).toContain('\n| 14 | Peer review | (to be filled in) |\n');
  });

  it('says of each source how it was asked, when it answered, and whether from a stored answer', () => {
    const { job, markdownOf } = openReview();
    const lines = markdownOf(job).split('\n');
    expect(lines.filter((line) => line.startsWith('- Source'))).toEqual([
      `- Source \`openalex\`: 6 of 31 records, 2026-03-01T09:59:58.000Z: \`${ASKED}\``,
      `- Source \`crossref\`: 4 records, stored answer of 2026-02-28T12:00:00.000Z: \`${ASKED}\``,
      '- Source `arxiv`: failed (`did not answer in time`), 0 records',
    ]);
    expect(lines).toContain('- Duplicates removed, equal DOI: 3');
    expect(lines).toContain('- Left out, ranked below the limit of the job: 1');
  });
});

describe('hostile text in Markdown', () => {
  /** All tokens of the text as an independent reader of Markdown sees it. */
  function tokensOf(markdown: string): Token[] {
    const tokens: Token[] = [];
    marked.walkTokens(marked.lexer(markdown), (token) => {
      tokens.push(token);
    });
    return tokens;
  }

  /** Checks that the texts are inline code and that nothing of them is anything else. */
  function expectOnlyCode({ store, deps, finish }: ReturnType<typeof open>, texts: string[]) {
    const [first = '', second = ''] = texts;
    const request: NewJob['request'] = {
      operation: 'combinedSearch',
      body: { keywords: texts, query: first },
      filters: { limit: 100 },
    };
    const papers = texts.map((engine, at) => ({ engine: engine.slice(0, 50), year: 2000 + at }));
    const made = store.list({ offset: 0, count: 1, status: undefined }).total;
    const jobId = `${second} of ${made}`;
    const job = finish(papers, { request, mode: 'embedded' }, { notes: texts, jobId });
    const { number } = store.beginCreation(newJob({ request }), ANEW).job;
    store.confirm(number, `id-${number}`);
    const odd = store.setStatus(number, first);
    const log = makeSearchLog(deps, [job, odd]);
    const tokens = tokensOf(searchLogToMarkdown(log));
    const allowed = ['heading', 'paragraph', 'space', 'table', 'list', 'list_item', 'text', 'codespan'];
    expect(tokens.filter(({ type }) => !allowed.includes(type))).toEqual([]);
    const headings = tokens.filter(({ type }) => type === 'heading').map((token) => 'text' in token && token.text);
    expect(headings.slice(0, 1)).toEqual(['Search log']);
    expect(headings.slice(4)).toEqual([`J${made + 1}`, `J${made + 2}`]);
    expect(tokens.filter(({ type }) => type === 'list')).toHaveLength(3);
    const codes = tokens.flatMap((token) => (token.type === 'codespan' ? [token.text] : []));
    for (const text of [...texts, jobId]) expect(codes).toContain(text.replace(/\s+/g, ' ').trim() || '  ');
  }

  it.each([
    ['backticks', '`'],
    ['two backticks', '``'],
    ['a fence', '```\n# Heading\n```'],
    ['runs of every length', '` `` ``` ````'],
    ['backticks at both ends', '`x`'],
    ['an escaped backtick', '\\`'],
    ['an escaped pipe', '`\\|`'],
    ['a heading', 'x\n\n# Heading'],
    ['a heading after other line ends', 'x\r\n\r\n# a\u2028# b\u2029# c\v# d\f# e'],
    ['a list', 'x\n- item\n  - item'],
    ['a rule', '\n\n---\n\n***\n'],
    ['a link', '[x](javascript:alert(1))'],
    ['a bare link', 'https://example.org/ www.example.org someone@example.org'],
    ['a reference', '[x]\n\n[x]: https://example.org'],
    ['an image', '![x](https://example.org/x.png)'],
    ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['a comment', '<!-- x'],
    ['an address in angle brackets', '<https://example.org>'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['emphasis', '**a** _b_ ~~c~~'],
    ['blanks', ' \n\t '],
  ])('stays inline code: %s', (_what, text) => {
    expectOnlyCode(open(), [text, 'plain', `${text}x`, `x${text}`]);
  });

  it('stays inline code, whatever it is made of', () => {
    const part = fc.constantFrom(
      '`',
      '``',
      '\n',
      ' ',
      '\\',
      '#',
      '- ',
      '|',
      '[a](b)',
      '<b>',
      '!',
      '*',
      '~~~',
      'x',
      '&lt;',
    );
    const text = fc.array(part, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));
    const opened = open();
    fc.assert(
      fc.property(fc.tuple(text, text, text), (texts) => {
        expectOnlyCode(opened, texts);
      }),
      { numRuns: runs(30) },
    );
  });
});
