import { describe, expect, it } from 'vitest';
import { toPaper } from '../../../src/papers/paper.ts';
import { source as doaj } from '../../../src/search/sources/doaj/index.ts';
import { answerOf, questionOf, recordsOf } from '../../helpers/sources/asking.ts';

/** An article in the shape of DOAJ's API v4; the facts are invented. */
const ARTICLE = {
  title: 'Sensors in rivers',
  abstract: 'Rivers are measured.',
  year: '2021',
  month: '6',
  author: [{ name: 'Ada Beispiel', affiliation: 'Nowhere', orcid_id: 'https://orcid.org/0000-0000-0000-0000' }, {}],
  identifier: [
    { type: 'doi', id: '10.5555/Demo.17' },
    { type: 'eissn', id: '2345-6787' },
    { type: 'pissn', id: '1234-5679' },
  ],
  journal: {
    title: 'Revista Inventada',
    publisher: 'Universidad Inventada',
    country: 'BR',
    volume: '9',
    number: '2',
    language: ['PT', 'EN'],
    issns: ['2345-6787'],
  },
  keywords: ['rivers'],
  subject: [{ scheme: 'LCC', term: 'Medicine', code: 'R' }],
  link: [
    { type: 'fulltext', url: 'https://journal.example/17.pdf', content_type: 'PDF' },
    { type: 'fulltext', url: 'https://journal.example/17', content_type: 'text/html' },
  ],
  start_page: '1',
  end_page: '20',
};

const question = questionOf({ keywords: ['river sensor'], count: 300 });
const request = doaj.search(question, {});
const read = (body: unknown, status = 200) => doaj.readPage(answerOf(body, status), request, question);
const paperOf = (bibjson: object) => toPaper(recordsOf(read({ total: 1, results: [{ bibjson }] }))[0] ?? {});
const refusal = (filters: Record<string, unknown>) => doaj.cannotAnswer(questionOf({ keywords: ['river'], filters }));

describe('DOAJ', () => {
  it('is asked in the path, where a blank is no plus', () => {
    const filters = { year: '2019:2023' };
    const { url } = doaj.search(
      questionOf({ keywords: ['river sensor', 'what? "and/or" a*'], filters, count: 500 }),
      {},
    );
    expect(url).not.toContain('+');
    expect(url).toMatch(/^https:\/\/doaj\.org\/api\/v4\/search\/articles\/[^/?]+\?page=1&pageSize=100$/);
    const words = '("river sensor" OR "what and/or a")';
    expect(decodeURIComponent(new URL(url).pathname.split('/articles/')[1] ?? '')).toBe(
      `(bibjson.title:${words} OR bibjson.abstract:${words}) AND bibjson.year:[2019 TO 2023]`,
    );
  });

  it('is left out where it can have nothing', () => {
    expect(refusal({ publicationTypes: ['conference'] })).toBe('articles-only');
    expect(refusal({ openAccessPdf: false })).toBe('open-only');
    expect(refusal({ publicationTypes: ['journal', 'conference'], openAccessPdf: true })).toBeUndefined();
  });

  it('gives an article with all that it tells', () => {
    expect(paperOf(ARTICLE)).toEqual({
      key: 'doi:10.5555/demo.17',
      title: 'Sensors in rivers',
      abstract: 'Rivers are measured.',
      authors: ['Ada Beispiel'],
      year: 2021,
      publishedAt: '2021-06',
      venue: 'Revista Inventada',
      publisher: 'Universidad Inventada',
      volume: '9',
      issue: '2',
      pages: '1-20',
      language: 'PT',
      issns: ['2345-6787', '1234-5679'],
      publicationType: 'journal',
      fieldsOfStudy: ['Medicine'],
      isOpenAccess: true,
      downloadable: true,
      doi: '10.5555/demo.17',
      link: 'https://journal.example/17',
      pdfLink: 'https://journal.example/17.pdf',
    });
  });

  it('may name the month in words, and only one link', () => {
    const [link] = ARTICLE.link;
    expect(paperOf({ ...ARTICLE, month: 'June', link: [{ ...link, content_type: 'HTML' }] })).toMatchObject({
      publishedAt: '2021-06',
      link: 'https://journal.example/17.pdf',
      downloadable: false,
    });
  });

  it('looks up DOIs, escaped', () => {
    const sent = doaj.lookUp?.request('doi', ['10.5555/a', '10.5555/b?c:d'], {});
    expect(decodeURIComponent(sent?.url ?? '')).toContain(
      'bibjson.identifier.id.exact:("10.5555/a" OR "10.5555/b\\?c\\:d")?page=1&pageSize=2',
    );
  });

  it.each([
    [
      'a query that is not allowed',
      { error: 'Query contains disallowed Lucene features' },
      400,
      { failure: 'refused' },
    ],
    ['a limit', '', 429, { failure: 'rate limited' }],
    ['HTML', '<html></html>', 200, { failure: 'unreadable' }],
    ['nothing', { total: 0, results: [] }, 200, { records: [], total: 0 }],
  ])('answers %s', (_, body, status, expected) => {
    expect(read(body, status)).toEqual(expected);
  });
});
