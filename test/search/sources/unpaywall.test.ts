import { describe, expect, it } from 'vitest';
import { toPaper } from '../../../src/papers/paper.ts';
import { lookUpAll } from '../../../src/search/sources/look-up-by-id.ts';
import { searchSources } from '../../../src/search/sources/runner.ts';
import { source as unpaywall } from '../../../src/search/sources/unpaywall/index.ts';
import { answerOf, questionOf, recordsOf } from '../../helpers/sources/asking.ts';
import { contextOf, json, serve } from '../../helpers/sources/stand-ins.ts';

/** A record in the shape of Unpaywall's version 2; the facts are invented. */
const RECORD = {
  doi: '10.5555/demo.17',
  doi_url: 'https://doi.org/10.5555/demo.17',
  title: 'Sensors in rivers',
  genre: 'journal-article',
  is_oa: true,
  oa_status: 'green',
  year: 2021,
  published_date: '2021-06-17',
  journal_name: 'J. Inv. Hydrol.',
  journal_issns: '1234-5679,2345-6787',
  publisher: 'Invented Press',
  z_authors: [{ given: 'Ada', family: 'Beispiel', sequence: 'first' }, { raw_author_name: 'Bo Muster' }],
  best_oa_location: { url: 'https://repo.example/1', url_for_pdf: null, host_type: 'repository' },
  oa_locations: [{ url_for_pdf: null }, { url_for_pdf: 'https://repo.example/1.pdf' }],
};
const read = (body: unknown, status = 200) => unpaywall.lookUp?.read(answerOf(body, status)) ?? { failure: 'skipped' };
const SETTINGS = { contactEmail: 'ada@example.org' };

describe('Unpaywall', () => {
  it('is asked for one DOI, with the e-mail address that it wants', () => {
    const sent = unpaywall.lookUp?.request('doi', ['10.1002/(sici)1<1::a>#2?'], SETTINGS);
    expect(sent?.url).toBe('https://api.unpaywall.org/v2/10.1002/(sici)1%3C1%3A%3Aa%3E%232%3F?email=ada%40example.org');
    expect(unpaywall.lookUp).toMatchObject({ kinds: ['doi'], maxIds: 1 });
  });

  it('tells where a paper is free, with the first PDF of all its copies', () => {
    expect(toPaper(recordsOf(read(RECORD))[0] ?? {})).toMatchObject({
      title: 'Sensors in rivers',
      authors: ['Ada Beispiel', 'Bo Muster'],
      year: 2021,
      publicationType: 'journal',
      issns: ['1234-5679', '2345-6787'],
      isOpenAccess: true,
      downloadable: true,
      doi: '10.5555/demo.17',
      pdfLink: 'https://repo.example/1.pdf',
    });
    const closed = { ...RECORD, is_oa: false, best_oa_location: null, oa_locations: [] };
    expect(recordsOf(read(closed))[0]).toMatchObject({ isOpenAccess: false, pdfLink: undefined });
  });

  it.each([
    ['a DOI that it does not know', { HTTP_status_code: 404, error: true }, 404, { records: [] }],
    ['another address', '<html></html>', 404, { failure: 'refused' }],
    ['no e-mail address', { HTTP_status_code: 422, error: true }, 422, { failure: 'refused' }],
    ['HTML', '<html></html>', 200, { failure: 'unreadable' }],
  ])('answers %s', (_, body, status, expected) => {
    expect(read(body, status)).toEqual(expected);
  });

  it('is not asked without an e-mail address, and for no words', async () => {
    const server = await serve(json(RECORD));
    const asked = (settings: object) => ({ source: unpaywall, settings: { baseUrl: server.url, ...settings } });
    const { outcome } = await lookUpAll(asked({}), 'doi', ['10.5555/demo.17'], contextOf());
    expect(outcome).toMatchObject({ failure: 'skipped', detail: { setting: 'PAPERQUEUE_CONTACT_EMAIL' } });
    const [searched] = await searchSources([asked(SETTINGS)], questionOf({ keywords: ['river'] }), contextOf());
    expect(searched).toMatchObject({ failure: 'skipped', detail: 'no-search' });
    expect(server.arrivals).toEqual([]);
    const { records: found } = await lookUpAll(asked(SETTINGS), 'doi', ['10.5555/demo.17'], contextOf());
    expect(found.get('10.5555/demo.17')?.pdfLink).toBe('https://repo.example/1.pdf');
  });
});
