import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AskedSource, FinderOutcome, LookUpMatch, PaperFinder } from '../../../jobs/ports/paper-finder.ts';
import type { Library } from '../../../library/library.ts';
import { toRecord } from '../../../papers/found-paper.ts';
import { normalisePaper, type Paper } from '../../../papers/paper.ts';
import {
  isFromMemory,
  isTopicOrQuestion,
  type ParsedReference,
  readNamesAndYear,
} from '../../../papers/references/read-reference.ts';
import { shorten } from '../../../papers/text.ts';
import { mergeFound } from '../../../papers/works/merge.ts';
import { type PreparedReference, prepareReference } from '../../../papers/works/prepare-match.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';
import type { LookUpKind } from '../../sources/source.ts';
import { joinWithLibrary } from '../join-with-library.ts';
import { findByWords } from '../library-search.ts';
import type { LiveSources } from '../live-sources.ts';
import { persistResults, withSourceDates } from '../persist-results.ts';
import { failureNotes, outcomeNotes, reportSources } from '../source-reports.ts';
import { askSources, type LookUpOutcome } from './ask-sources.ts';
import { type Candidates, collectCandidates } from './candidates.ts';
import { chooseAuthors, chooseForReference } from './choose.ts';
import { collectEvidence, listAsked, listIds } from './evidence.ts';
import { findPapersOfName, findPapersOfNamesAndYear, type PapersOfName } from './papers-of-author.ts';
import { rankForWords } from './rank-for-words.ts';

/** Maximum papers of the library compared with a reference. */
const MAX_BY_TITLE = 5;
const MAX_BY_WORDS = 8;
const MAX_NAMES_CHARACTERS = 120;

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
      const ids = idsToLookUp(parsed, candidates);
      const evidence = collectEvidence();
      const sources = await (await parts.live()).use(asking, (all, context) =>
        askSources(all, references, ids, { candidates, evidence }, context),
      );
      asking.signal.throwIfAborted();
      const { outcomes } = sources;
      const merged = withSourceDates({ works: mergeFound(candidates.works), outcomes, lookUps: outcomes });
      const joined = joinWithLibrary(library, merged, { withLibrary: parts.withLibrary });
      const records = [...joined.map(({ record }) => record), ...candidates.local];
      const choose = (reference: PreparedReference, index: number): LookUpMatch => {
        const { author, kind } = reference.parsed;
        if (author) return chooseAuthors(author, sources.authors.get(index), papersByAuthor.get(index), count);
        const choices = chooseForReference(reference, records, papersEach);
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
        const other = candidates.findByOthers(index);
        if (other === undefined) return judgement;
        const { found, class: wrong } = judgement;
        return { found, ...(wrong && { class: wrong }), note: titleOfOthers(other) };
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
      return { items, ...describe(sources), asked, notes: [...listNotes(sources), ...storedPapers] };
    },
  };
}

function withoutVerdict({ found: _, ...match }: LookUpMatch): LookUpMatch {
  return match;
}

/** The library's papers by the people that items name, by index of the item. */
async function papersOfNames(
  library: Library,
  parsed: readonly ParsedReference[],
  signal: AbortSignal,
): Promise<Map<number, PapersOfName>> {
  const papers = new Map<number, PapersOfName>();
  for (const [index, { author }] of parsed.entries())
    if (author && 'name' in author) papers.set(index, await findPapersOfName(library, author.name, 'newest', signal));
  return papers;
}

/** The library's papers for items of family names and a year, by index of the item. */
async function papersOfNamesAndYears(
  library: Library,
  parsed: readonly ParsedReference[],
  signal: AbortSignal,
): Promise<Map<number, Paper[]>> {
  const papers = new Map<number, Paper[]>();
  for (const [index, reference] of parsed.entries()) {
    const named = readNamesAndYear(reference);
    const found = named ? await findPapersOfNamesAndYear(library, named, signal) : [];
    if (found.length > 0) papers.set(index, found);
  }
  return papers;
}

function toLikelyMatch(papers: readonly Paper[], count: number): LookUpMatch {
  const shown = papers.slice(0, count).map((paper) => ({ paper, differs: [] }));
  return { found: 'likely', papers: shown, ...(shown.length < papers.length && { papersInLibrary: papers.length }) };
}

function titleOfOthers({ title, authors, year }: Paper): SearchNote {
  const names = shorten(authors.join(', '), MAX_NAMES_CHARACTERS);
  return { kind: 'title-of-others', title: shorten(title, MAX_NAMES_CHARACTERS), authors: names, year };
}

/** Adds library papers with the same identifiers, titles, or very similar words. */
async function addFromLibrary(
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
    if (Object.keys(ids).length > 0)
      await candidates.addLocal(library.findSameWorks(normalisePaper(ids)).map(({ record }) => record));
    if (title === undefined || candidates.readCertainty(index) === 'exact') continue;
    await candidates.addLocal(library.findByTitle(title, MAX_BY_TITLE));
    if (candidates.readCertainty(index) !== 'exact')
      await candidates.addLocal(findByWords(library, title, MAX_BY_WORDS));
  }
}

/** The given identifiers, plus the DOIs of papers already found, because sources know about retractions. */
function idsToLookUp(parsed: readonly ParsedReference[], { local }: Candidates): Record<LookUpKind, readonly string[]> {
  const named = parsed.flatMap(listIds);
  const idsOf = (kind: LookUpKind) => [...new Set(named.flatMap((each) => (each.kind === kind ? each.id : [])))];
  const localDois = local.flatMap(({ doi }: Paper) => doi ?? []);
  const [arxiv, pmid, pmcid, openalex] = [idsOf('arxiv'), idsOf('pmid'), idsOf('pmcid'), idsOf('openalex')];
  return { doi: [...new Set([...idsOf('doi'), ...localDois])], arxiv, pmid, pmcid, openalex };
}

function describe({ outcomes, notQueried }: LookUpOutcome): Pick<FinderOutcome, 'sources' | 'isPartial'> {
  const failed = outcomes.filter(({ failure }) => failure !== undefined && failure !== 'skipped');
  return { sources: reportSources(outcomes), isPartial: failed.length > 0 || notQueried > 0 };
}

/** Failures come first. */
function listNotes({ outcomes, notQueried }: LookUpOutcome): SearchNote[] {
  const missed: SearchNote = { kind: 'items-not-asked', items: notQueried };
  return [...failureNotes(outcomes), ...(notQueried > 0 ? [missed] : []), ...outcomeNotes(outcomes)];
}
