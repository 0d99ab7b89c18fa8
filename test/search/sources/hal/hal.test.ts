import { describe, expect, it } from 'vitest';
import { toPaper } from '../../../../src/papers/paper.ts';
import { source as hal } from '../../../../src/search/sources/hal/index.ts';
import { answerOf, questionOf, recordsOf } from '../../../helpers/sources/asking.ts';

/** A record in the shape of HAL's search API; the facts are invented. */
const RECORD = {
  title_s: ['Des capteurs dans les rivières', 'Sensors in rivers'],
  abstract_s: ['Les rivières sont mesurées.'],
  authFullName_s: ['Ada Beispiel', 'Gabriel García Márquez'],
  authLastName_s: ['Beispiel', 'García Márquez'],
  authFirstName_s: ['Ada', 'Gabriel'],
  producedDate_s: '2021-06-03',
  docType_s: 'ART',
  journalTitle_s: 'Revue inventée',
  journalPublisher_s: 'Presses inventées',
  journalIssn_s: '1234-5679',
  volume_s: '9',
  issue_s: ['2'],
  page_s: '1-20',
  language_s: ['fr'],
  doiId_s: '10.5555/Demo.17',
  uri_s: 'https://hal.example/hal-00000017',
  fileMain_s: 'https://hal.example/hal-00000017/document',
  openAccess_bool: true,
};

const question = questionOf({ keywords: ['river sensor'], count: 700 });
const request = hal.search(question, {});
const read = (body: unknown, status = 200) => hal.readPage(answerOf(body, status), request, question);
const page = (docs: object[], numFound = docs.length) => ({ response: { numFound, start: 0, docs } });
const recordOf = (record: object) => recordsOf(read(page([record])))[0];
const paperOf = (record: object) => toPaper(recordOf(record) ?? {});

describe('HAL', () => {
  it('is asked for phrases in titles and abstracts, and for the fields that are read', () => {
    const {
      searchParams: asked,
      host,
      pathname,
    } = new URL(
      hal.search(questionOf({ keywords: ['river sensor', 'mesh'], filters: { year: '2019:2023' }, count: 700 }), {})
        .url,
    );
    expect([host, pathname]).toEqual(['api.archives-ouvertes.fr', '/search/']);
    const words = '("river sensor" OR "mesh")';
    expect(asked.get('q')).toBe(`(title_t:${words} OR abstract_t:${words}) AND producedDateY_i:[2019 TO 2023]`);
    expect(asked.get('fl')).toContain('title_s,abstract_s');
    expect([asked.get('wt'), asked.get('rows'), asked.get('start')]).toEqual(['json', '500', '0']);
  });

  it('gives a paper with its names apart, in the language that comes first', () => {
    expect(paperOf(RECORD)).toMatchObject({
      title: 'Des capteurs dans les rivières',
      abstract: 'Les rivières sont mesurées.',
      authors: ['Ada Beispiel', 'Gabriel García Márquez'],
      year: 2021,
      venue: 'Revue inventée',
      volume: '9',
      issue: '2',
      issns: ['1234-5679'],
      publicationType: 'journal',
      isOpenAccess: true,
      doi: '10.5555/demo.17',
      link: 'https://hal.example/hal-00000017',
      pdfLink: 'https://hal.example/hal-00000017/document',
    });
  });

  it('knows theses, chapters and preprints by its types, and says nothing of what it does not know', () => {
    const kind = (docType_s: string) => paperOf({ ...RECORD, docType_s });
    expect(kind('THESE')).toMatchObject({ publicationType: 'dissertation', isPrePrint: false });
    expect(kind('COUV')).toMatchObject({ publicationType: 'book series' });
    expect(kind('UNDEFINED')).toMatchObject({ publicationType: 'preprint', isPrePrint: true });
    expect(recordOf({ ...RECORD, docType_s: 'SON', openAccess_bool: false })).toMatchObject({
      publicationType: undefined,
      isPrePrint: undefined,
      isOpenAccess: undefined,
    });
  });

  it('keeps family and given names apart where there is one of each for each name', () => {
    expect(recordOf(RECORD)?.authors).toMatchObject([
      { family: 'Beispiel' },
      { given: 'Gabriel', family: 'García Márquez' },
    ]);
    expect(recordOf({ ...RECORD, authFirstName_s: ['Ada'] })?.authors).toEqual(RECORD.authFullName_s);
  });

  it('goes on to the next page until there are as many as were wanted, or no more', () => {
    const docs = Array.from({ length: 500 }, () => RECORD);
    const next = read(page(docs, 9_000));
    expect('next' in next && next.next?.url).toContain('start=500');
    expect(read(page(docs, 500))).not.toHaveProperty('next');
  });

  it.each([
    [{ error: { msg: 'SyntaxError', code: 400 } }, 200, 'refused'],
    [{ error: { msg: 'no servers', code: 503 } }, 200, 'server error'],
    [{ error: { code: { toString: null } } }, 200, 'refused'],
    ['<html>', 200, 'unreadable'],
    [{}, 429, 'rate limited'],
  ])('calls %j with status %i %s', (body, status, failure) => {
    expect(read(body, status)).toMatchObject({ failure });
  });
});
