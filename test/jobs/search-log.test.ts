import fc from 'fast-check';
import { marked, type Token } from 'marked';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WirePaper } from '../../src/contract/paper.ts';
import { renderExport } from '../../src/jobs/exporting/export.ts';
import { makeSearchLog } from '../../src/jobs/exporting/search-log.ts';
import { searchLogToMarkdown } from '../../src/jobs/exporting/search-log-markdown.ts';
import type { JobRecord, NewJob } from '../../src/jobs/ports/store.ts';
import { openExportFolder } from '../../src/store/export-folder.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore, openStoreFile } from '../store/stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const deps = {
    store,
    account: 'account',
    serviceAddress: 'https://example.org/api',
    mode: 'hosted' as const,
    exports: openExportFolder(folder),
  };
  const begin = (job: Partial<NewJob> = {}) => store.beginCreation(newJob(job), ANEW).job;
  const finish = (papers: WirePaper[], job: Partial<NewJob> = {}, { notes = [] as string[], jobId = '' } = {}) => {
    const { number } = begin(job);
    store.confirm(number, jobId || `id-${number}`);
    return store.finish(number, { status: 'success', papers, notes });
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

describe('the totals', () => {
  it('count what was identified, the duplicates within and across searches, the works and the credits', () => {
    const { deps, jobs } = openMany();
    expect(makeSearchLog(deps, jobs).totals).toEqual({
      searches: 6,
      withoutResults: 3,
      identified: 6,
      duplicatesWithinSearches: 1,
      duplicatesAcrossSearches: 1,
      works: 4,
      creditsCharged: { basic: 4, pro: 3, privateKey: 1 },
    });
  });

  it('of one search and of none', () => {
    const { deps, jobs } = openMany();
    expect(makeSearchLog(deps, jobs.slice(0, 1)).totals).toMatchObject({
      searches: 1,
      identified: 3,
      duplicatesWithinSearches: 1,
      duplicatesAcrossSearches: 0,
      works: 2,
    });
    expect(makeSearchLog(deps, []).totals).toEqual({
      searches: 0,
      withoutResults: 0,
      identified: 0,
      duplicatesWithinSearches: 0,
      duplicatesAcrossSearches: 0,
      works: 0,
      creditsCharged: {},
    });
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
        const { totals } = makeSearchLog(deps, jobs);
        const { identified, duplicatesWithinSearches, duplicatesAcrossSearches, works } = totals;
        expect(identified).toBe(found.flat().length);
        expect(duplicatesWithinSearches + duplicatesAcrossSearches + works).toBe(identified);
        expect(Math.min(duplicatesWithinSearches, duplicatesAcrossSearches, works)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 40 },
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
    expect(markdown.match(/^## .*$/gm)).toEqual(['## J1', '## J2', '## J3', '## J4', '## J5', '## J6']);
    for (const line of [
      '| Searches | 6 |',
      '| Searches without results | 3 |',
      '| Records identified | 6 |',
      '| Duplicates within a search | 1 |',
      '| Duplicates across searches | 1 |',
      '| Works after de-duplication | 4 |',
      '| Credits charged | 4 basic, 3 pro, 1 privateKey |',
      '- Keywords: ` tide `, ` mussel `, ` shore `',
      '- Limits and filters: ` limit=200&year=1999 `',
      '- Records returned: 3 of 200 requested',
      '- Filter year: 0 records meet it, 3 do not, of 0 it is not known',
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
    expect(headings).toEqual(['Search log', `J${made + 1}`, `J${made + 2}`]);
    expect(tokens.filter(({ type }) => type === 'list')).toHaveLength(2);
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
      { numRuns: 100 },
    );
  });
});
