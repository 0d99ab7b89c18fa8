import type { KeywordCount } from '../../contract/answers.ts';
import type { ChoosingFilter } from '../../contract/filter-table.ts';
import { KEYWORDS, LIMITS } from '../../contract/rules.ts';
import { usedFilters } from '../../papers/filters/filter-meaning.ts';
import { countHaving, expectedConcepts, missingTogether } from '../../papers/relevance/missing.ts';
import type { Advice, Note, NoteOf } from '../../wording/notes.ts';
import type { JobRecord } from '../ports/store.ts';
import { extentOf } from './extent.ts';
import type { MissingGroup } from './notes.ts';
import type { PaperRelevance } from './relevance.ts';

/** What an answer says first if hardly any paper matches the query, and how to search again. */
export type RelevanceAdvice = { note: Note; next: Advice[] };

/** A few papers with all keywords are only remarkable among many without. */
const HARDLY_ANY = 2;
const MANY = 10;

/**
 * Considers keywords only: a word of a sentence may be missing because a paper uses a synonym. Undefined if enough
 * papers match. A keyword that none of a job's `works` has is reported for all of them, even if fewer are `shown`.
 */
export function adviseOnRelevance(
  job: JobRecord,
  works: readonly PaperRelevance[],
  shown: readonly PaperRelevance[],
): RelevanceAdvice | undefined {
  const [first] = shown;
  if (!first) return undefined;
  const concepts = expectedConcepts(first.question);
  if (concepts.length === 0) return adviseOnWeak(works);
  const missing = missingTogether(works, concepts);
  if (missing.length > 0) {
    const groups = missing.map((group) => countElsewhere(job, group));
    return {
      note: { kind: 'no-paper-has', of: works.length, groups, filters: listChoosingFilters(job), ...uncounted(job) },
      next: howToAskAgain(job, groups),
    };
  }
  const matching = shown.filter(({ match }) => match === 'strong' || match === 'good').length;
  const having = countHaving(shown, concepts);
  if (having === 0 || Math.max(matching, having) > HARDLY_ANY || shown.length < MANY) return undefined;
  return {
    note: { kind: 'few-have-all', papers: having, of: shown.length, keywords: concepts.map(({ name }) => name) },
    next: [{ kind: 'rename-terms' }],
  };
}

function adviseOnWeak(works: readonly PaperRelevance[]): RelevanceAdvice | undefined {
  const papers = works.filter(({ match }) => match !== 'weak').length;
  if (papers > HARDLY_ANY || (papers > 0 && works.length < MANY)) return undefined;
  const note: Note = papers === 0 ? { kind: 'no-paper-fits' } : { kind: 'few-fit', papers, of: works.length };
  return { note, next: [{ kind: 'rename-terms' }] };
}

function listChoosingFilters({ request }: JobRecord): ChoosingFilter[] {
  return request ? usedFilters(request.filters) : [];
}

/** How many papers of the library have the missing keywords, if that was counted. */
function countElsewhere(job: JobRecord, keywords: string[]): MissingGroup {
  return { ...libraryCounts(job).find((each) => hasSame(each.keywords, keywords)), keywords };
}

function libraryCounts({ sources }: JobRecord): KeywordCount[] {
  return sources.find(({ source }) => source === 'library')?.together ?? [];
}

/**
 * How many papers of the library have the rarest concepts of a search, unless the job has all that were found there, or
 * the answer says that none has them.
 */
export function libraryNote(job: JobRecord, advice: RelevanceAdvice | undefined): Note[] {
  const { gave = 0, total = 0 } = job.sources.find(({ source }) => source === 'library') ?? {};
  if (total <= gave) return [];
  const missing = advice?.note.kind === 'no-paper-has' ? advice.note.groups : [];
  const counts = libraryCounts(job).filter((each) => !missing.some((group) => hasSame(group.keywords, each.keywords)));
  return counts.length > 0 ? [{ kind: 'library-has', counts, filters: listChoosingFilters(job) }] : [];
}

function hasSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}

/** Whether there may be uncounted papers: below the limit, or beyond what a source returned. */
function uncounted(job: JobRecord): Pick<NoteOf<'no-paper-has'>, 'isCut' | 'isHeldBack'> {
  const { sources, papers, request } = job;
  const isCounted = libraryCounts(job).length > 0;
  const others = sources.filter(({ source }) => !isCounted || source !== 'library');
  if (isCounted && others.length === 0) return { isCut: false };
  if (extentOf(job) !== undefined) return { isCut: true };
  const isHeldBack = others.some(({ gave, total = gave }) => total > gave);
  const isFull = request !== null && (papers ?? 0) >= request.filters.limit;
  return { isCut: isHeldBack && isFull, ...(isHeldBack && !isFull && { isHeldBack }) };
}

function howToAskAgain(job: JobRecord, groups: readonly MissingGroup[]): Advice[] {
  const filters = listChoosingFilters(job);
  const filtered = groups.filter((group) => isFilteredOut(group, filters));
  const others = groups.filter((group) => !filtered.includes(group));
  const hidden = others.filter(mayBeHidden);
  const absent = others.filter((group) => !mayBeHidden(group));
  const limit = job.request?.filters.limit ?? Number.POSITIVE_INFINITY;
  const canRaise = limit < Math.max(...LIMITS);
  const [first] = absent;
  return [
    ...(filtered.length > 0
      ? [
          {
            kind: 'leave-out-for' as const,
            filters,
            isCharged: job.mode === 'hosted',
            keywords: filtered.flatMap(({ keywords }) => keywords),
          },
        ]
      : []),
    ...hidden.map(({ keywords }): Advice => ({ kind: 'search-for-missing', keywords, canRaise })),
    ...(first && first.keywords.length === 1
      ? [
          adviseOnAbsent(
            job,
            absent.flatMap(({ keywords }) => keywords),
          ),
        ]
      : []),
    ...(first && first.keywords.length === 2 ? [{ kind: 'rename', keywords: first.keywords } as const] : []),
    ...(first && first.keywords.length > 2 ? [{ kind: 'rename-terms' } as const] : []),
  ];
}

/** A search with too few keywords is refused. */
function adviseOnAbsent({ request }: JobRecord, keywords: readonly string[]): Advice {
  const count = request?.body.keywords?.length ?? 0;
  return { kind: 'rename-absent', keywords, canLeaveOut: count - keywords.length >= KEYWORDS.min };
}

/** Whether other papers of the library have it, or may have it because counting ran out of time. */
function mayBeHidden({ papers = 0, isAtLeast, withoutFilters }: MissingGroup): boolean {
  return papers > 0 || isAtLeast === true || withoutFilters?.isAtLeast === true;
}

/** Whether only papers that fail the filters have it, or may have it: another term would not find them. */
function isFilteredOut({ papers, withoutFilters }: MissingGroup, filters: readonly ChoosingFilter[]): boolean {
  if (filters.length === 0 || papers !== 0) return false;
  return withoutFilters === undefined || withoutFilters.papers > 0;
}
