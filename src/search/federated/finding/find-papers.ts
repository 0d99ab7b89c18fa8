import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AskedSource, FinderOutcome, LookUpMatch, PaperFinder } from '../../../jobs/ports/paper-finder.ts';
import type { Library } from '../../../library/library.ts';
import { toRecord } from '../../../papers/found-paper.ts';
import type { Paper } from '../../../papers/paper.ts';
import { isFromMemory, isTopicOrQuestion, type ParsedReference } from '../../../papers/references/read-reference.ts';
import { type PreparedReference, prepareReference } from '../../../papers/works/prepare-match.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import { joinWithLibrary } from '../join-with-library.ts';
import type { LiveSources } from '../live-sources.ts';
import { persistResults, withSourceDates } from '../persist-results.ts';
import { askSources, noteLookUp, reportLookUp } from './ask-sources.ts';
import { addFromLibrary, collectCandidates } from './candidates.ts';
import { chooseAuthors, chooseForReference } from './choose.ts';
import { collectEvidence, listAsked } from './evidence.ts';
import { papersOfNames, papersOfNamesAndYears } from './papers-of-author.ts';
import { rankForWords } from './rank-for-words.ts';

export type PaperFinderParts = {
  library: () => Promise<Library>;
  live: () => Promise<LiveSources>;
  /** Whether the library's papers count. It is opened in any case, for quartiles of journals. */
  withLibrary: boolean;
  /** Whether results of sources are added to the library. */
  keepFound: boolean;
};

/** Finds papers in the library and at live sources, also in hosted mode. */
export function createPaperFinder(parts: PaperFinderParts): PaperFinder {
  return {
    async find(parsed, stored, count, asking): Promise<FinderOutcome> {
      const papersEach = count ?? 1;
      const library = await parts.library();
      const references = await mapInTurns(parsed, prepareReference);
      const candidates = collectCandidates(references);
      await candidates.addLocal(stored.map(toRecord));
      if (parts.withLibrary) await addFromLibrary(library, parsed, candidates, asking.signal);
      const papersByAuthor = parts.withLibrary ? await papersOfNames(library, parsed, asking.signal) : new Map();
      const named = parts.withLibrary
        ? await papersOfNamesAndYears(library, parsed, asking.signal)
        : new Map<number, Paper[]>();
      const evidence = collectEvidence();
      const sources = await (await parts.live()).use(asking, (all, context) =>
        askSources(all, references, { candidates, evidence }, context),
      );
      asking.signal.throwIfAborted();
      const { outcomes } = sources;
      const merged = withSourceDates({ works: candidates.mergedWorks(), outcomes, lookUps: outcomes });
      const joined = joinWithLibrary(library, merged, { withLibrary: parts.withLibrary });
      const records = [...joined.map(({ record }) => record), ...candidates.local];
      const choose = (reference: PreparedReference, index: number): LookUpMatch => {
        const { author, kind } = reference.parsed;
        if (author) return chooseAuthors(author, sources.authors.get(index), papersByAuthor.get(index), count);
        const choices = chooseForReference(reference, records, count);
        const papersByNames = named.get(index);
        if (choices.found === 'none' && papersByNames) return toLikelyMatch(papersByNames, papersEach);
        const isWords = kind === 'words' || (choices.found === 'none' && isFromMemory(reference.parsed));
        if (!isWords || choices.found === 'exact') return choices;
        const works = sources.byWords.get(index) ?? [];
        return rankForWords(library, reference, works, choices, { count: papersEach, withLibrary: parts.withLibrary });
      };
      const judgeMissing = (reference: ParsedReference, index: number) => {
        const judgement = evidence.judge(reference, index);
        if (judgement.found === undefined && isTopicOrQuestion(reference))
          return { note: { kind: 'no-paper-on-topic' } as const };
        const note = candidates.noteOnOthers(index);
        if (note === undefined) return judgement;
        const { found, class: wrong } = judgement;
        return { found, ...(wrong && { class: wrong }), note };
      };
      const items = await mapInTurns([...references.entries()], ([index, reference]) => {
        const match = choose(reference, index);
        const isTopic = reference.parsed.kind === 'words' && match.found !== 'exact' && !named.has(index);
        // Papers that do not match are suggestions.
        if ((isTopic || match.found === 'none') && match.papers.length > 0) return withoutVerdict(match);
        if (match.found !== 'none') return match;
        // An identifier that belongs to another paper says more than one that a registry does not know.
        return { ...judgeMissing(reference.parsed, index), ...withoutVerdict(match) };
      });
      await nextTurn();
      const storedPapers = parts.keepFound && joined.length > 0 ? await persistResults(library, joined) : [];
      const libraryOutcome: AskedSource[] = parts.withLibrary
        ? [{ source: 'library', outcome: 'answered', works: library.size().counted }]
        : [];
      const asked = [...libraryOutcome, ...listAsked(parsed, sources.asked)];
      return { items, ...reportLookUp(sources), asked, notes: [...noteLookUp(sources), ...storedPapers] };
    },
  };
}

function withoutVerdict({ found: _, ...match }: LookUpMatch): LookUpMatch {
  return match;
}

function toLikelyMatch(papers: readonly Paper[], count: number): LookUpMatch {
  const shown = papers.slice(0, count).map((paper) => ({ paper, differs: [] }));
  return { found: 'likely', papers: shown, ...(shown.length < papers.length && { papersInLibrary: papers.length }) };
}
