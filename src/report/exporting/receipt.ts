import type { SearchFlow, SourceReport } from '../../contract/answers.ts';
import type { ChoosingFilter } from '../../contract/filter-table.ts';
import { toQueryString } from '../../contract/filters.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { RequestBody } from '../../contract/requests.ts';
import { isOnlyLibrary } from '../../jobs/answers/choose-advice.ts';
import { groupStoredPapers } from '../../jobs/answers/same-works.ts';
import { jobRef, paperRef } from '../../jobs/job-refs.ts';
import type { LookUpRecord } from '../../jobs/ports/paper-finder.ts';
import type { RelatedRecord } from '../../jobs/ports/related.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { JobRecord, ResultsDigest, StoredJobs } from '../../jobs/ports/store.ts';
import { finalCharge } from '../../jobs/spending/charge-state.ts';
import { addTo } from '../../lib/groups.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { IdentifiedRecords } from '../../library/ports/library.ts';
import { checkFilters, ignoredFilters } from '../../papers/filters/filter-check.ts';
import type { Verdict } from '../../papers/filters/filter-meaning.ts';
import { type FoundPaper, readEngine } from '../../papers/found-paper.ts';
import { countKnown, listMarks } from '../../papers/retraction/retraction-marks.ts';
import { describeMarks } from '../../papers/retraction/sentences.ts';
import { verdictOnRetraction } from '../../papers/retraction/status.ts';
import { cleanLine, shorten } from '../../papers/text.ts';
import type { Note } from '../../wording/notes.ts';
import { renderReports } from '../../wording/sentences/sources.ts';

/** The record of a search, to report and repeat it: the PRISMA-S items that a program can know. */
export type Receipt = {
  ref: string;
  jobId: string | null;
  /** The user's name for it, and the project that it belongs to. */
  name?: string;
  group?: string;
  mode: Mode;
  /** The hosted service's address, or the embedded service. */
  service: string;
  status: string;
  /** As sent, without the scraper key; null for a job created elsewhere. */
  request: {
    method: 'POST';
    path: string;
    query: string;
    body: Record<string, unknown>;
    scraperKeySent: boolean;
  } | null;
  /** The request for related papers, instead of a search. */
  related?: RelatedRecord;
  /** The items of a look-up, and whether they were found. */
  lookUp?: LookUpRecord;
  times: { created: string; finished: string | null };
  credits: { cost: number; pool: string; charged: string };
  notes: Note[];
  /** What each source returned, if the service reports it. */
  sources?: ReturnType<typeof renderReports<SourceReport>>;
  /** What happened to the sources' records. */
  flow?: SearchFlow;
  software: string | null;
  /** Only for a job that succeeded. */
  results?: {
    counts: {
      /** Null for a job created elsewhere. */
      requested: number | null;
      returned: number;
      /** Records whose work another record of the same job represents. */
      duplicates: number;
      works: number;
      withoutDoi: number;
      withoutAbstract: number;
      withoutYear: number;
      /** How many records have a known retraction status, how many are retracted, and the marks with references. */
      retraction: { known: number; tableOf?: string; retracted: number; marks?: string };
      perYear: Record<string, number>;
      /** Records per engine, if the service reports it. */
      perEngine: Record<string, number>;
      removedCharacters: number;
    };
    /** For each filter sent, how many stored papers meet it. */
    applied: Partial<Record<ChoosingFilter, Record<Verdict, number>>>;
    /** Filters that some stored paper does not meet: the service ignored them or has other data. */
    ignored: ChoosingFilter[];
    stored: ResultsDigest | undefined;
  };
};

export type ReceiptDeps = {
  store: StoredJobs;
  account: string;
  /** The hosted service's address; undefined in embedded mode. */
  serviceAddress: string | undefined;
  /** The records of imported files; absent if there is no library. */
  identifiedRecords?: (() => IdentifiedRecords | undefined) | undefined;
};

const MAX_ENGINE_CHARACTERS = 60;

/** The receipt of one job in any state. */
export function makeReceipt(deps: ReceiptDeps, job: JobRecord): Receipt {
  const { request, createdAt, finishedAt, cost, pool, notes, sources, flow, software } = job;
  return {
    ref: jobRef(job.number),
    jobId: job.jobId,
    ...omitUndefined({ name: job.name, group: job.group }),
    mode: job.mode,
    service: nameService(deps, job),
    status: job.status,
    request: request && {
      method: 'POST',
      path: OPERATIONS[request.operation].path,
      query: toQueryString(request.filters),
      body: withoutPadding(request.body),
      scraperKeySent: pool === 'privateKey',
    },
    ...(job.related && { related: job.related }),
    ...(job.lookUp && { lookUp: job.lookUp }),
    times: { created: createdAt, finished: finishedAt },
    // Credits of the user's own service are not money.
    credits: { cost, pool, charged: job.mode === 'embedded' ? 'no' : finalCharge(job) },
    notes,
    ...(sources.length > 0 && { sources: renderReports(sources) }),
    ...(flow && { flow }),
    software: software && `paperqueue ${software}`,
    ...(job.papers === null ? {} : { results: countResults(deps.store, job) }),
  };
}

/** A list of keywords that was filled up with repetitions says each once. */
function withoutPadding({ keywords, ...body }: RequestBody): RequestBody {
  return { ...(keywords && { keywords: [...new Set(keywords)] }), ...body };
}

function nameService({ account, serviceAddress }: ReceiptDeps, job: JobRecord): string {
  if (job.related) {
    return isOnlyLibrary(job) ? 'the library of this machine' : 'open scholarly sources, asked by paperqueue';
  }
  if (job.lookUp) return 'a look-up of known papers by paperqueue';
  if (job.mode === 'embedded') return 'embedded service of paperqueue';
  if (job.account === account && serviceAddress !== undefined) return serviceAddress;
  return 'hosted service of another account than the one configured now';
}

function countResults(store: StoredJobs, job: JobRecord): NonNullable<Receipt['results']> {
  const papers = store.papers(job.number);
  const works = new Set(groupStoredPapers(papers)).size;
  const applied = job.request ? checkFilters(papers, job.request.filters) : {};
  const lacking = (has: (paper: FoundPaper) => unknown) => papers.filter((paper) => !has(paper)).length;
  return {
    counts: {
      requested: job.request?.filters.limit ?? job.related?.limit ?? null,
      returned: papers.length,
      duplicates: papers.length - works,
      works,
      withoutDoi: lacking((paper) => paper.doi),
      withoutAbstract: lacking((paper) => paper.abstract),
      withoutYear: lacking((paper) => paper.year),
      retraction: countRetractions(job, papers),
      perYear: count(papers.flatMap(({ year }) => (year === undefined ? [] : [String(year)]))),
      perEngine: count(papers.flatMap((paper) => enginesOf(readEngine(paper)))),
      removedCharacters: papers.reduce((sum, paper) => sum + (paper.search?.removedCharacters ?? 0), 0),
    },
    applied,
    ignored: ignoredFilters(applied),
    stored: store.digest(job.number),
  };
}

function countRetractions(job: JobRecord, papers: readonly FoundPaper[]) {
  const verdicts = papers.map(verdictOnRetraction);
  const { retraction: known, tableOf } = countKnown(papers);
  const marks = listMarks(papers.map((paper, index) => ({ ref: paperRef(job.number, index + 1), paper })));
  return {
    known,
    ...omitUndefined({ tableOf }),
    retracted: verdicts.filter((verdict) => verdict === 'yes').length,
    ...(marks.length > 0 && { marks: describeMarks(marks) }),
  };
}

/** The embedded service lists all sources of a work. */
function enginesOf(engine: string | undefined): string[] {
  const names = (engine ?? '').split(',').map((name) => shorten(cleanLine(name), MAX_ENGINE_CHARACTERS));
  return [...new Set(names.filter((name) => name !== ''))];
}

function count(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) addTo(counts, name);
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b, 'en')));
}
