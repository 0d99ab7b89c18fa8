import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FinderOutcome, PaperFinder } from '../../jobs/ports/paper-finder.ts';
import { counted } from '../../lib/counted.ts';
import type { Library } from '../../library/library.ts';
import { normalisePaper, type Paper } from '../../papers/paper.ts';
import type { ParsedReference } from '../../papers/references/read-reference.ts';
import { fromWire } from '../../papers/wire.ts';
import type { LookUpKind } from '../../sources/source.ts';
import { prepareReference } from '../../works/match-reference.ts';
import { mergeFound } from '../../works/merge.ts';
import { joinWithLibrary } from '../join-with-library.ts';
import { findByWords } from '../library-search.ts';
import type { LiveSources } from '../live-sources.ts';
import { persistResults, withSourceDates } from '../persist-results.ts';
import { failuresInWords, outcomesInWords, reportsOf } from '../source-reports.ts';
import { askSources, type LookUpOutcome } from './ask-sources.ts';
import { type Candidates, collectCandidates } from './candidates.ts';
import { chooseAuthors, chooseForReference } from './choose.ts';
import { rankForWords } from './rank-for-words.ts';

/** Papers of the library that are compared with a reference. */
const MAX_BY_TITLE = 5;
const MAX_BY_WORDS = 8;

export type PaperFinderParts = {
  library: () => Promise<Library>;
  live: () => Promise<LiveSources>;
  /** Whether papers of the library count; it is opened anyway, for the quartiles of journals. */
  withLibrary: boolean;
  /** Whether what sources gave is added to the library. */
  keepFound: boolean;
};

/** Finds papers in the library and at the live sources, in hosted mode, too. */
export function createPaperFinder(parts: PaperFinderParts): PaperFinder {
  return {
    async find(parsed, stored, count, asking): Promise<FinderOutcome> {
      const library = await parts.library();
      const references = parsed.map(prepareReference);
      const candidates = collectCandidates(references);
      candidates.addLocal(stored.map(fromWire));
      if (parts.withLibrary) await addFromLibrary(library, parsed, candidates, asking.signal);
      const ids = idsToAsk(parsed, candidates);
      const sources = await (await parts.live()).use(asking, (all, context) =>
        askSources(all, references, ids, candidates, context),
      );
      asking.signal.throwIfAborted();
      const { outcomes } = sources;
      const merged = withSourceDates({ works: mergeFound(candidates.works), outcomes, lookUps: outcomes });
      const joined = joinWithLibrary(library, merged, { withLibrary: parts.withLibrary });
      const records = [...joined.map(({ record }) => record), ...candidates.local];
      const items = references.map((reference, index) => {
        if (reference.parsed.author) return chooseAuthors(reference.parsed.author, sources.authors.get(index));
        const choices = chooseForReference(reference, records, count);
        if (reference.parsed.kind !== 'words' || choices.found === 'exact') return choices;
        return rankForWords(library, reference, sources.byWords.get(index) ?? [], choices, {
          count,
          withLibrary: parts.withLibrary,
        });
      });
      await nextTurn();
      const storedPapers = parts.keepFound && joined.length > 0 ? await persistResults(library, joined) : [];
      return { items, ...describe(sources), notes: [...notesOn(sources), ...storedPapers] };
    },
  };
}

/** The papers of the library with the identifiers, the titles, or much the same words. */
async function addFromLibrary(
  library: Library,
  parsed: readonly ParsedReference[],
  candidates: Candidates,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, { ids, title }] of parsed.entries()) {
    // Each takes some milliseconds in a large library.
    await nextTurn();
    signal.throwIfAborted();
    if (Object.keys(ids).length > 0)
      candidates.addLocal(library.findSameWorks(normalisePaper(ids)).map(({ record }) => record));
    if (title === undefined || candidates.certaintyOf(index) === 'exact') continue;
    candidates.addLocal(library.findByTitle(title, MAX_BY_TITLE));
    if (candidates.certaintyOf(index) !== 'exact') candidates.addLocal(findByWords(library, title, MAX_BY_WORDS));
  }
}

/** The identifiers that were given, and the DOIs of papers that are found: sources know of retractions. */
function idsToAsk(parsed: readonly ParsedReference[], { local }: Candidates): Record<LookUpKind, readonly string[]> {
  const idsOf = (name: keyof ParsedReference['ids']) => parsed.flatMap(({ ids }) => ids[name] ?? []);
  const localDois = local.flatMap(({ doi }: Paper) => doi ?? []);
  const unique = (ids: readonly string[]) => [...new Set(ids)];
  return {
    doi: unique([...idsOf('doi'), ...localDois]),
    arxiv: unique(idsOf('arxivId')),
    pmid: unique(idsOf('pmid')),
    pmcid: unique(idsOf('pmcid')),
    openalex: unique(idsOf('openAlexId')),
  };
}

function describe({ outcomes, unasked }: LookUpOutcome): Pick<FinderOutcome, 'sources' | 'isPartial' | 'isUnanswered'> {
  const failed = outcomes.filter(({ failure }) => failure !== undefined && failure !== 'skipped');
  const isUnanswered =
    outcomes.length > 0 && outcomes.every(({ failure, records }) => failure !== undefined && records.length === 0);
  return { sources: reportsOf(outcomes), isPartial: failed.length > 0 || unasked > 0, isUnanswered };
}

/** Failures come first. */
function notesOn({ outcomes, unasked }: LookUpOutcome): string[] {
  const missed = `${counted(unasked, 'item')} could not be looked up at every source in time: look them up again.`;
  return [...failuresInWords(outcomes), ...(unasked > 0 ? [missed] : []), ...outcomesInWords(outcomes)];
}
