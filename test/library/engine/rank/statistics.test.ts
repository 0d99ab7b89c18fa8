import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexedPaper } from '../../../../src/library/engine/index/index-reader.ts';
import { RANKING } from '../../../../src/library/engine/rank/constants.ts';
import { readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { runs } from '../../../helpers/runs.ts';
import { indexed, indexOf, titled } from './indexed-papers.ts';

const WORDS = ['liver', 'kidney', 'spleen', 'beta-blocker', 'the', '深度', 'x'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));
const someText = text.map((words) => `anything ${words}`);
const paperTexts = fc.array(fc.record({ title: text, abstract: someText, summary: text, fullText: text }), {
  minLength: 1,
  maxLength: 12,
});
const numbered = (texts: Partial<IndexedPaper>[]) => texts.map((stats, at) => indexed({ id: at + 1, ...stats }));

/** All that the ranker asks of a collection, over some terms and lengths. */
function everything(lists: IndexedPaper[][], deleted: number[] = []) {
  const { papers, find, lengthFactors } = readStatistics(indexOf(lists, deleted));
  const terms = ['liver', 'kidnei', 'spleen', 'betablock', 'blocker', 'the', '深度', 'x', 'nowher'];
  return {
    papers,
    terms: terms.map((term) => [term, find(term).documentFrequency, find(term).idf]),
    factors: Object.entries(lengthFactors).map(([field, factors]) => [field, [...factors.slice(0, 40)]]),
  };
}

describe('the statistics of a collection', () => {
  it('do not change by full texts; a word that only these have is as rare as can be', () => {
    const records = numbered(Array.from({ length: 12 }, (_, at) => ({ title: at % 3 ? 'liver bile' : 'bile' })));
    const texts = records.map((paper) => ({ ...paper, fullText: 'liver bile quokka' }));
    const of = (papers: IndexedPaper[]) => readStatistics(indexOf([papers.slice(0, 5), papers.slice(5)], [2]));
    const [before, after] = [of(records), of(texts)];
    for (const term of ['liver', 'bile']) expect(after.find(term).idf).toBe(before.find(term).idf);
    expect(after.idfOfAll(['liver', 'bile'])).toBe(before.idfOfAll(['liver', 'bile']));
    expect([before, after].map(({ find }) => find('quokka').documentFrequency)).toEqual([0, 1]);
  });

  it('are those of its papers', () => {
    const snapshot = indexOf([titled('liver', 'liver kidney', 'kidney of the liver', 'spleen')]);
    const { papers, find, at } = readStatistics(snapshot);
    expect([papers, ...['liver', 'kidnei', 'nowher'].map((term) => find(term).documentFrequency)]).toEqual([
      4, 3, 2, 0,
    ]);
    // Completed by 29,996 papers, of which the table has `kidnei` in 2 ** -8 and `liver` in 2 ** -7.5.
    const [kidney, liver] = [2 + 29_996 * 2 ** -8, 3 + 29_996 * 2 ** -7.5];
    expect(find('kidnei').idf).toBeCloseTo(Math.log(1 + (30_000.5 - kidney) / (kidney + 0.5)), 12);
    expect(find('liver').idf).toBeCloseTo(Math.log(1 + (30_000.5 - liver) / (liver + 0.5)), 12);
    expect(find('nowher').idf).toBe(0);
    expect(find('nowher').termIds).toEqual([-1]);
    expect(snapshot.segments[0]?.termAt(find('spleen').termIds[0] as number)).toBe('spleen');
    expect(at(0, find('spleen').termIds[0] as number)).toBe(find('spleen'));
  });

  it('know the idf of distinctive terms alike in all segments', () => {
    const liver = Array.from({ length: 3 }, (_, at) => indexed({ id: at + 1, title: 'the liver 2019' }));
    const others = Array.from({ length: 60 }, (_, at) => indexed({ id: at + 10, title: `sand${at}` }));
    const snapshot = indexOf([liver.slice(0, 1), [...liver.slice(1), ...others]]);
    const { distinctiveIdf, find } = readStatistics(snapshot);
    const idfsOf = (term: string) =>
      find(term).termIds.map((termId, segmentIndex) => distinctiveIdf(segmentIndex, termId));
    const [inFirst, inSecond] = idfsOf('liver');
    expect(inFirst).toBeCloseTo(find('liver').idf, 5);
    // The first one was read for both.
    expect(inSecond).toBe(Math.fround(find('liver').idf));
    expect(['the', '2019'].map(idfsOf)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('take terms that are in no table of frequencies, such as numbers, as they are in the collection', () => {
    const { find } = readStatistics(indexOf([titled('x 19', 'x', 'rock')]));
    expect(find('x').idf).toBeCloseTo(Math.log(3 / 2), 3);
    expect(find('19').idf).toBeCloseTo(Math.log(3), 3);
  });

  it('keep the rarest word of a topic rare where every paper has it, as those that a search found', () => {
    const { find } = readStatistics(indexOf([titled('cranial survival', 'cranial survival', 'cranial', 'cranial')]));
    expect(find('cranial').idf).toBeGreaterThan(find('surviv').idf);
  });

  it('are above 0 also for a term that every paper holds', () => {
    const { find } = readStatistics(indexOf([titled('liver', 'liver', 'liver')]));
    expect(find('liver').idf).toBeGreaterThan(0);
  });

  it('of nothing are nothing', () => {
    const { papers, find, lengthFactors } = readStatistics({ segments: [] });
    expect([papers, find('liver').idf, find('liver').termIds]).toEqual([0, 0, []]);
    expect([lengthFactors.title[0], lengthFactors.title[500]]).toEqual([1, 1]);
  });

  it('are collected once for a snapshot, and anew for another one', () => {
    const [one, other] = [indexOf([titled('liver')]), indexOf([titled('liver', 'liver')])];
    expect(readStatistics(one)).toBe(readStatistics(one));
    expect([readStatistics(one).papers, readStatistics(other).papers]).toEqual([1, 2]);
  });

  it('are equal however the papers are spread over segments', () => {
    fc.assert(
      fc.property(
        paperTexts,
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 12, maxLength: 12 }),
        (texts, to) => {
          const papers = numbered(texts);
          const spread = [0, 1, 2]
            .map((list) => papers.filter((_, at) => to[at] === list))
            .filter(({ length }) => length);
          expect(everything(spread)).toEqual(everything([papers]));
        },
      ),
      { seed: 11, numRuns: runs(10) },
    );
  });

  it('are those of the papers that are left when some are deleted or replaced', () => {
    fc.assert(
      fc.property(paperTexts, paperTexts, fc.subarray([1, 2, 3, 4, 5]), (texts, newer, deleted) => {
        const [old, replacing] = [numbered(texts), numbered(newer.slice(0, 3))];
        const gone = deleted.filter((id) => id <= Math.max(old.length, replacing.length));
        const left = [...old.slice(replacing.length), ...replacing].filter(({ id }) => !gone.includes(id));
        fc.pre(left.length > 0);
        expect(everything([old, replacing], gone)).toEqual(everything([left]));
      }),
      { seed: 12, numRuns: runs(10) },
    );
  });
});

describe('what a length counts', () => {
  it('is 1 at the average, more below it and less above', () => {
    const papers = [indexed({ id: 1, title: 'liver', abstract: 'a b c d' }), indexed({ id: 2, title: 'x y z' })];
    const { title, abstract, summary } = readStatistics(indexOf([papers])).lengthFactors;
    expect(title[2]).toBeCloseTo(1, 6);
    expect(title[4]).toBeCloseTo(1 / (1 - RANKING.titleB + (RANKING.titleB * 4) / 2), 6);
    // The average is over the papers that have an abstract.
    expect(abstract[4]).toBeCloseTo(1, 6);
    expect(abstract[2]).toBeGreaterThan(1);
    expect(abstract[8]).toBeLessThan(1);
    // Nobody has a summary.
    expect([summary[0], summary[9]]).toEqual([1, 1]);
  });
});
