import { describe, expect, it } from 'vitest';
import type { IndexedPaper, SegmentReader } from '../../../../src/library/engine/index/index-reader.ts';
import { memorySegment } from '../../../../src/library/engine/index/segment/memory-segment.ts';
import {
  createVectorSegment,
  createVectorWriter,
} from '../../../../src/library/engine/index/segment/vector-segment.ts';
import { parseQuery } from '../../../../src/papers/query/query.ts';
import { searchIndex } from '../../../../src/search/federated/library-search.ts';
import { seededRandom } from '../../../crash/scripts.ts';
import { some } from '../../../helpers/runs.ts';
import { indexed } from '../rank/indexed-papers.ts';
import { randomBody, randomPaper } from './random-papers.ts';

/** Papers without their full texts, numbered from 1 on. */
function papersOf(seed: number, count: number): IndexedPaper[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, at) => ({ ...randomPaper(random, at + 1), fullText: undefined }));
}

function vectorsOf(papers: readonly IndexedPaper[]): SegmentReader {
  const { write } = createVectorWriter();
  const { add, read } = createVectorSegment();
  for (const paper of papers) add(write(paper, 1).vector);
  return read();
}

/** All that a segment has of each paper's words, by the words. */
function contentsOf(segment: SegmentReader) {
  return Array.from(segment.ids, (id, docId) => {
    const { count, terms, frequencies } = segment.termVector(docId);
    const words = Array.from(terms.subarray(0, count), (term, at) => [segment.termAt(term), frequencies[at]]);
    const { lengths, contentTerms, contentTitleTerms } = segment;
    return {
      id,
      words: Object.fromEntries(words),
      lengths: [lengths.title[docId], lengths.abstract[docId], lengths.summary[docId]],
      content: [contentTerms[docId], contentTitleTerms[docId]],
    };
  });
}

function postingsOf(segment: SegmentReader) {
  const lists = Array.from({ length: segment.terms }, (_, term): [string, unknown] => {
    const { count, docIds, frequencies } = segment.postings(term);
    expect(segment.findTerm(segment.termAt(term))).toBe(term);
    return [
      segment.termAt(term),
      [segment.documentFrequency(term), [...docIds.subarray(0, count)], [...frequencies.subarray(0, count)]],
    ];
  });
  return Object.fromEntries(lists);
}

describe('a segment of vectors', () => {
  it.each(some([1, 2, 3, 4, 5, 6, 7, 8]))('is of the words of its papers, as any segment (seed %i)', (seed) => {
    const papers = papersOf(seed, 60);
    const [ofVectors, ofTexts] = [vectorsOf(papers), memorySegment(papers)];
    expect(contentsOf(ofVectors)).toEqual(contentsOf(ofTexts));
    expect(postingsOf(ofVectors)).toEqual(postingsOf(ofTexts));
    expect(ofVectors.totals).toEqual(ofTexts.totals);
    expect(ofVectors.findTerm('nobody has this')).toBe(-1);
    const random = seededRandom(seed);
    for (let query = 0; query < 6; query += 1) {
      const asked = parseQuery({ body: randomBody(random), filters: { limit: 300 } });
      const [found, expected] = [ofVectors, ofTexts].map((segment) => searchIndex({ segments: [segment] }, asked).hits);
      // The sum of equal numbers in another order may differ in its last digits.
      expect(new Map(found?.map(({ id, score }) => [id, score.toFixed(4)]))).toEqual(
        new Map(expected?.map(({ id, score }) => [id, score.toFixed(4)])),
      );
    }
  });

  it('may grow after it was read', () => {
    const { write } = createVectorWriter();
    const { add, read } = createVectorSegment();
    const papers = papersOf(9, 40);
    for (const paper of papers.slice(0, 10)) add(write(paper, 1).vector);
    const first = read();
    for (const paper of papers.slice(10)) add(write(paper, 1).vector);
    expect(contentsOf(first)).toEqual(contentsOf(memorySegment(papers.slice(0, 10))));
    expect(contentsOf(read())).toEqual(contentsOf(memorySegment(papers)));
  });

  it('may be of no paper, and of one that says nothing', () => {
    expect(vectorsOf([])).toMatchObject({ papers: 0, maxDoc: 0, terms: 0 });
    expect(vectorsOf([indexed({ id: 1 })])).toMatchObject({ papers: 1, maxDoc: 1, terms: 0 });
  });

  it('gives the words of a paper as often as they count', () => {
    const owls = { id: 1, title: 'Owls', abstract: 'An owl and owls, at night', summary: 'Œuvre: 猫' };
    const { words } = createVectorWriter().write(indexed(owls), 3);
    expect(words).toBe('owl owl owl owl owl an and at night oeuvr 猫 ');
    const long = indexed({ id: 2, title: Array.from({ length: 3_000 }, (_, at) => `owl${at}`).join(' ') });
    expect(createVectorWriter().write(long, 1).words).toBe(`${long.title} `);
  });
});
