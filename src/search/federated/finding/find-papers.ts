import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEFAULT_LIMIT } from '../../../contract/rules.ts';
import type { AskedSource, FinderOutcome, LookUpMatch, PaperFinder } from '../../../jobs/ports/paper-finder.ts';
import type { Library } from '../../../library/library.ts';
import { type FoundPaper, toRecord } from '../../../papers/found-paper.ts';
import { normalisePaper, type Paper } from '../../../papers/paper.ts';
import { type Query, readQueryText } from '../../../papers/query/query.ts';
import {
  isFromMemory,
  isRememberedWithYear,
  isTopicOrQuestion,
  type ParsedReference,
  readNamesAndYear,
} from '../../../papers/references/read-reference.ts';
import { shorten } from '../../../papers/text.ts';
import type { FoundWork } from '../../../papers/works/found-work.ts';
import {
  matchReference,
  type PreparedReference,
  prepareRecord,
  prepareReference,
  shareOfWords,
} from '../../../papers/works/match-reference.ts';
import { mergeFound } from '../../../papers/works/merge.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';
import type { LookUpKind } from '../../sources/source.ts';
import { joinWithLibrary } from '../join-with-library.ts';
import { keepMatching } from '../keep-relevant.ts';
import { findByWords, searchLibrary } from '../library-search.ts';
import type { LiveSources } from '../live-sources.ts';
import { persistResults, withSourceDates } from '../persist-results.ts';
import { rankAndFuse } from '../rank-and-fuse.ts';
import { failureNotes, outcomeNotes, reportSources } from '../source-reports.ts';
import { askSources, type LookUpOutcome } from './ask-sources.ts';
import { type Candidates, collectCandidates } from './candidates.ts';
import { chooseAuthors, chooseForReference } from './choose.ts';
import { collectEvidence, listAsked, listIds } from './evidence.ts';
import { findPapersOfName, findPapersOfNamesAndYear, type PapersOfName } from './papers-of-author.ts';

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
      const references = parsed.map(prepareReference);
      const candidates = collectCandidates(references);
      candidates.addLocal(stored.map(toRecord));
      if (parts.withLibrary) await addFromLibrary(library, parsed, candidates, asking.signal);
      const ownPapers = parts.withLibrary ? await papersOfNames(library, parsed, asking.signal) : new Map();
      const named = parts.withLibrary
        ? await papersOfNamesAndYears(library, parsed, asking.signal)
        : new Map<number, Paper[]>();
      const ids = idsToAsk(parsed, candidates);
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
        if (author) return chooseAuthors(author, sources.authors.get(index), ownPapers.get(index), count);
        const choices = chooseForReference(reference, records, papersEach);
        const ofNames = named.get(index);
        if (choices.found === 'none' && ofNames) return likelyOf(ofNames, papersEach);
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
        return other === undefined ? judgement : { found: judgement.found, note: titleOfOthers(other) };
      };
      const items = references.map((reference, index) => {
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
      const ofLibrary: AskedSource[] = parts.withLibrary
        ? [{ source: 'library', outcome: 'answered', works: library.size().papers }]
        : [];
      const asked = [...ofLibrary, ...listAsked(parsed, sources.asked)];
      return { items, ...describe(sources), asked, notes: [...notesOn(sources), ...storedPapers] };
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

function likelyOf(papers: readonly Paper[], count: number): LookUpMatch {
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
      candidates.addLocal(library.findSameWorks(normalisePaper(ids)).map(({ record }) => record));
    if (title === undefined || candidates.readCertainty(index) === 'exact') continue;
    candidates.addLocal(library.findByTitle(title, MAX_BY_TITLE));
    if (candidates.readCertainty(index) !== 'exact') candidates.addLocal(findByWords(library, title, MAX_BY_WORDS));
  }
}

/** The given identifiers, plus the DOIs of papers already found, because sources know about retractions. */
function idsToAsk(parsed: readonly ParsedReference[], { local }: Candidates): Record<LookUpKind, readonly string[]> {
  const named = parsed.flatMap(listIds);
  const idsOf = (kind: LookUpKind) => [...new Set(named.flatMap((each) => (each.kind === kind ? each.id : [])))];
  const localDois = local.flatMap(({ doi }: Paper) => doi ?? []);
  const [arxiv, pmid, pmcid, openalex] = [idsOf('arxiv'), idsOf('pmid'), idsOf('pmcid'), idsOf('openalex')];
  return { doi: [...new Set([...idsOf('doi'), ...localDois])], arxiv, pmid, pmcid, openalex };
}

function describe({ outcomes, unasked }: LookUpOutcome): Pick<FinderOutcome, 'sources' | 'isPartial'> {
  const failed = outcomes.filter(({ failure }) => failure !== undefined && failure !== 'skipped');
  return { sources: reportSources(outcomes), isPartial: failed.length > 0 || unasked > 0 };
}

/** Failures come first. */
function notesOn({ outcomes, unasked }: LookUpOutcome): SearchNote[] {
  const missed: SearchNote = { kind: 'items-not-asked', items: unasked };
  return [...failureNotes(outcomes), ...(unasked > 0 ? [missed] : []), ...outcomeNotes(outcomes)];
}

/** A person who remembers a paper with its year may get a word wrong, such as a name, or abbreviate the journal. */
const MIN_SHARE_REMEMBERED = 0.7;

/** Maximum ranked papers; among these, papers with all words come first. */
const MAX_RANKED = 20;

/**
 * The best papers for a few words, ranked as in a search: `likely` if a title contains all words, otherwise `none` with
 * the nearest papers. If there are none, it is `match`, the outcome of comparing titles.
 */
function rankForWords(
  library: Library,
  reference: PreparedReference,
  works: readonly FoundWork[],
  match: LookUpMatch,
  { count, withLibrary }: { count: number; withLibrary: boolean },
): LookUpMatch {
  const { text } = reference.parsed;
  const search: Query = { keywords: [], text: readQueryText(text), filters: { limit: DEFAULT_LIMIT } };
  const rankAll = () => {
    if (works.length === 0) return withLibrary ? searchLibrary(library, search) : [];
    const joined = joinWithLibrary(library, mergeFound(works), { withLibrary });
    return rankAndFuse(library, joined, search, { withLibrary }).papers;
  };
  const ranked = rankAll().slice(0, MAX_RANKED);
  const least = isRememberedWithYear(reference.parsed) ? MIN_SHARE_REMEMBERED : 1;
  const isAbout = (paper: FoundPaper) => matchReference(reference, prepareRecord(paper)).found !== 'none';
  const isNear = ({ title, abstract, summary, authors, venue, year }: FoundPaper) =>
    shareOfWords(reference, [title, abstract, summary, authors.join(' '), venue, year].join(' ')) >= least;
  const best = ranked
    .filter(isNear)
    .map((found) => ({ paper: withoutExplanation(found), differs: [], isAbout: isAbout(found) }))
    .sort((a, b) => Number(b.isAbout) - Number(a.isAbout));
  if (best.length === 0 && isTopicOrQuestion(reference.parsed)) {
    const near = keepMatching(ranked, search, 'good').papers.slice(0, count);
    return { found: 'none', papers: near.map((paper) => ({ paper: withoutExplanation(paper), differs: [] })) };
  }
  if (best.length === 0) return match;
  const papers = best.slice(0, count).map(({ paper, differs }) => ({ paper, differs }));
  return { found: best[0]?.isAbout && reference.parsed.kind === 'words' ? 'likely' : 'none', papers };
}

/** The ranks of a topic's papers do not explain a look-up. */
function withoutExplanation({ search: { explanation: _, ...search } = {}, ...paper }: FoundPaper): FoundPaper {
  return { ...paper, search };
}
