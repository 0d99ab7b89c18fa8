import { filterRow } from '../../contract/filter-table.ts';
import { checkFilters, usedFilters } from '../../papers/filters/filter-meaning.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { type Advice, isNote, type Note } from '../../wording/notes.ts';
import { jobRef, mustFindJob } from '../job-refs.ts';
import type { RelatedRecord } from '../ports/related.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { asksForMore, extentOf, searchedWords } from './extent.ts';
import type { JobSelection } from './job-selection.ts';

/** Advice for an answer without papers, in one or two sentences. */

const UNREAD = new Set<Note['kind']>(['unreadable-results', 'no-list', 'more-results']);

/** How many recent jobs are checked for an earlier, less restricted search. */
const MAX_RECENT_JOBS = 50;

/** For a `where` that leaves nothing: what each condition excludes. */
export function adviseOnWhere(job: string, { stored, withoutCondition, undecided }: JobSelection): Advice {
  return { kind: 'relax-where', job, of: stored, without: withoutCondition, undecided: undecided() };
}

/** For a search without new papers: since when, from which sources, and how to search again. */
export function adviseOnNothingNew(store: StoredJobs, job: JobRecord, earlier: readonly string[]): Advice {
  const former = earlier.map((ref) => mustFindJob(store, ref));
  const last =
    former
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1) ?? '';
  const titles = (failed: boolean) =>
    job.sources
      .filter((source) => (source.failed !== undefined) === failed)
      .map(({ source, title }) => title ?? source);
  return {
    kind: 'ask-again-for-new',
    job: jobRef(job.number),
    on: job.createdAt.slice(0, 10),
    jobs: former.map(({ number }) => jobRef(number)),
    since: last.slice(0, 10),
    asked: titles(false),
    silent: titles(true),
    ...(isOnlyLibrary(job) && { isOnlyLibrary: true }),
    ...(extentOf(job) && { best: job.papers ?? 0 }),
  };
}

/**
 * For a job without results: which of its filters to relax first. If an earlier job on this machine had the same query
 * with fewer filters and found papers, these show what each filter excludes. Otherwise the usual order applies. The
 * embedded service has counted it itself, and its note says so.
 */
export function adviseOnNoPapers(store: StoredJobs, job: JobRecord): Advice {
  if (job.related) return adviseOnNothingRelated(job, job.related);
  if (job.lookUp) return { kind: 'check-references' };
  // There are results, or may be: to search again would be to pay for them again.
  if (job.mode === 'hosted' && job.notes.some(({ kind }) => UNREAD.has(kind)))
    return { kind: 'ask-service', setting: 'PAPERQUEUE_BASE_URL' };
  const filters = job.request?.filters;
  const used = filters ? usedFilters(filters).sort((a, b) => filterRow(a).strictness - filterRow(b).strictness) : [];
  if (!filters || used.length === 0 || isEmptyWithoutFilters(job)) {
    const { keywords, query } = job.request?.body ?? {};
    const words = query !== undefined && !keywords ? 'text' : 'keywords';
    return { kind: 'search-other-keywords', words, isCharged: job.mode === 'hosted' };
  }
  if (job.mode === 'embedded') return { kind: 'leave-out-filters' };
  const evidence = papersOfEqualSearch(store, job);
  if (!evidence) return { kind: 'relax-filters', filters: used, isCharged: true };
  const checked = checkFilters(evidence.papers, filters);
  const keeps = used
    .map((filter) => ({ filter, papers: checked[filter]?.met ?? 0 }))
    .sort((a, b) => a.papers - b.papers);
  return { kind: 'relax-by-evidence', job: evidence.ref, papers: evidence.papers.length, keeps };
}

/** Whether the search would find nothing even without filters: no source returned a paper, and the library has none. */
function isEmptyWithoutFilters({ notes, sources }: JobRecord): boolean {
  const counted = notes.find(isNote('no-match'));
  return counted?.without.every(({ papers }) => papers === 0) === true && sources.every(({ gave }) => gave === 0);
}

function adviseOnNothingRelated({ sources }: JobRecord, { relation, search }: RelatedRecord): Advice {
  const answered = sources.filter(({ failed }) => failed === undefined);
  const titles = answered.map(({ title, source }) => title ?? source);
  const seeds = search && { seeds: search.papers };
  return { kind: 'accept-none-related', relation, asked: titles, isOnlyLibrary: isOnlyLibrary({ sources }), ...seeds };
}

/** Whether only the library was searched, which holds only papers that were put there. */
export function isOnlyLibrary({ sources }: Pick<JobRecord, 'sources'>): boolean {
  return sources.length > 0 && sources.every(({ source }) => source === 'library');
}

function papersOfEqualSearch(store: StoredJobs, job: JobRecord): { ref: string; papers: FoundPaper[] } | undefined {
  const words = searchedWords(job);
  const { jobs } = store.list({ offset: 0, count: MAX_RECENT_JOBS, status: 'success' });
  const isEvidence = (other: JobRecord) =>
    other.account === job.account && searchedWords(other) === words && asksForMore(other, job);
  const equal = jobs.find((other) => other.papers && isEvidence(other));
  return equal && { ref: jobRef(equal.number), papers: store.papers(equal.number) };
}
