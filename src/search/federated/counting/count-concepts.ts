import type { KeywordCount } from '../../../contract/answers.ts';
import type { Filters } from '../../../contract/filters.ts';
import type { Library } from '../../../library/library.ts';
import { usedFilters } from '../../../papers/filters/filter-meaning.ts';
import type { FoundPaper } from '../../../papers/found-paper.ts';
import type { Query } from '../../../papers/query/query.ts';
import { readQueryTokens } from '../../../papers/query/terms.ts';
import { phrasesOfText } from '../../../papers/relevance/deciding.ts';
import { type Match, matchJobInTurns, matchQuery } from '../../../papers/relevance/match.ts';
import { expectedConcepts, listAskedConcepts, missingTogether } from '../../../papers/relevance/missing.ts';
import { type QueryTerms, readQueryTerms } from '../../../papers/relevance/query-terms.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import { keywordCandidates } from './keyword-candidates.ts';
import { readCandidates } from './read-candidates.ts';

/** Maximum concepts reported as absent from all papers. */
const MAX_ABSENT = 3;
/** A concept with more candidate papers is not counted alone: it is certainly present, and reading them takes long. */
const MAX_READ_FOR_ONE = 2_500;
/** Time limit of all counts of a search; counts that it cuts short are reported as "at least". */
const BUDGET_MS = 4_000;
/** Two concepts count as one if this share of the papers with the rarer one has both: a drug and its class. */
const SAME_CONCEPT_SHARE = 0.9;

type Options = { withStarter: boolean; signal: AbortSignal };

/**
 * How many papers of the library that meet the filters contain the rarest concept of a search, also together with the
 * next rarest ones, and what none of the returned papers contains: an answer shows only the best papers, so their lack
 * says nothing about the library. If no paper that meets the filters contains it, papers that do not are counted, too:
 * a filter does not make a topic absent.
 */
export async function countConcepts(
  library: Library,
  query: Query,
  papers: readonly FoundPaper[],
  { withStarter, signal }: Options,
): Promise<KeywordCount[]> {
  const question = readCounted(query);
  if (!question) return [];
  const end = performance.now() + BUDGET_MS;
  const isOver = () => signal.aborted || performance.now() > end;
  const works = await matchJobInTurns(question, papers, mapInTurns);
  const joined = works[0]?.question ?? question;
  const counter = createCounter(library, question, query.filters, { withStarter, isOver });
  const counts = await countRarest(
    counter,
    listAskedConcepts(joined).map(({ name }) => name),
  );
  const missing = query.keywords.length > 0 ? missingTogether(works, expectedConcepts(joined)) : [];
  for (const group of missing)
    if (!counts.some(({ keywords }) => isSame(keywords, group))) counts.push(await counter.count(group));
  if (usedFilters(query.filters).length === 0) return counts;
  const unfiltered = createCounter(library, question, { limit: query.filters.limit }, { withStarter, isOver });
  return await Promise.all(
    counts.map(async (count) => {
      if (count.papers > 0) return count;
      const { keywords: _, ...withoutFilters } = await unfiltered.count(count.keywords);
      return { ...count, withoutFilters };
    }),
  );
}

/** A text is counted by its heaviest phrases. A strategy has its own count. */
function readCounted(query: Query): QueryTerms | undefined {
  if (query.strategy) return undefined;
  const question = readQueryTerms(query);
  if (question?.judgedBy !== 'text') return question;
  const phrases = phrasesOfText(query.text?.text ?? '');
  return readQueryTerms({ keywords: phrases.map((text) => ({ text, tokens: readQueryTokens(text) })) });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}

/**
 * Counts the concepts that no paper has, then the rarest one that some paper has, alone and together with the next
 * rarest. Skips a concept that is only another name of a more common one. Where no paper has both of the rarest, they
 * may be two names of one thing (`hippotherapy`, `horseback riding`): the second is counted, too.
 */
async function countRarest(counter: Counter, names: readonly string[]): Promise<KeywordCount[]> {
  const rarest = [...names].sort((a, b) => counter.upperBound(a) - counter.upperBound(b));
  const absent: KeywordCount[] = [];
  for (const [index, first] of rarest.entries()) {
    const [second, third] = rarest.slice(index + 1);
    const isCommon = counter.upperBound(first) > MAX_READ_FOR_ONE;
    const alone = isCommon ? undefined : await counter.count([first]);
    if (alone?.papers === 0) {
      absent.push(alone);
      if (absent.length === MAX_ABSENT) return absent;
      continue;
    }
    const found = [...absent, ...(alone ? [alone] : [])];
    if (second === undefined) return found;
    const both = await counter.count([first, second]);
    if (alone && both.papers >= SAME_CONCEPT_SHARE * alone.papers) continue;
    if (third === undefined) return [...found, both];
    const other = await counter.count([first, third]);
    if (both.papers > 0 && other.papers > 0)
      return [...found, both, other, await counter.count([first, second, third])];
    const isNameToo = both.papers === 0 && !both.isAtLeast && counter.upperBound(second) <= MAX_READ_FOR_ONE;
    const ofSecond = isNameToo ? [await counter.count([second]), await counter.count([second, third])] : [];
    return [...found, both, other, ...ofSecond];
  }
  return absent;
}

type Counter = {
  /** The maximum number of papers that have a keyword. */
  upperBound(keyword: string): number;
  /** How many papers have all of some keywords; "at least" if the time ran out. */
  count(keywords: readonly string[]): Promise<KeywordCount>;
};

/** Counts papers of the library. A paper is compared once for all counts. */
function createCounter(
  library: Library,
  question: QueryTerms,
  filters: Filters,
  { withStarter, isOver }: { withStarter: boolean; isOver: () => boolean },
): Counter {
  const candidates = new Map<string, Set<number>>();
  const candidatesOf = (name: string) => {
    const listed = candidates.get(name);
    if (listed) return listed;
    const keyword = question.keywords.find((each) => each.keyword === name);
    const ids = keyword ? keywordCandidates(library, keyword, filters, { withStarter }) : new Set<number>();
    candidates.set(name, ids);
    return ids;
  };
  const compared = new Map<number, Match>();
  return {
    upperBound: (keyword) => candidatesOf(keyword).size,
    async count(keywords) {
      const [first = new Set<number>(), ...others] = keywords.map(candidatesOf).sort((a, b) => a.size - b.size);
      const ids = [...first].filter((id) => others.every((each) => each.has(id)));
      const found = ids.flatMap((id) => compared.get(id) ?? []);
      const unread = ids.filter((id) => !compared.has(id));
      const read = await readCandidates(library, unread, isOver, (paper, id) => {
        const match = matchQuery(question, paper);
        compared.set(id, match);
        found.push(match);
      });
      const hasAll = (matched: readonly string[]) => keywords.every((keyword) => matched.includes(keyword));
      const inOrder = found.filter((match) => hasAll(match.keywords)).length;
      // "None" is true only if no paper has the words in another order.
      const papers = inOrder > 0 ? inOrder : found.filter((match) => hasAll(match.keywordsInAnyOrder)).length;
      return { keywords: [...keywords], papers, ...(read < unread.length && { isAtLeast: true }) };
    },
  };
}
