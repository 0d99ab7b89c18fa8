import { afterEach, expect, it, vi } from 'vitest';
import { wrap } from '../../../src/faces/cli/print/wrap.ts';
import { nearestName } from '../../../src/lib/nearest-name.ts';
import { readHead } from '../../../src/lib/read-head.ts';
import { splitTextCondition } from '../../../src/papers/filters/text-condition.ts';
import { checkWhere } from '../../../src/papers/filters/where-filter.ts';
import { normalisePaper } from '../../../src/papers/paper.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { foldText } from '../../../src/papers/references/folded-text.ts';
import { matchQuery } from '../../../src/papers/relevance/match.ts';
import { type QueryTerms, readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { prepareRecord } from '../../../src/papers/works/prepare-match.ts';
import { relateTitles } from '../../../src/papers/works/title-relation.ts';
import { withBeginnings } from '../../../src/report/data/noun-phrases.ts';
import { showRecord } from '../../../src/review/screening/reader-turn.ts';

/** Bounds of readers that once took a time of their own: what they do is counted, no time is measured. */

afterEach(() => void vi.restoreAllMocks());

it('the nearest name looks no further than so many letters from the diagonal', () => {
  let reads = 0;
  const counted = (text: string) =>
    new Proxy(Object(text), {
      get(target, key) {
        if (/^\d+$/.test(String(key))) reads += 1;
        return Reflect.get(target, key);
      },
    }) as string;
  const [letters, edits] = [2_000, 2];
  nearestName(counted('ab'.repeat(letters / 2)), [counted('ba'.repeat(letters / 2))], edits);
  expect(reads).toBeGreaterThan(letters);
  expect(reads).toBeLessThanOrEqual(2 * (2 * edits + 1) * letters);
});

it.each(['one word', 'words', 'marks without a column'])('lines are measured in the part that fits: %s', (kind) => {
  const text = { 'one word': 'x', words: 'xx ', 'marks without a column': 'e\u0301\u0301' }[kind] ?? '';
  const measured = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  const lettersFor = (times: number) => {
    measured.mockClear();
    wrap(text.repeat(times), 40);
    return measured.mock.calls.reduce((sum, [{ length }]) => sum + length, 0);
  };
  const [some, twice] = [lettersFor(2_000), lettersFor(4_000)];
  expect(twice).toBeLessThanOrEqual(2.1 * some);
});

it('titles are aligned in their first words alone', () => {
  const cells: number[] = [];
  const Usual = Uint16Array;
  vi.stubGlobal(
    'Uint16Array',
    class extends Usual {
      constructor(length: number) {
        super(length);
        cells.push(length);
      }
    },
  );
  const words = (first: string) => foldText(`${first} ${'deep learning of maps '.repeat(5_000)}`);
  relateTitles(words('on'), { ...words('in'), main: undefined });
  vi.unstubAllGlobals();
  expect(cells).toEqual([201 * 201]);
});

it('of a phrase of many words only the beginnings that a name may have are kept', () => {
  const long = 'deep learning of maps '.repeat(1_000).trim();
  expect([...withBeginnings([long]).keys()]).toEqual(['deep', 'deep learning', long]);
});

it('a page is read up to the element that is nested deeper than browsers nest', () => {
  const page = (depth: number) => `<meta name=a content=b>${'<a>'.repeat(depth)}<meta name=c content=d>`;
  const names = (html: string) => [...readHead(html).meta.keys()];
  expect(names(page(400))).toEqual(['a', 'c']);
  expect(names(page(600))).toEqual(['a']);
  // What is closed is not open: a long page is read whole.
  expect(names(`${'<p>x<br><i>y</i></p></p>'.repeat(3_000)}${page(10)}`)).toEqual(['a', 'c']);
});

it('a condition is parsed once, however many papers it is asked of', () => {
  const parsed = vi.spyOn(String.prototype, 'matchAll');
  const paper = normalisePaper({ title: 'Of mussels', authors: ['Ada Weevil'], venue: 'Journal of Rocks' });
  for (let papers = 0; papers < 50; papers += 1) checkWhere(paper, { text: 'mussel', venue: 'rock', author: 'weevil' });
  const conditions = parsed.mock.contexts.filter((text) => ['mussel', 'rock'].includes(String(text)));
  expect(conditions).toHaveLength(2);
});

it('a condition of a great many parts is not loosened part by part', () => {
  expect(splitTextCondition('mussel rock tide')).toHaveLength(3);
  expect(splitTextCondition('1. '.repeat(5_000))).toEqual([]);
});

it('a paper is judged by the beginning of a text without end', () => {
  const question = readQueryTerms(
    parseQuery({ body: { keywords: ['mussels', 'tide', 'rocks'] }, filters: { limit: 100 } }),
  ) as QueryTerms;
  const judged = (before: number) =>
    matchQuery(
      question,
      normalisePaper({
        title: 'On the shore',
        abstract: `${'x '.repeat(before / 2)} mussels and the tide on rocks`,
      }),
    );
  expect(judged(19_000).keywords).toEqual(['mussels', 'tide', 'rocks']);
  expect(judged(21_000).keywords).toEqual([]);
});

it('a line of a record is cut, so that a title, a name or a journal without end costs no later reader', () => {
  const line = 'mussels and rocks '.repeat(3_000);
  const names = {
    authors: [line, { family: line, given: 'Ada' }],
    editors: [{ literal: line }],
    fieldsOfStudy: [line],
  };
  const places = { venue: line, publisher: line, series: line, summary: line, country: line, publisherPlace: line };
  const { familyNames = {}, ...paper } = normalisePaper({ title: line, ...names, ...places, key: line });
  const lines = [...Object.values(paper).flat(), ...Object.entries(familyNames).flat()].filter(
    (value) => typeof value === 'string',
  );
  expect(lines.length).toBeGreaterThan(10);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(2_000);
  expect(paper.title).toMatch(/^mussels and rocks .*…$/);
  expect(normalisePaper(paper).title).toBe(paper.title);
});

it('a text condition asks the words of a paper once, however many parts it has', () => {
  const abstract = `${'mussels-and '.repeat(1_000)}rocks`;
  const paper = normalisePaper({ title: 'On mussels', abstract });
  const folded = vi.spyOn(String.prototype, 'replace');
  const long = () => folded.mock.contexts.filter((text) => String(text).length > 10_000).length;
  expect(checkWhere(paper, { text: 'mussels rocks' }).verdict).toBe('met');
  const once = long();
  expect(once).toBeGreaterThan(0);
  for (const text of ['tide', 'rocks', '-mussels']) checkWhere(paper, { text });
  expect(long()).toBe(once);
});

it('a record is prepared once for all references, by the first letters of a title without end', () => {
  const record = { ...normalisePaper({ title: 'On mussels' }), title: `On mussels ${'and rocks '.repeat(20_000)}` };
  const prepared = prepareRecord(record);
  expect(prepareRecord(record)).toBe(prepared);
  expect(prepared.title.letters.length).toBeLessThan(2_000);
});

it('the question and the criteria of a review are read once for all records that an answer shows', () => {
  const long = 'mussels and rocks on the shore. '.repeat(300);
  const criteria = Array.from({ length: 30 }, (_, nth) => ({
    id: `C${nth}`,
    kind: 'include' as const,
    text: long,
  }));
  const showing = { question: long, criteria, stage: 'title-abstract' as const, view: 'compact' as const };
  const record = (nth: number) => ({
    ref: `J1-${nth}`,
    jobs: [],
    paper: normalisePaper({ title: `Mussels ${nth}`, abstract: 'Mussels hold on to rocks by threads.' }),
  });
  const read = vi.spyOn(String.prototype, 'slice');
  const questions = () => read.mock.contexts.filter((text) => String(text).length > 9_000).length;
  expect(showRecord(record(1), showing)?.says).toEqual(['Mussels hold on to rocks by threads.']);
  const once = questions();
  expect(once).toBeGreaterThan(0);
  for (const nth of [2, 3, 4]) showRecord(record(nth), showing);
  expect(questions()).toBe(once);
});
