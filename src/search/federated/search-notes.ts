import { DEFAULT_LIVE_SOURCES, USUAL_SOURCES } from '../../contract/source-facts.ts';
import { findKeySetting } from '../../contract/source-names.ts';
import type { Library } from '../../library/library.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { FUNCTION_STEMS } from '../../papers/analysis/stop-words.ts';
import { usedFilters } from '../../papers/filters/filter-meaning.ts';
import { isFunctionWordOf, readForeignLanguage } from '../../papers/query/foreign-language.ts';
import type { Query } from '../../papers/query/query.ts';
import { isCountedTerm } from '../../papers/relevance/rarity.ts';
import type { FoundWork } from '../../papers/works/found-work.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import { sourceTitle } from '../sources/registry.ts';
import type { SourceOutcome } from '../sources/runner.ts';
import { wordStatistics } from './library-search.ts';
import { searchStoredPapers } from './rank-by-words.ts';
import type { StrategyOutcome } from './strategy/filter.ts';

/** What a search says about the library, its request and its filters. */

/** For a request about quartiles: how many journals of the found works are missing in the imported rankings. */
export function unrankedNote(library: Library, works: readonly FoundWork[], { filters }: Query): SearchNote[] {
  if (filters.quartileRanking === undefined && !filters.sort?.startsWith('quartileRanking:')) return [];
  const unranked = works.map(({ record }) => record).filter((record) => !library.lookUpQuartile(record));
  const issns = new Set(unranked.flatMap(({ issns: numbers = [] }) => numbers.slice(0, 1)));
  return issns.size === 0 ? [] : [{ kind: 'journals-unranked', journals: issns.size }];
}

export function libraryNote(library: Library, answered: boolean): SearchNote {
  const { papers, starter, counted } = library.size();
  if (papers > starter) return { kind: 'library-searched', papers: counted };
  return answered ? { kind: 'library-empty' } : { kind: 'starter-only', papers };
}

/** A word in a smaller share of the papers may come from a few papers in another language, so it counts as unknown. */
const PAPERS_PER_KNOWN = 5_000;
const MAX_SHARE_KNOWN = 0.5;

/** A note that the query is in a language other than the library's, if few of its words are known there. */
export function languageNote(library: Library, { keywords, text }: Query): SearchNote[] {
  const all = [...keywords, ...(text ? [text] : [])];
  const { papers, documentFrequency } = wordStatistics(library);
  const isKnown = (word: string) =>
    isCountedTerm(stem(word)) || documentFrequency(stem(word)) > papers / PAPERS_PER_KNOWN;
  const language = readForeignLanguage(all.map((each) => each.text).join(' '), isKnown);
  if (language === undefined) return [];
  const terms = [...new Set(all.flatMap(({ tokens }) => tokens.map(({ term }) => term)))].filter(
    (term) => !FUNCTION_STEMS.has(term) && !isFunctionWordOf(language, term),
  );
  const known = terms.filter((term) => documentFrequency(term) > papers / PAPERS_PER_KNOWN).length;
  return known <= terms.length * MAX_SHARE_KNOWN
    ? [{ kind: 'other-language', language, known, words: terms.length }]
    : [];
}

/** `sources`: those that the settings name. */
export function notAskedNote({ sources }: { sources: readonly string[] }): SearchNote[] {
  const absent = USUAL_SOURCES.filter((name) => !sources.includes(name));
  // If the sources setting excludes others too, a key alone would not add any.
  const areDefaultsAsked = DEFAULT_LIVE_SOURCES.every((name) => sources.includes(name));
  const settings = areDefaultsAsked ? absent.flatMap((name) => findKeySetting(name) ?? []) : [];
  return absent.length > 0 ? [{ kind: 'not-searched', titles: absent.map(sourceTitle), settings }] : [];
}

/** Counting stops here: more would not change the advice. */
const MAX_COUNTED_PAPERS = 100;

/** How many library papers the same search would return without each filter in turn. Undefined without filters. */
export async function whichFilterToRelax(
  library: Library,
  query: Query,
  state: Parameters<typeof searchStoredPapers>[2],
): Promise<SearchNote | undefined> {
  const without: Extract<SearchNote, { kind: 'no-match' }>['without'] = [];
  for (const filter of usedFilters(query.filters)) {
    const others = { ...query.filters, [filter]: undefined, sort: undefined };
    const { papers: found } = await searchStoredPapers(library, { ...query, filters: others }, state);
    const papers = Math.min(found.length, MAX_COUNTED_PAPERS);
    without.push({ filter, papers, isAtLeast: papers === MAX_COUNTED_PAPERS });
  }
  without.sort((a, b) => b.papers - a.papers);
  return without.length > 0 ? { kind: 'no-match', without } : undefined;
}

/** Notes on parts of the strategy that sources do not support, and on how many works it excluded. */
export function strategyNotes(
  outcomes: readonly SourceOutcome[],
  { unmet, unknown }: Omit<StrategyOutcome, 'works'>,
): SearchNote[] {
  const changed = outcomes.flatMap(({ source, translation, failure }) =>
    translation === undefined || translation.changes.length === 0 || failure === 'skipped'
      ? []
      : [{ title: sourceTitle(source), changes: [...translation.changes] }],
  );
  return [
    ...(changed.length > 0 ? [{ kind: 'strategy-changed', sources: changed } as const] : []),
    ...(unmet + unknown > 0 ? [{ kind: 'strategy-left-out', unmet, unknown } as const] : []),
  ];
}
