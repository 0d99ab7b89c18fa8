import type { SearchFlow, SourceReport } from '../../contract/answers.ts';
import { toQueryString } from '../../contract/filters.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { RequestBody } from '../../contract/requests.ts';
import { isOnlyLibrary } from '../../jobs/answers/choose-advice.ts';
import { jobRef } from '../../jobs/job-refs.ts';
import type { LookUpRecord } from '../../jobs/ports/paper-finder.ts';
import type { RelatedRecord } from '../../jobs/ports/related.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { JobRecord, StoredJobs } from '../../jobs/ports/store.ts';
import { finalCharge } from '../../jobs/spending/charges.ts';
import type { IdentifiedRecords } from '../../library/ports/library.ts';
import type { Note } from '../../wording/notes.ts';
import { renderReports } from '../../wording/sentences/sources.ts';
import { countResults, type ResultCounts } from './result-counts.ts';

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
  results?: ResultCounts;
};

export type ReceiptDeps = {
  store: StoredJobs;
  account: string;
  /** The hosted service's address; undefined in embedded mode. */
  serviceAddress: string | undefined;
  /** The records of imported files; absent if there is no library. */
  identifiedRecords?: (() => IdentifiedRecords | undefined) | undefined;
};

/** The receipt of one job in any state. */
export function makeReceipt(deps: ReceiptDeps, job: JobRecord): Receipt {
  const { request, createdAt, finishedAt, cost, pool, notes, sources, flow, software } = job;
  return {
    ref: jobRef(job.number),
    jobId: job.jobId,
    name: job.name,
    group: job.group,
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
