import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Library } from '../../../library/library.ts';
import { normalisePaper, type Paper } from '../../../papers/paper.ts';
import type { ParsedReference } from '../../../papers/references/read-reference.ts';
import { shorten } from '../../../papers/text.ts';
import type { FoundWork } from '../../../papers/works/found-work.ts';
import { type MatchCertainty, matchReference, type ReferenceMatch } from '../../../papers/works/match-reference.ts';
import { mergeFound } from '../../../papers/works/merge.ts';
import { type PreparedRecord, type PreparedReference, prepareRecord } from '../../../papers/works/prepare-match.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';
import { findByWords } from '../library-search.ts';

/** Records that match some of the references, collected while sources answer. */
export type Candidates = {
  /** Adds matching records of sources. */
  addWorks(works: readonly FoundWork[]): void;
  /** Adds matching papers of the library or of stored jobs. */
  addLocal(papers: readonly Paper[]): Promise<void>;
  /** The best match so far for a reference. */
  readCertainty(index: number): MatchCertainty;
  /** Tells of a record with the title of a reference, by others than it names. */
  noteOnOthers(index: number): SearchNote | undefined;
  /** The works that sources returned, each once. */
  mergedWorks(): FoundWork[];
  readonly local: readonly Paper[];
};

export function collectCandidates(references: readonly PreparedReference[]): Candidates {
  const best: MatchCertainty[] = references.map(() => 'none');
  const works: FoundWork[] = [];
  const local: Paper[] = [];
  const byOthers = new Map<number, Paper>();
  /** Whether the record matches a reference, or at least shares its identifier. */
  const note = (record: Paper): boolean => {
    const prepared = prepareRecord(record);
    let isKept = false;
    for (const [index, reference] of references.entries()) {
      const { found: certainty, isByOthers } = matchCandidate(reference, prepared);
      if (isByOthers && !byOthers.has(index)) byOthers.set(index, record);
      if (RANKS[certainty] < RANKS[best[index] as MatchCertainty]) best[index] = certainty;
      isKept ||=
        certainty !== 'none' || (reference.parsed.ids.doi !== undefined && reference.parsed.ids.doi === record.doi);
    }
    return isKept;
  };
  return {
    addWorks: (added) => {
      for (const work of added) if (note(work.record)) works.push(work);
    },
    addLocal: async (papers) => {
      const kept = await mapInTurns(papers, note);
      local.push(...papers.filter((_, index) => kept[index]));
    },
    noteOnOthers(index) {
      const other = byOthers.get(index);
      return other && titleOfOthers(other);
    },
    readCertainty: (index) => best[index] as MatchCertainty,
    mergedWorks: () => mergeFound(works),
    local,
  };
}

const MAX_NAMES_CHARACTERS = 120;

function titleOfOthers({ title, authors, year }: Paper): SearchNote {
  const names = shorten(authors.join(', '), MAX_NAMES_CHARACTERS);
  return { kind: 'title-of-others', title: shorten(title, MAX_NAMES_CHARACTERS), authors: names, year };
}

/** Lower is better. */
export const RANKS: Record<MatchCertainty, number> = { exact: 0, likely: 1, none: 2 };

const NO_MATCH: ReferenceMatch = { found: 'none', differs: [], notCompared: [] };
/** Titles that share fewer words are never similar, so they can be rejected early. */
const MIN_SHARED_SHARE = 0.4;

/** As `matchReference`, but fast for the many records that have nothing in common with a reference. */
export function matchCandidate(reference: PreparedReference, prepared: PreparedRecord): ReferenceMatch {
  const { parsed, text, words } = reference;
  if (Object.keys(parsed.ids).length === 0 && parsed.kind !== 'words') {
    const shared = prepared.contentWords.filter((word) => words.has(word)).length;
    const shorter = Math.min(prepared.contentWords.length, reference.title.words.length);
    const isSplitOtherwise = text.letters.includes(prepared.title.letters);
    if (shared < shorter * MIN_SHARED_SHARE && !isSplitOtherwise) return NO_MATCH;
  }
  return matchReference(reference, prepared);
}

/** Maximum papers of the library compared with a reference. */
const MAX_BY_TITLE = 5;
const MAX_BY_WORDS = 8;

/** Adds library papers with the same identifiers, titles, or very similar words. */
export async function addFromLibrary(
  library: Library,
  parsed: readonly ParsedReference[],
  candidates: Candidates,
  signal: AbortSignal,
): Promise<void> {
  await library.catchUp(signal);
  for (const [index, { ids, title }] of parsed.entries()) {
    // Yields, because each takes a few milliseconds in a large library.
    await nextTurn();
    signal.throwIfAborted();
    const hasId = Object.keys(ids).length > 0;
    if (hasId) await candidates.addLocal(library.findSameWorks(normalisePaper(ids)).map(({ record }) => record));
    // Without an identifier, the papers of earlier jobs need not be the only ones of this title.
    if (title === undefined || (hasId && candidates.readCertainty(index) === 'exact')) continue;
    await candidates.addLocal(library.findByTitle(title, MAX_BY_TITLE));
    if (candidates.readCertainty(index) !== 'exact')
      await candidates.addLocal(findByWords(library, title, MAX_BY_WORDS));
  }
}
