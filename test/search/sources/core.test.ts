import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { toPaper } from '../../../src/papers/paper.ts';
import { source as core } from '../../../src/search/sources/core/index.ts';
import { searchSources } from '../../../src/search/sources/runner.ts';
import { answerOf, questionOf, readParameters, recordsOf } from '../../helpers/sources/asking.ts';
import { contextOf, json, serve } from '../../helpers/sources/stand-ins.ts';

/** A work in the shape of CORE's API v3; the facts are invented. */
const WORK = {
  id: 1000001,
  title: 'Sensors in rivers',
  abstract: 'Rivers are measured.',
  authors: [{ name: 'Beispiel, Ada' }, { name: 'Muster, Bo' }],
  yearPublished: 2021,
  publishedDate: '2021-06-17T00:00:00',
  publisher: 'University of Nowhere',
  journals: [{ title: 'J. Inv. Hydrol.', identifiers: ['issn:1234-5679'] }],
  documentType: 'thesis',
  fieldOfStudy: 'Environmental Science',
  language: { code: 'en', name: 'English' },
  doi: '10.5555/Demo.17',
  arxivId: '2304.00001',
  pubmedId: '30000001',
  downloadUrl: 'https://core.ac.uk/download/1000001.pdf',
  links: [
    { type: 'download', url: 'https://core.ac.uk/download/1000001.pdf' },
    { type: 'display', url: 'https://core.ac.uk/works/1000001' },
  ],
};
const KEY = 'core-0a1b2c';
const question = questionOf({ keywords: ['river sensor'], count: 250 });
const request = core.search(question, {});
const read = (body: unknown, status = 200) => core.readPage(answerOf(body, status), request, question);

describe('CORE', () => {
  it('is asked for the keywords in title or abstract, with the key as a header', () => {
    const filters = { year: '2019:2023' };
    const sent = core.search(questionOf({ keywords: ['river sensor', 'a: b?'], filters }), { key: new Secret(KEY) });
    expect(sent.url).toMatch(/^https:\/\/api\.core\.ac\.uk\/v3\/search\/works\/\?/);
    expect(sent.url).not.toContain(KEY);
    expect(sent.headers).toEqual({ Accept: 'application/json', Authorization: `Bearer ${KEY}` });
    expect(readParameters(sent)).toEqual({
      q:
        '(title:("river sensor" OR "a b") OR abstract:("river sensor" OR "a b")) ' +
        'AND yearPublished>=2019 AND yearPublished<=2023',
      limit: '100',
      offset: '0',
    });
  });

  it('gives a work with all that it tells', () => {
    expect(toPaper(recordsOf(read({ totalHits: 1, results: [WORK] }))[0] ?? {})).toEqual({
      key: 'doi:10.5555/demo.17',
      title: 'Sensors in rivers',
      abstract: 'Rivers are measured.',
      authors: ['Ada Beispiel', 'Bo Muster'],
      year: 2021,
      publishedAt: '2021-06-17',
      venue: 'J. Inv. Hydrol.',
      publisher: 'University of Nowhere',
      issns: ['1234-5679'],
      language: 'en',
      publicationType: 'dissertation',
      fieldsOfStudy: ['Environmental Science'],
      isOpenAccess: true,
      downloadable: true,
      doi: '10.5555/demo.17',
      arxivId: '2304.00001',
      pmid: '30000001',
      link: 'https://core.ac.uk/works/1000001',
      pdfLink: 'https://core.ac.uk/download/1000001.pdf',
    });
  });

  it.each([
    ['a bad query', { message: 'no' }, 400, { failure: 'refused' }],
    ['an unknown key', { message: 'no' }, 401, { failure: 'key refused' }],
    ['a key that may not', { message: 'no' }, 403, { failure: 'key refused' }],
    ['a limit', '', 429, { failure: 'rate limited' }],
    ['HTML', '<html></html>', 200, { failure: 'unreadable' }],
    ['nothing', { totalHits: 0, results: [] }, 200, { records: [], total: 0 }],
  ])('answers %s', (_, body, status, expected) => {
    expect(read(body, status)).toEqual(expected);
  });

  it('is not asked without a key, and not once more without one that it refuses', async () => {
    const server = await serve(json({ message: 'no' }, 401));
    const ask = async (settings: object) => {
      const asked = { source: core, settings: { baseUrl: server.url, ...settings } };
      return (await searchSources([asked], question, contextOf()))[0];
    };
    expect(await ask({})).toMatchObject({ failure: 'key wanted', requests: 0 });
    expect(server.arrivals).toHaveLength(0);
    expect(await ask({ key: new Secret(KEY) })).toMatchObject({ failure: 'key refused', requests: 1 });
    expect(server.arrivals).toHaveLength(1);
  });
});
