import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeywordCount } from '../../../contract/answers.ts';
import type { Library } from '../../../library/library.ts';
import type { FoundPaper } from '../../../papers/found-paper.ts';
import type { Query } from '../../../papers/query/query.ts';
import type { FoundWork } from '../../../papers/works/found-work.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';
import { isStarterOnly } from '../library-search.ts';
import { languageNote } from '../search-notes.ts';
import { unreadNote } from '../strategy/filter.ts';
import { visitHits } from '../visit-hits.ts';
import { countConcepts } from './count-concepts.ts';
import { countParts } from './count-parts.ts';

/**
 * Counts the papers of the library that meet the filters and contain a word of the search, or meet its strategy, as a
 * dry run does, and those in some sets of ids.
 */
function countLibrary(
  library: Library,
  query: Query,
  sets: readonly ReadonlySet<number>[],
  { withStarter }: { withStarter: boolean },
): { hits: number; within: number[] } {
  const within = sets.map(() => 0);
  let hits = 0;
  visitHits(library, query, { withStarter }, (id) => {
    hits += 1;
    for (const [index, ids] of sets.entries()) if (ids.has(id)) within[index] = (within[index] ?? 0) + 1;
    return true;
  });
  return { hits, within };
}

/** The papers of the library that a search finds. Those that sources also returned are included in its hits. */
export type StoredHits = {
  hits: number;
  inSources: number;
  /** Papers of the answer that come from the library. */
  gave: number;
  /** Of those that no source returned: papers in the answer, and papers excluded because they match too little. */
  returned: number;
  unfit: number;
  /** Papers in the answer or excluded that contain no word of the search: they are similar to the best. */
  alike: number;
  /** How many papers contain the rarest concepts of the search, and those that no paper of the answer contains. */
  together: KeywordCount[];
  /** How many papers meet each concept of a strategy that none of them meets, or were read if there was little time. */
  parts: SearchNote[];
};

/** Papers of an answer, library ids by their keys, and library ids of papers found but excluded. */
type Ranked = { papers: readonly FoundPaper[]; ids: ReadonlyMap<string, number>; unfit: ReadonlySet<number> };

/** Counts the same as a dry run. If no source returned works, the library may consist of the starter catalogue only. */
export async function countStored(
  library: Library,
  works: readonly FoundWork[],
  { papers, ids, unfit }: Ranked,
  query: Query,
  { answered }: { answered: boolean },
  signal: AbortSignal,
): Promise<StoredHits> {
  const foundBySources = new Set(works.flatMap(({ replaces = [] }) => replaces));
  const returned = new Set(papers.flatMap(({ key }) => ids.get(key) ?? []));
  const keys = new Set(papers.map(({ key }) => key));
  const both = works.flatMap(({ record, replaces = [] }) => (keys.has(record.key) ? [replaces] : []));
  const withStarter = works.length === 0 && isStarterOnly(library) && !answered;
  const sets = [foundBySources, returned, unfit, new Set(both.flat())];
  const counted = countLibrary(library, query, sets, { withStarter });
  const [inSources = 0, ofReturned = 0, ofUnfit = 0, ofBoth = 0] = counted.within;
  const shown = returned.size + unfit.size;
  const alike = shown - ofReturned - ofUnfit;
  const hits = Math.max(counted.hits, inSources + shown - alike);
  await nextTurn();
  const counting = { withStarter, signal };
  // Phrases of a question in another language name nothing that the library could have.
  const isForeign = languageNote(library, query).length > 0;
  const together = isForeign ? [] : await countConcepts(library, query, papers, counting);
  const concepts = hits === 0 && papers.length === 0 ? await countParts(library, query, counting) : [];
  const parts = [...concepts, ...unreadNote(library, query)];
  const gave = returned.size + Math.min(ofBoth, both.length);
  return { hits, inSources, gave, returned: returned.size, unfit: unfit.size, alike, together, parts };
}
