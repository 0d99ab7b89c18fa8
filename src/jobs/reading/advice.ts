import type { WirePaper } from '../../contract/paper.ts';
import { checkFilters, usedFilters } from '../../papers/filters/filter-check.ts';
import type { ChoosingFilter } from '../../papers/filters/filter-meaning.ts';
import { jobRef, mustFindJob } from '../job-refs.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import type { JobSelection } from './job-selection.ts';

/** What to do about an answer without papers, in one or two sentences. */

/** Recent jobs that are looked at for papers of the same search. */
const MAX_RECENT_JOBS = 50;

/** Filters from the one that usually excludes most: facts that few records have come first. */
const STRICTEST_FIRST: readonly ChoosingFilter[] = [
  'minCitationCount',
  'quartileRanking',
  'downloadable',
  'openAccessPdf',
  'publicationTypes',
  'year',
  'fieldsOfStudy',
];

/** For `where` that leaves nothing: what each condition excludes. */
export function adviseOnWhere(ref: string, { stored, withoutCondition }: JobSelection): string {
  const named = withoutCondition.map(({ name, count }) => `without ${name} ${count}`).join(', ');
  const [first] = withoutCondition;
  const advice = first && first.count > 0 ? `Relax ${first.name} first` : 'Relax several conditions at once';
  return `No stored paper meets where; of the ${stored} stored papers it would leave: ${named}. ${advice}: get_job with jobId "${ref}" and another where (free).`;
}

/** For a search that found nothing which earlier jobs lack: since when, by which sources, and how to ask again. */
export function adviseOnNothingNew(store: StoredJobs, job: JobRecord, earlier: readonly string[]): string {
  const former = earlier.map((ref) => mustFindJob(store, ref));
  const last =
    former
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1) ?? '';
  const titles = (failed: boolean) =>
    job.sources
      .filter((source) => (source.failed !== undefined) === failed)
      .map(({ title }) => title)
      .join(', ');
  const asked = titles(false) === '' ? 'the search service, which does not say whom it asks' : titles(false);
  const silent = titles(true) === '' ? '' : ` No answer came from ${titles(true)}: what is new there is not known.`;
  const refs = former.map(({ number }) => jobRef(number)).join(', ');
  const again = `Ask again later by the same search with newSince: "${jobRef(job.number)}", which is a new search.`;
  return `Nothing new since ${last.slice(0, 10)} (${refs}) on ${job.createdAt.slice(0, 10)}, by ${asked}.${silent} ${again}`;
}

/**
 * For a job that found nothing: which of its filters to relax first. Known where an earlier job of this machine asked
 * the same with fewer filters and found papers: these show what each filter excludes. Else the usual order. The
 * embedded service has tried it out, and its note says so.
 */
export function adviseOnNoPapers(store: StoredJobs, job: JobRecord): string {
  if (job.related?.relation === 'author')
    return 'The sources have no paper of this author: check the id, or look the author up by name.';
  if (job.related)
    return `The sources know no ${job.related.relation} of this paper; query_search with its abstract finds papers like it.`;
  if (job.lookUp)
    return 'None of the papers that were looked up was found: check the references, or search for their topic.';
  const filters = job.request?.filters;
  const used = filters
    ? usedFilters(filters).sort((a, b) => STRICTEST_FIRST.indexOf(a) - STRICTEST_FIRST.indexOf(b))
    : [];
  if (!filters || used.length === 0)
    return 'No paper was found: search again with other, broader or fewer keywords (a new search is charged).';
  if (job.mode === 'embedded') return 'No paper was found: leave out filters as the notes say, then search again.';
  const evidence = papersOfEqualSearch(store, job);
  if (!evidence) {
    const rest = used.length > 1 ? ` (then ${used.slice(1).join(', ')})` : '';
    return `No paper was found. Relax ${used[0]} first${rest} and search again (a new search is charged).`;
  }
  const checked = checkFilters(evidence.papers, filters);
  const counts = used.map((name) => ({ name, left: checked[name]?.met ?? 0 })).sort((a, b) => a.left - b.left);
  const named = counts.map(({ name, left }) => `${name} ${left}`).join(', ');
  return `No paper was found. Of the ${evidence.papers.length} papers of ${evidence.ref}, the same search with fewer filters, each filter alone keeps: ${named}. Relax ${counts[0]?.name} first; or work on ${evidence.ref} with where (free).`;
}

function papersOfEqualSearch(store: StoredJobs, job: JobRecord): { ref: string; papers: WirePaper[] } | undefined {
  const words = searchedWords(job);
  const { jobs } = store.list({ offset: 0, count: MAX_RECENT_JOBS, status: 'success' });
  const isEvidence = (other: JobRecord) =>
    other.account === job.account && searchedWords(other) === words && asksForMore(other, job);
  const equal = jobs.find((other) => other.papers && isEvidence(other));
  return equal && { ref: jobRef(equal.number), papers: store.papers(equal.number) };
}

/** Whether each filter of a job is one of the other job, with the same value. */
function asksForMore({ request }: JobRecord, other: JobRecord): boolean {
  if (!request) return false;
  const values = other.request?.filters;
  return usedFilters(request.filters).every((name) => String(values?.[name]) === String(request.filters[name]));
}

function searchedWords({ request }: JobRecord): string {
  const plain = (text: string) => text.trim().toLowerCase();
  const { keywords = [], query = '', strategy } = request?.body ?? {};
  return JSON.stringify([keywords.map(plain).sort(), plain(query), strategy]);
}
