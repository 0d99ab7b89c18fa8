import type { IndexedPaper, IndexSnapshot } from '../../../../src/library/engine/index/index-reader.ts';
import { compileFilters } from '../../../../src/library/engine/rank/compile-filters.ts';
import { rank } from '../../../../src/library/engine/rank/ranker.ts';
import { readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { weighQuery } from '../../../../src/library/engine/rank/weighted-query.ts';
import { sortPapers } from '../../../../src/papers/filters/where-filter.ts';
import { parseQuery } from '../../../../src/papers/query/query.ts';
import { searchIndex } from '../../../../src/search/federated/library-search.ts';
import { queryOf } from '../../../helpers/query.ts';
import { describeSnapshot, isEmpty } from './describe-snapshot.ts';
import { naiveSnapshot } from './naive-index.ts';
import { type Random, randomBody, randomFilters, toAnswer } from './random-papers.ts';

type Papers = ReadonlyMap<number, IndexedPaper>;

/** Throws where the snapshot does not hold exactly these papers. */
export function compareContents(snapshot: IndexSnapshot, papers: Papers): void {
  if (papers.size === 0) {
    if (!isEmpty(snapshot)) throw new Error('papers are in the index that should be empty');
    return;
  }
  const [found, wanted] = [describeSnapshot(snapshot), describeSnapshot(naiveSnapshot(papers.values()))];
  if (found !== wanted) throw new Error(`the index holds something else: ${firstDifference(found, wanted)}`);
}

/**
 * Throws where a random search of the snapshot gives another answer than the naive one. Scores are compared as they
 * are: every paper's sum is made in the order of the query's terms from numbers of the whole collection, so that it
 * is the same to the last bit however papers are spread over segments.
 */
export function compareAnswers(snapshot: IndexSnapshot, papers: Papers, random: Random): void {
  const naive = naiveSnapshot(papers.values());
  const body = randomBody(random);
  const filters = randomFilters(random);
  const request = JSON.stringify({ body, filters });
  const [found, wanted] = [snapshot, naive].map((each) => {
    const { hits } = searchIndex(each, parseQuery({ body, filters }));
    const answers = hits.map(({ id, score }) => toAnswer(papers.get(id) as IndexedPaper, score));
    const sorted = filters.sort === undefined ? answers : sortPapers(answers, filters.sort, (paper) => paper);
    return JSON.stringify({
      hits: hits.map(({ id, score }) => [id, score]),
      sorted: sorted.map(({ key }) => key),
      counted: countWithoutFeedback(each, body, filters),
    });
  });
  if (found !== wanted) throw new Error(`${request} finds something else: ${firstDifference(`${found}`, `${wanted}`)}`);
}

function countWithoutFeedback(
  snapshot: IndexSnapshot,
  body: ReturnType<typeof randomBody>,
  filters: ReturnType<typeof randomFilters>,
): number {
  const statistics = readStatistics(snapshot);
  const accept = (segment: IndexSnapshot['segments'][number]) => compileFilters(filters, segment);
  const options = { count: filters.limit, accept, feedback: false };
  return rank(snapshot, weighQuery(queryOf(body), statistics), statistics, options).hits.length;
}

function firstDifference(found: string, wanted: string): string {
  let at = 0;
  while (found[at] === wanted[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 120);
  return `\n  ${around(found)}\ninstead of\n  ${around(wanted)}`;
}
