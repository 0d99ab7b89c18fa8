import { describe, expect, it } from 'vitest';
import { readJobAnswer } from '../../src/contract/answers.ts';
import { callbackUrlProblem } from '../../src/contract/callback-url.ts';
import { fromQueryString } from '../../src/contract/filters.ts';
import { readBibtex } from '../../src/formats/bibtex/read-bibtex.ts';
import { readRetryAfter } from '../../src/lib/retry-after.ts';
import { openLibrary } from '../../src/library/library.ts';
import { toPaper } from '../../src/papers/paper.ts';
import { parseQuery } from '../../src/papers/query/query.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { searchLibrary } from '../../src/search/federated/library-search.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { record } from '../helpers/record.ts';

/** Each of these once went wrong. */

describe('BibTeX', () => {
  it('says the line of a broken entry in the middle', async () => {
    const source = '@article{a, title={One}}\n@article{bad,\n title={No end,\n year=2000\n\n@article{c, title={Three}}';
    expect((await readBibtex(source)).problems.map(({ line }) => line)).toEqual([2]);
  });

  it('keeps publisher, escaped DOI and entries with unknown commands, and knows no author called others', async () => {
    const source = `@book{a, title = {On $\\mathbb{R}$ and more}, publisher = {Springer}, doi = {10.1000/a\\_b},
      author = {Ada Lovelace and others}}`;
    const { entries, problems } = await readBibtex(source);
    expect(problems).toEqual([]);
    expect(entries[0]?.metadata).toMatchObject({
      publisher: 'Springer',
      doi: '10.1000/a_b',
    });
    expect(toPaper(entries[0]?.metadata ?? {})).toMatchObject({ authors: ['Ada Lovelace'], hasMoreAuthors: true });
    expect(entries[0]?.metadata.title).not.toContain('\\');
  });
});

describe('the contract', () => {
  it('takes a number in its one plain form only', () => {
    expect(fromQueryString('limit=0100')).toHaveProperty('invalid');
    expect(fromQueryString('minCitationCount=007')).toHaveProperty('invalid');
  });

  it('does not fail on results that come before the success', () => {
    expect(readJobAnswer({ status: 'queued', results: {} })?.status).toBe('queued');
    expect(readJobAnswer({ status: 'success', results: {} })?.papers).toBeUndefined();
  });

  it.each(['https:example.org', ' https://example.org', 'https://exam\nple.org', 'https://[64:ff9b::7f00:1]/'])(
    'refuses %j as callbackUrl',
    (url) => {
      expect(callbackUrlProblem(url)).toBeDefined();
    },
  );

  it.each([
    ['-5', undefined],
    ['1.5', undefined],
    ['99999999999', 3600],
  ])('reads Retry-After %s as %s', (text, seconds) => {
    expect(readRetryAfter(text)).toBe(seconds);
  });
});

const folder = libraryFolder();

describe('the library', () => {
  it.each([
    '한국어 문헌 검색',
    'ガラス転移の研究',
    'हिन्दी साहित्य',
    'Российский журнал',
    'άνθρωπος',
    'Storage of CO₂ underground',
  ])('finds %s by its own words', (title) => {
    const library = openLibrary(libraryFolder());
    library.add([record({ title })]);
    const keywords = [...title.split(' '), ...title.split(' '), title].slice(0, 3);
    const titles = (asked: object) =>
      searchLibrary(library, parseQuery({ body: asked, filters: { limit: 100 } })).map((paper) => paper.title);
    expect(titles({ keywords })).toContain(title);
    expect(titles({ query: `${title} `.repeat(10) })).toContain(title);
    library.close();
  });
});

it('a single blob or null can be bound by itself', () => {
  const database = openDatabase(`${folder}/blob.sqlite`, ['CREATE TABLE t (b BLOB)']);
  database.run('INSERT INTO t (b) VALUES (?)', new Uint8Array([1, 2]));
  database.run('INSERT INTO t (b) VALUES (?)', null);
  expect(database.all<{ size: number | null }>('SELECT length(b) AS size FROM t')).toEqual([
    { size: 2 },
    { size: null },
  ]);
  database.close();
});
