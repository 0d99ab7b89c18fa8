import { isFinal, type JobAnswer, type JobPage, type ReceivedPaper, readJobAnswer } from '../../contract/answers.ts';
import { PaperqueueError } from '../../contract/errors.ts';
import type { NextPage } from '../../contract/reading/next-page.ts';
import { LIMITS } from '../../contract/rules.ts';
import { readServiceProgress } from '../../contract/service-progress.ts';
import { parseUrl } from '../../lib/url.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';

/** Collects the papers of a finished job that come in pages. */

/** Reads an answer about a job; that of a running job with its progress in the service's own terms. */
export function readJobPage(json: unknown, link?: string, isLast = false): JobPage | undefined {
  const answer = readJobAnswer(json, link, isLast);
  if (answer && !isFinal(answer.status)) answer.serviceProgress = readServiceProgress(json);
  return answer;
}

/** Whether an answer has papers, and the service has no more of them: a service that sent them need not keep them. */
export function isWhole({ papers = [], unreadable, more = {} }: JobPage): boolean {
  return papers.length > 0 && !hasMoreThan(papers.length + unreadable, more);
}

const hasMoreThan = (received: number, { total = 0, hasMore = false, next }: NonNullable<JobPage['more']>): boolean =>
  hasMore || next !== undefined || total > received;

/** An answer after which nothing can be asked, with a note if the service has more of the results that were wanted. */
export function asLastAnswer({ more = {}, ...answer }: JobPage, limit: number): JobAnswer {
  const { papers = [], unreadable } = answer;
  if (papers.length >= limit || !hasMoreThan(papers.length + unreadable, more)) return answer;
  const { total } = more;
  return { ...answer, notes: [...answer.notes, { kind: 'more-results', papers: papers.length, total, why: 'no-job' }] };
}

/** Reads one page, by a path below the service's address or by an absolute address. */
type ReadPage = (address: string, signal: AbortSignal) => Promise<JobPage>;

type Reading = { signal: AbortSignal; limit?: number };

/** What has been read of a job so far. */
type Collected = {
  answer: JobAnswer;
  papers: ReceivedPaper[];
  unreadable: number;
  total?: number;
  /** Where the next page is; undefined if unknown. */
  next?: string;
  hasMore: boolean;
  /** The next page is not on the service's own origin. */
  isElsewhere: boolean;
  /** The paths that were read, and their papers: a service may lead in circles. */
  paths: Set<string>;
  pages: Set<string>;
  /** How often the next page could not be read, and since when. */
  failures: number;
  failedSince?: number;
};

const MAX_LIMIT = Math.max(...LIMITS);
/** A job has at most 300 papers, so even pages of one paper each are read. */
const MAX_PAGES = 2 * MAX_LIMIT;
/** Number of jobs whose pages are kept between calls. Each is about 1 MB. */
const MAX_KEPT_JOBS = 10;
/** A page that does not exist is requested once more, by the next look at the job. */
const MAX_FAILURES = 2;
/** Any other failure of a page may pass: only after this time do the papers so far count as the result. */
const MAX_FAILING_MS = 60_000;

/**
 * Reads a job with all of its pages. If the call ends between two pages, the next call continues with the second. If a
 * page cannot be read, the job counts as running; if that lasts, the papers so far are the result, with a note.
 */
export function createPageReader(baseUrl: string, readPage: ReadPage, now = () => performance.now()) {
  const unfinished = new Map<string, Collected>();

  const finished = (jobPath: string, collected: Collected): JobAnswer => {
    unfinished.delete(jobPath);
    const { answer, papers, unreadable, total, hasMore, failures } = collected;
    const received = papers.length + unreadable;
    // A page beyond the last cannot be read, either.
    const isShort = total === undefined || failures === 0 ? hasMore || (total ?? 0) > received : total > received;
    const why = failures > 0 ? 'failed' : collected.isElsewhere ? 'elsewhere' : 'not-told';
    const more: SearchNote[] = isShort ? [{ kind: 'more-results', papers: papers.length, total, why }] : [];
    return { ...answer, papers, unreadable, notes: [...answer.notes, ...more] };
  };

  return async (jobPath: string, { signal, limit = MAX_LIMIT }: Reading): Promise<JobAnswer> => {
    let collected = unfinished.get(jobPath);
    if (!collected) {
      const { more = {}, ...answer } = await readPage(jobPath, signal);
      const next = more.next && nextAddress(baseUrl, jobPath, more.next);
      if (answer.seemsOver === 'success' && next !== undefined) {
        const results = await readPage(next, signal).catch((error) => {
          if (signal.aborted || !(error instanceof PaperqueueError)) throw error;
        });
        if (results?.papers) collected = begin(jobPath, answer, results, next);
      }
      if (!collected && !answer.papers) {
        if (more.next === undefined || next !== undefined) return answer;
        return { ...answer, notes: [...answer.notes, { kind: 'more-results', papers: 0, why: 'elsewhere' }] };
      }
      collected ??= begin(jobPath, answer, { ...answer, more }, jobPath, next);
    }
    while (collected.next !== undefined && collected.papers.length < limit && collected.paths.size < MAX_PAGES) {
      keep(unfinished, jobPath, collected);
      const path = collected.next;
      let page: JobPage;
      try {
        page = await readPage(path, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof PaperqueueError)) throw error;
        collected.failures += 1;
        collected.failedSince ??= now();
        if (!isLasting(error, collected, now())) return collecting(collected);
        collected.hasMore = true;
        return finished(jobPath, collected);
      }
      add(collected, path, page, baseUrl, jobPath);
    }
    // If no more was requested, no note says that the service has more.
    if (collected.papers.length >= limit) Object.assign(collected, { hasMore: false, total: undefined });
    return finished(jobPath, collected);
  };
}

function begin(jobPath: string, answer: JobAnswer, first: JobPage, path: string, next?: string): Collected {
  const { papers = [], unreadable, more = {} } = first;
  const { total, hasMore = false } = more;
  const isMore = hasMore || more.next !== undefined;
  return {
    answer: { ...answer, status: 'success', seemsOver: undefined },
    papers: [...papers],
    unreadable,
    total,
    next,
    hasMore: isMore,
    isElsewhere: more.next !== undefined && next === undefined,
    paths: new Set([jobPath, path]),
    pages: new Set([JSON.stringify(papers)]),
    failures: 0,
  };
}

function add(collected: Collected, path: string, page: JobPage, baseUrl: string, jobPath: string): void {
  const { papers = [], unreadable, more = {} } = page;
  const text = JSON.stringify(papers);
  const isNew = papers.length > 0 && !collected.pages.has(text);
  collected.paths.add(path);
  Object.assign(collected, { failures: 0, failedSince: undefined });
  collected.next = undefined;
  collected.hasMore = isNew && (more.hasMore ?? more.next !== undefined);
  if (!isNew) return;
  collected.pages.add(text);
  collected.papers.push(...papers);
  collected.unreadable += unreadable;
  collected.total = more.total ?? collected.total;
  const next = more.next && nextAddress(baseUrl, jobPath, more.next);
  collected.isElsewhere = more.next !== undefined && next === undefined;
  if (next !== undefined && !collected.paths.has(next)) collected.next = next;
}

function isLasting({ details }: PaperqueueError, { failures, failedSince = 0 }: Collected, at: number): boolean {
  const { code } = details;
  if (code === 'JOB_NOT_FOUND') return failures >= MAX_FAILURES;
  return code !== 'RATE_LIMITED' && at - failedSince >= MAX_FAILING_MS;
}

/** Reported as a running job: the next look continues. */
function collecting({ answer, papers, total }: Collected): JobAnswer {
  const progressNote: SearchNote = { kind: 'papers-so-far', papers: papers.length, total };
  return { status: 'pages in progress', unreadable: 0, notes: [...answer.notes, progressNote] };
}

function keep(unfinished: Map<string, Collected>, jobPath: string, collected: Collected): void {
  const [oldest] = unfinished.keys();
  if (!unfinished.has(jobPath) && unfinished.size >= MAX_KEPT_JOBS && oldest !== undefined) unfinished.delete(oldest);
  unfinished.set(jobPath, collected);
}

/** The address of a page; undefined if it is not on the service's own origin: the token goes nowhere else. */
function nextAddress(baseUrl: string, jobPath: string, next: NextPage): string | undefined {
  const job = new URL(`${baseUrl}${jobPath}`);
  if ('parameter' in next) {
    job.searchParams.set(next.parameter, next.value);
    return job.href;
  }
  const prefix = job.pathname.slice(0, -jobPath.length);
  const { address } = next;
  // `/v1/job/a?page=2` and `v1/job/a?page=2` are relative to the prefix, if the service has one.
  const isBelow = /^\/?v1\//.test(address) && !address.startsWith(`${prefix}/v1/`);
  const below = address.startsWith('job/') ? `/v1/${address}` : address.replace(/^\/?/, '/');
  const url = isBelow || address.startsWith('job/') ? parseUrl(`${baseUrl}${below}`) : parseUrl(address, job);
  return ownAddress(url, job);
}

/** Where a response to `path` leads; undefined if not to the service's own origin. */
export function sameService(baseUrl: string, path: string, location: string): string | undefined {
  const from = new URL(path.startsWith('/') ? `${baseUrl}${path}` : path);
  return ownAddress(parseUrl(location, from), from);
}

function ownAddress(url: URL | undefined, serviceUrl: URL): string | undefined {
  return url?.origin === serviceUrl.origin && url.username === '' && url.password === '' ? url.href : undefined;
}
