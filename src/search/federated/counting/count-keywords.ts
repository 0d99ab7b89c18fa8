import type { KeywordCount } from '../../../contract/answers.ts';
import type { Filters } from '../../../contract/filters.ts';
import { addTo } from '../../../lib/groups.ts';
import type { SegmentReader } from '../../../library/engine/index/index-reader.ts';
import { compileFilters } from '../../../library/engine/rank/compile-filters.ts';
import type { Library } from '../../../library/library.ts';
import { stem } from '../../../papers/analysis/stem.ts';
import { usedFilters } from '../../../papers/filters/filter-check.ts';
import type { FoundPaper } from '../../../papers/found-paper.ts';
import type { Query } from '../../../papers/query/query.ts';
import { matchQuery } from '../../../papers/relevance/match.ts';
import { expectedKeywords, missingTogether } from '../../../papers/relevance/missing.ts';
import { type ComparedKeyword, type QueryTerms, readQueryTerms } from '../../../papers/relevance/query-terms.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import { searchedSegments } from '../library-search.ts';
import { readCandidates } from './read-candidates.ts';

/** Stops counting early. Excludes the bundled starter papers unless the search includes them. */
type CountOptions = { isOver: () => boolean; withStarter: boolean };

/** `read` of `of` papers with a word of a keyword: if they differ, the counts are those among the papers read. */
type KeywordCounts = { keywords: Record<string, number>; read: number; of: number };

/**
 * How many of the library's `hits` contain each keyword, counted as in the search's answer: its words together, or
 * another of its names. Undefined without keywords.
 */
export async function countKeywords(
  library: Library,
  query: Query,
  hits: ReadonlySet<number>,
  { isOver, withStarter }: CountOptions,
): Promise<KeywordCounts | undefined> {
  const compared = readQueryTerms(query);
  if (query.keywords.length === 0 || !compared) return undefined;
  const candidates = library
    .search((snapshot) =>
      searchedSegments(library, snapshot, withStarter).flatMap((segment) => {
        const lists = compared.keywords.map((keyword) => candidatesOf(keyword, segment));
        return idsOf(segment, query.filters, (docId) => lists.some((list) => list[docId] !== 0));
      }),
    )
    .filter((id) => hits.has(id));
  const counts = new Map(compared.keywords.map(({ keyword }) => [keyword, 0]));
  const read = await readCandidates(library, candidates, isOver, (paper) => {
    for (const keyword of matchQuery(compared, paper).keywords) addTo(counts, keyword);
  });
  return { keywords: Object.fromEntries(counts), read, of: candidates.length };
}

/** How many papers contain all of some keywords; a minimum if not all could be read in time. */
type TogetherCount = { papers: number; isAtLeast: boolean };

/**
 * How many papers of the library that meet the filters contain all of some keywords of the query, with the words of a
 * keyword in any order. The most promising ones, by the index, are read first.
 */
async function countTogether(
  library: Library,
  { filters }: Pick<Query, 'filters'>,
  question: QueryTerms,
  keywords: readonly string[],
  { isOver, withStarter }: CountOptions,
): Promise<TogetherCount> {
  const asked = question.keywords.filter(({ keyword }) => keywords.includes(keyword));
  const [likely, possible] = library.search((snapshot) => {
    const parts = searchedSegments(library, snapshot, withStarter).map((segment) => {
      const lists = asked.map((keyword) => candidatesOf(keyword, segment));
      const withAll = (least: number) =>
        idsOf(segment, filters, (docId) => {
          const degrees = lists.map((list) => list[docId] as number);
          const lowest = Math.min(...degrees);
          return least === LIKELY ? lowest === LIKELY : lowest === POSSIBLE;
        });
      return [withAll(LIKELY), withAll(POSSIBLE)] as const;
    });
    return [parts.flatMap(([each]) => each), parts.flatMap(([, each]) => each)] as const;
  });
  const candidates = [...likely, ...possible];
  let papers = 0;
  const read = await readCandidates(library, candidates, isOver, (paper) => {
    const { keywordsInAnyOrder } = matchQuery(question, paper);
    if (asked.every(({ keyword }) => keywordsInAnyOrder.includes(keyword))) papers += 1;
  });
  return { papers, isAtLeast: read < candidates.length };
}

/** Time limit for counting in a search, once with its filters and once without: after it the count is "at least". */
const BUDGET_MS = 200;

/**
 * How many papers of the library contain what none of the returned papers contains: a keyword, or keywords together. An
 * answer shows only the best papers, so their lack says nothing about the library. If no paper that meets the filters
 * contains it, papers that do not are counted, too: a filter does not make a topic absent.
 */
export async function countMissing(
  library: Library,
  query: Query,
  papers: readonly FoundPaper[],
  { withStarter, signal }: { withStarter: boolean; signal: AbortSignal },
): Promise<KeywordCount[]> {
  const question = readQueryTerms(query);
  const keywords = question ? expectedKeywords(question) : [];
  if (!question || keywords.length === 0) return [];
  const works = await mapInTurns(papers, (paper) => matchQuery(question, paper));
  const groups = missingTogether(works, keywords);
  const countAll = async (asked: readonly string[][], { filters }: Pick<Query, 'filters'>): Promise<KeywordCount[]> => {
    const end = performance.now() + BUDGET_MS;
    const isOver = () => signal.aborted || performance.now() > end;
    const counts: KeywordCount[] = [];
    for (const group of asked) {
      const found = await countTogether(library, { filters }, question, group, { isOver, withStarter });
      counts.push({ keywords: group, papers: found.papers, ...(found.isAtLeast && { isAtLeast: true }) });
    }
    return counts;
  };
  const counts = await countAll(groups, query);
  if (usedFilters(query.filters).length === 0) return counts;
  const absent = counts.filter((count) => count.papers === 0).map((count) => count.keywords);
  const { limit } = query.filters;
  const unfiltered = await countAll(absent, { filters: { limit } });
  return counts.map((count) => {
    const found = unfiltered.find(({ keywords: group }) => group === count.keywords);
    if (!found) return count;
    const { keywords: _, ...withoutFilters } = found;
    return { ...count, withoutFilters };
  });
}

/** Other kinds of words have a single form: the D of vitamin D occurs in every paper about it. */
const INFLECTED = /^[a-z]{3,}$/;
const POSSIBLE = 1;
const LIKELY = 2;

/**
 * Per docId, whether a paper contains a word of a keyword or all words of one of its names: the index has no positions.
 */
function candidatesOf({ terms, named }: ComparedKeyword, segment: SegmentReader): Uint8Array {
  const degrees = new Uint8Array(segment.maxDoc);
  const names = [
    terms.map(({ word }) => [stem(word)]),
    ...named.names.map((name) =>
      name.map(({ form, joined }) => (joined === undefined ? [stem(form)] : [stem(form), stem(joined)])),
    ),
  ];
  const isInflected = ([term = '']: readonly string[]) => INFLECTED.test(term);
  for (const name of names) {
    const counts = new Uint8Array(segment.maxDoc);
    for (const word of name) {
      for (const docId of docsWithAny(word, segment)) {
        const count = (counts[docId] as number) + 1;
        counts[docId] = count;
        if (count === name.length) degrees[docId] = LIKELY;
        else if (isInflected(word)) degrees[docId] = Math.max(degrees[docId] as number, POSSIBLE);
      }
    }
  }
  return degrees;
}

function docsWithAny(terms: readonly string[], segment: SegmentReader): Set<number> {
  const docs = new Set<number>();
  for (const term of terms) {
    const termId = segment.findTerm(term);
    if (termId < 0) continue;
    const { count, docIds } = segment.postings(termId);
    for (let at = 0; at < count; at += 1) docs.add(docIds[at] as number);
  }
  return docs;
}

/** The papers of a segment that meet the filters and the condition. */
function idsOf(segment: SegmentReader, filters: Filters, isWanted: (docId: number) => boolean): number[] {
  const accept = compileFilters(filters, segment);
  const ids: number[] = [];
  for (let docId = 0; docId < segment.maxDoc; docId += 1) {
    if (segment.isDeleted(docId) || !isWanted(docId) || (accept && !accept(docId))) continue;
    ids.push(segment.ids[docId] as number);
  }
  return ids;
}
