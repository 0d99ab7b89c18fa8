import { describe, expect, it } from 'vitest';
import { toPaper } from '../../../src/papers/paper.ts';
import { source as dblp } from '../../../src/search/sources/dblp/index.ts';
import { answerOf, questionOf, readParameters, recordsOf } from '../../helpers/sources/asking.ts';

/** A hit in the shape of DBLP's search interface; the facts are invented. */
const TALK = {
  authors: {
    author: [
      { '@pid': '1/1', text: 'Ada Beispiel' },
      { '@pid': '1/2', text: 'Bo Muster 0001' },
    ],
  },
  title: 'Sensors &amp; rivers, measured.',
  venue: ['SENSYS', 'RIVERS'],
  volume: '7',
  number: '2',
  pages: '1-20',
  year: '2021',
  type: 'Conference and Workshop Papers',
  access: 'open',
  key: 'conf/sensys/BeispielM21',
  doi: '10.5555/demo.7',
  ee: ['https://doi.org/10.5555/demo.7', 'https://demo.example/7'],
  url: 'https://dblp.org/rec/conf/sensys/BeispielM21',
};

const question = questionOf({ keywords: ['river sensor'], count: 300 });
const request = dblp.search(question, {});
const read = (body: unknown, status = 200) => dblp.readPage(answerOf(body, status), request, question);
const hits = (...infos: object[]) => ({
  result: { hits: { '@total': String(infos.length), hit: infos.map((info) => ({ info })) } },
});
const paperOf = (info: object) => toPaper(recordsOf(read(hits(info)))[0] ?? {});
const queryFor = (changes: Parameters<typeof questionOf>[0]) => readParameters(dblp.search(questionOf(changes), {})).q;

describe('DBLP', () => {
  it('is asked for all words of a keyword, without completions', () => {
    expect(request.url).toMatch(/^https:\/\/dblp\.org\/search\/publ\/api\?/);
    expect(readParameters(request)).toEqual({ q: 'river sensor', format: 'json', h: '300', f: '0', c: '0' });
  });

  it.each([
    [['deep learning', 'neural network'], 'deep|neural deep|network learning|neural learning|network'],
    [['mesh', 'River Sensors'], 'mesh|river mesh|sensors'],
    // Whoever has both words of the second has the one of the first.
    [['river', 'river sensors'], 'river'],
    [['state-of-the-art "C++"'], 'state of the art c'],
  ])('any of %j is %s', (keywords, query) => {
    expect(queryFor({ keywords })).toBe(query);
  });

  it('asks for no more than fits, and counts what does not', () => {
    const keywords = ['a b', 'c d', 'e f', 'g h', 'i j', 'k'];
    const question = questionOf({ keywords });
    expect(queryFor({ keywords })?.split(' ')).toHaveLength(16);
    expect(queryFor({ keywords })).toContain('|k');
    expect(dblp.keywordsLeftOut?.(question)).toBe(1);
    expect(dblp.keywordsLeftOut?.(questionOf({ keywords: ['a b', 'A  b', '?'] }))).toBe(0);
  });

  it('takes the terms of a text only where there are no keywords', () => {
    expect(queryFor({ keywords: ['river'], terms: ['mesh'] })).toBe('river');
    expect(queryFor({ terms: ['mesh', 'river sensors'] })).toBe('mesh|river mesh|sensors');
  });

  it('asks for one year, not for several', () => {
    expect(queryFor({ keywords: ['river'], filters: { year: '2019' } })).toBe('river year:2019:');
    expect(queryFor({ keywords: ['river'], filters: { year: '2019:2021' } })).toBe('river');
  });

  it('cannot answer for other fields, nor without words', () => {
    const of = (changes: Parameters<typeof questionOf>[0]) => dblp.cannotAnswer(questionOf(changes));
    expect(of({ keywords: ['river'], filters: { fieldsOfStudy: ['Medicine'] } })).toBe('computer-science-only');
    expect(of({ keywords: ['river'], filters: { fieldsOfStudy: ['Medicine', 'Computer Science'] } })).toBeUndefined();
    expect(of({ keywords: ['?!'] })).toBe('no-words');
  });

  it('gives a talk with all that it tells', () => {
    expect(paperOf(TALK)).toEqual({
      key: 'doi:10.5555/demo.7',
      title: 'Sensors & rivers, measured',
      authors: ['Ada Beispiel', 'Bo Muster'],
      year: 2021,
      venue: 'SENSYS',
      volume: '7',
      issue: '2',
      pages: '1-20',
      publicationType: 'conference',
      isPrePrint: false,
      isOpenAccess: true,
      downloadable: false,
      fieldsOfStudy: ['Computer Science'],
      doi: '10.5555/demo.7',
      link: 'https://doi.org/10.5555/demo.7',
    });
  });

  it('knows the preprints of arXiv, whose volume is their number', () => {
    const preprint = { ...TALK, doi: undefined, ee: 'https://arxiv.org/abs/2304.00001', venue: 'CoRR' };
    const paper = paperOf({ ...preprint, volume: 'abs/2304.00001', type: 'Informal and Other Publications' });
    expect(paper).toMatchObject({
      arxivId: '2304.00001',
      isPrePrint: true,
      publicationType: 'preprint',
      venue: 'arXiv',
    });
    expect(paper).not.toHaveProperty('volume');
  });

  it.each([
    ['Journal Articles', 'journal', false],
    ['Books and Theses', 'book', false],
    ['Editorship', 'book', false],
    ['Informal and Other Publications', undefined, undefined],
  ])('%s are of type %s', (type, publicationType, isPrePrint) => {
    const { publicationType: found, isPrePrint: flag } = paperOf({ ...TALK, type }) as Record<string, unknown>;
    expect([found, flag]).toEqual([publicationType, isPrePrint]);
  });

  it('reads one author and one hit as lists of one, and a title that ends in three points', () => {
    const info = { ...TALK, authors: { author: { text: 'Ada Beispiel' } }, title: 'And then ...' };
    const one = read({ result: { hits: { '@total': '1', hit: { info } } } });
    expect(recordsOf(one)).toMatchObject([{ authors: ['Ada Beispiel'], title: 'And then ...' }]);
  });

  it('asks for the next page while there is more', () => {
    const page = read({ result: { hits: { '@total': '900', hit: [{ info: TALK }, { info: TALK }] } } });
    expect(readParameters('next' in page ? page.next : undefined)).toMatchObject({ f: '2', h: '300' });
    expect(read(hits(TALK))).not.toHaveProperty('next');
  });

  it.each([
    ['the page of a check for browsers', '<!doctype html><html><title>Making sure</title></html>', 200, 'refused'],
    ['the same with status 500', '<html lang="en"></html>', 500, 'refused'],
    ['a limit', 'slow down', 429, 'rate limited'],
    ['an error of its own', '', 500, 'server error'],
    ['no JSON', 'OK', 200, 'unreadable'],
  ])('answers %s', (_, body, status, failure) => {
    expect(read(body, status)).toEqual({ failure });
  });

  it('answers nothing', () => {
    expect(read({ result: { hits: { '@total': '0', '@sent': '0' } } })).toEqual({ records: [], total: 0 });
  });
});
