import * as z from 'zod';
import { asFields, asNumber, asText, type Fields } from '../lib/json.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import type { SearchNote } from '../wording/notes/search-notes.ts';
import { failureSchema, storedFailureSchema } from '../wording/notes/source-outcomes.ts';
import { readNotes } from '../wording/notes.ts';
import { POOLS, type Pool } from './credits.ts';
import { findBalance } from './reading/balance.ts';
import { listContainers, unpackJson } from './reading/containers.ts';
import { JOB_ID } from './reading/created-id.ts';
import { hasError, readFailureReason, readState, saysItIsRunning } from './reading/job-state.ts';
import { type MoreResults, readMoreResults, readResultsAddress } from './reading/next-page.ts';
import { findResults, isTitled, type ResultList } from './reading/result-list.ts';
import type { ServiceProgress } from './service-progress.ts';

/** The embedded service's answer to a creation's `POST`; `readCreatedId` reads other services' answers. */
export const createdSchema = z.looseObject({ jobId: z.string().regex(JOB_ID) });

/** `failed`: the failure in words, for other programs. `failure`: as a value; earlier versions did not store it. */
const failedFields = {
  failed: storedFailureSchema.optional(),
  failure: failureSchema.optional().catch(undefined),
};
type FailedFields = z.output<z.ZodObject<typeof failedFields>>;

function withValue<T extends FailedFields>({ failure, ...report }: T): Omit<T, 'failure'> {
  return failure ? { ...report, failed: failure } : report;
}

/** The number of papers that name all of some keywords; a lower bound if not all could be read in time. */
const keywordCountSchema = z.object({
  keywords: z.array(z.string()),
  papers: z.number(),
  isAtLeast: z.boolean().optional(),
  /** If no paper meets the filters of the search: the number without the filters. */
  withoutFilters: z.object({ papers: z.number(), isAtLeast: z.boolean().optional() }).optional(),
});

export type KeywordCount = z.output<typeof keywordCountSchema>;

/** One source's part in a search: the number of records it returned, or the reason for none. */
const sourceReportSchema = z
  .object({
    source: z.string(),
    /** The source's name for people. */
    title: z.string().optional(),
    gave: z.number(),
    /** The source's total for the request, if it reports one. */
    total: z.number().optional(),
    /** There may be more than `total`, because not all could be counted in time. */
    isTotalAtLeast: z.boolean().optional(),
    /** Papers without a word of the search that closely resemble the best; not counted in `total`. */
    alike: z.number().optional(),
    /** How many papers it has that name all of some keywords, whether it returned them or not. */
    together: z.array(keywordCountSchema).optional(),
    ...failedFields,
    /** The URL of the request for the first page, without the user's contact address. */
    request: z.string().optional(),
    /** When it answered (ISO 8601); for cached answers, the time of the oldest. */
    at: z.string().optional(),
    /** Whether a cached, still fresh answer was used. */
    stored: z.boolean().optional(),
  })
  .transform(withValue);

export type SourceReport = z.output<typeof sourceReportSchema>;

/** A source in a running search: its number of records, or the reason for none; neither before it has answered. */
const sourceProgressSchema = z
  .object({
    source: z.string(),
    title: z.string(),
    gave: z.number().optional(),
    ...failedFields,
    /** The source's first records in its own order: nothing is merged or ranked yet. */
    first: z
      .array(
        z.object({
          title: z.string(),
          authors: z.string().optional(),
          year: z.number().optional(),
          venue: z.string().optional(),
          doi: z.string().optional(),
        }),
      )
      .optional()
      .catch(undefined),
  })
  .transform(withValue);

export type SourceProgress = z.output<typeof sourceProgressSchema>;

/**
 * What happened to the records found on the way to the papers of the answer, for the flow diagram of PRISMA 2020. The
 * records identified are `duplicates`, `leftOut` and those returned, together.
 */
const searchFlowSchema = z.object({
  identified: z.number(),
  /** Duplicate records of a work, by the rule that found them. */
  duplicates: z.record(z.string(), z.number()),
  /** Works that were not returned, by the reason. */
  leftOut: z.record(z.string(), z.number()),
  returned: z.number(),
  /** Hits of the library and the collection that ranked below the limit: they were not retrieved. */
  notRetrieved: z.number().optional(),
});

export type SearchFlow = z.output<typeof searchFlowSchema>;

/** The key in `leftOut` of works that met every filter but exceeded the job's limit. */
export const BELOW_LIMIT = 'ranked below the limit of the job';

/** The key in `leftOut` of papers that only the library has, and that match too little of the query. */
export const UNFIT = 'too little of what was asked';

/** The key in `duplicates` of papers that the library returned, too. */
export const IN_LIBRARY = 'also in the local library';

/** Additional fields of the embedded service in the answer of `GET /v1/job/{jobId}`. */
const reportsSchema = z.looseObject({
  notes: z.array(z.string()).nullish().catch(undefined),
  /** The notes as values; only our own service sends them. */
  noteData: z.array(z.unknown()).nullish().catch(undefined),
  sources: z.array(sourceReportSchema).nullish().catch(undefined),
  flow: searchFlowSchema.nullish().catch(undefined),
  progress: z.array(sourceProgressSchema).nullish().catch(undefined),
});

const storedReportsSchema = z.array(sourceReportSchema).catch(() => []);

/** Reads the reports from a row that any version wrote. */
export function readReports(stored: unknown): SourceReport[] {
  return storedReportsSchema.parse(stored);
}

/** The final states; services may name them differently. */
const FINAL_STATUSES = ['success', 'error'] as const;
type FinalStatus = (typeof FINAL_STATUSES)[number];

/** A paper as a service sent it, in any of Part D's forms. */
export type ReceivedPaper = Readonly<Fields>;

export type JobAnswer = {
  /** `success` and `error` are final; any other word means that the job still runs. */
  status: string;
  /** The final state that the answer suggests without stating it. It counts once a later answer repeats it. */
  seemsOver?: FinalStatus;
  papers?: ReceivedPaper[];
  /** Number of entries of the results that are not papers and were left out. */
  unreadable: number;
  notes: SearchNote[];
  sources?: SourceReport[];
  flow?: SearchFlow;
  /** For a running job. */
  progress?: SourceProgress[];
  /** Progress of a running job in the service's own terms. */
  serviceProgress?: ServiceProgress;
};

export function isFinal(status: string): boolean {
  return (FINAL_STATUSES as readonly string[]).includes(status);
}

/** An answer about a job, with what it says about further results. */
export type JobPage = JobAnswer & { more?: MoreResults };

/**
 * Reads the state of a job in any form of the contract's Part D. Undefined if it is not an answer about a job. `link`
 * is the header of that name. `isLast`: no later answer can come, so any papers are the result.
 */
export function readJobAnswer(json: unknown, link?: string | null, isLast = false): JobPage | undefined {
  const containers = listContainers(json);
  const list = findResults(json);
  const state = readState(json, containers);
  if (containers.length === 0 && list === undefined && state === undefined) return undefined;
  const isEmptyObject = containers.length > 0 && containers.every(({ fields }) => Object.keys(fields).length === 0);
  if (isEmptyObject) return undefined;
  const reports = readReportsIn(containers[0]?.fields);
  const { hasPapers = false } = list ?? {};
  if (list && hasPapers && (isLast || state?.meaning !== 'runs')) {
    const isContrary = state?.meaning === 'failed' || (state?.meaning === 'runs' && !state.isOfEnvelope);
    const contradiction: SearchNote[] = state && isContrary ? [{ kind: 'papers-though', status: state.label }] : [];
    const answer = { status: 'success', ...reports, notes: [...reports.notes, ...contradiction], ...readEntries(list) };
    return { ...answer, more: readMoreResults(list, link) };
  }
  if (state?.meaning === 'finished' && state.isOfEnvelope && saysItIsRunning(containers)) {
    return { status: 'running', unreadable: 0, ...reports };
  }
  if (state?.meaning === 'runs') {
    const progressNote: SearchNote[] = hasPapers ? [{ kind: 'papers-so-far', papers: list?.entries.length ?? 0 }] : [];
    return { status: state.status, unreadable: 0, ...reports, notes: [...reports.notes, ...progressNote] };
  }
  const reason = readFailureReason(containers, state?.meaning === 'failed' ? state : undefined);
  const notes: SearchNote[] = [...reports.notes, ...(reason === undefined ? [] : [failureReason(reason)])];
  // Not about the job, which is paid for: it is asked for again.
  const isOfRequest = (state === undefined || state.isOfEnvelope) && OF_REQUEST.test(reason ?? '');
  if (isOfRequest && (state?.meaning === 'failed' || hasError(containers)))
    return { status: ERROR_ALONE, unreadable: 0, ...reports, notes };
  if (state?.meaning === 'failed') return { status: 'error', unreadable: 0, ...reports, notes };
  // `completed with errors`, and no paper.
  const namesError = hasError(containers) || /error|fail/i.test(state?.text ?? '');
  const isFilled = list !== undefined && (list.entries.length > 0 || !namesError);
  if (state?.meaning === 'finished' && isFilled) return { status: 'success', ...reports, ...readEntries(list) };
  if (state && state.meaning === undefined) {
    return { status: state.status, unreadable: 0, ...reports, notes: namesError ? notes : reports.notes };
  }
  if (namesError) return { status: ERROR_ALONE, seemsOver: 'error', unreadable: 0, ...reports, notes };
  if (state || list) {
    const results = containers.map(({ fields }) => readResultsAddress(fields)).find((address) => address !== undefined);
    const answer = { status: NO_PAPERS_YET, seemsOver: 'success' as const, unreadable: 0, ...reports };
    return results === undefined ? answer : { ...answer, more: { next: { address: results } } };
  }
  return { status: 'running', unreadable: 0, ...reports };
}

const failureReason = (text: string): SearchNote => ({ kind: 'failure-reason', text });

/** Reasons to refuse a look at a job, not a job, which some services send with the status 200. */
const OF_REQUEST = /^\W*(?:api )?(?:rate.?limit|too many requests|unauthori[sz]ed)/i;

/** Our own states for answers that seem to be final. */
const NO_PAPERS_YET = 'finished without papers';
const ERROR_ALONE = 'error without a result';

function readReportsIn(fields: Fields = {}): Omit<JobAnswer, 'status' | 'unreadable'> {
  const { notes, noteData, sources, flow, progress } = reportsSchema.parse(fields);
  return {
    notes: readNotes(noteData ?? notes, notes),
    ...(sources && { sources }),
    ...(flow && { flow }),
    ...(progress && { progress }),
  };
}

function readEntries({ entries }: ResultList): Pick<JobAnswer, 'unreadable'> & { papers: ReceivedPaper[] } {
  const papers: ReceivedPaper[] = [];
  const areTexts = entries.every((entry) => typeof entry === 'string');
  for (const entry of entries) {
    const value = unpackJson(entry);
    const named = areTexts ? paperOfText(value) : undefined;
    const paper = named ?? asFields(value);
    if ((named ?? value) === paper && !isDeeperThan(paper, MAX_LEVELS)) papers.push(paper);
  }
  return { papers, unreadable: entries.length - papers.length };
}

/** A finished job may return only titles or DOIs. Any other text is not taken for a paper. */
function paperOfText(value: unknown): ReceivedPaper | undefined {
  const text = (asText(value) ?? '').trim();
  if (/^(?:https?:\/\/\S*\/|doi:\s*)?10\.\d{4,9}\/\S+$/i.test(text)) return { title: text, doi: text };
  return /\S\s+\S/.test(text) ? { title: text } : undefined;
}

/** A paper has three levels, a body two. We could parse a much deeper value, but not traverse it or write it again. */
export const MAX_LEVELS = 50;

/** Whether a JSON value is nested deeper than this. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

/** The answer of `GET /v1/user/getCredits`, beside amounts such as `basicCreditsBalance`. */
const balancesSchema = z.looseObject({
  idempotencyKeyDays: z.number().positive().optional().catch(undefined),
  takesStrategies: z.boolean().optional().catch(undefined),
  keepsReviews: z.boolean().optional().catch(undefined),
  creditsRenewAt: z.iso.datetime().nullish().catch(undefined),
});

/** An older spelling of a pool's amounts begins with these names. */
const OLDER_NAMES: Partial<Record<Pool, string>> = { basic: 'freeTier', pro: 'proTier' };

const CONTRACT_NAME = /^(?:basic|pro|privateKey|freeTier|proTier)Credits(?:Balance|Total)$/;

/** Our own service's answer about a closed key. */
export const closedKeySchema = z.object({ jobId: createdSchema.shape.jobId.nullable() });

/** Credits left per pool, and the totals granted; a pool is absent if it has no limit or is not reported. */
export type Balances = Partial<Record<Pool, number>> & {
  totals?: Partial<Record<Pool, number>>;
  /** Totals that only grow: everything ever taken, and everything ever refunded. Only if the service reports them. */
  spent?: Partial<Record<Pool, number>>;
  refunded?: Partial<Record<Pool, number>>;
  /** Credits per calendar month, and when the next one begins (ISO 8601). Only if the service reports them. */
  monthly?: Partial<Record<Pool, number>>;
  renewAt?: string;
  /** The service has one balance, from which every pool takes. */
  isShared?: true;
  /** Pools that our own service says have no limit. */
  unlimited?: Pool[];
  /** How many days the service keeps the keys of creations; absent if it does not support keys. */
  idempotencyKeyDays?: number;
  /** Whether searches may be Boolean strategies; absent if the service does not say. */
  takesStrategies?: boolean;
  /** Whether members can share reviews there; absent if the service does not say. */
  keepsReviews?: boolean;
};

/** Reads the balances, in the contract's form or any other. Undefined if the answer has neither fields nor a number. */
export function readBalances(json: unknown): Balances | undefined {
  const containers = listContainers(json);
  const body = containers.find(({ fields }) => Object.keys(fields).some((name) => CONTRACT_NAME.test(name)));
  const found = findBalance(json);
  const parsed = balancesSchema.safeParse((body ?? containers[0])?.fields);
  if (!parsed.success) return found.isShared ? found : undefined;
  const { idempotencyKeyDays, takesStrategies, keepsReviews, creditsRenewAt, ...fields } = parsed.data;
  // Only our own service reports what was spent, what was refunded, and the monthly credits.
  const sums = { totals: 'Total', spent: 'Spent', refunded: 'Refunded', monthly: 'Monthly' };
  // Other services may use null for an unknown balance.
  const isOwn = idempotencyKeyDays !== undefined;
  const unlimited = POOLS.filter((pool) => isOwn && fields[`${pool}CreditsBalance`] === null);
  const perPool = Object.entries(sums)
    .map(([name, kind]) => [name, readAmounts(fields, kind)] as const)
    .filter(([, amounts]) => Object.keys(amounts).length > 0);
  return {
    ...(body && found.isShared ? {} : found),
    ...readAmounts(fields, 'Balance'),
    ...Object.fromEntries(perPool),
    ...omitUndefined({ idempotencyKeyDays, takesStrategies, keepsReviews, renewAt: creditsRenewAt ?? undefined }),
    ...(unlimited.length > 0 && { unlimited }),
  };
}

/** Whether an answer about credits has any field of the contract. */
export function hasCredits(balances: Balances | undefined): boolean {
  return balances !== undefined && Object.keys(balances).length > 0;
}

function readAmounts(fields: Fields, kind: string): Partial<Record<Pool, number>> {
  const amounts = POOLS.map((pool) => {
    const amount = asNumber(fields[`${pool}Credits${kind}`]) ?? asNumber(fields[`${OLDER_NAMES[pool]}Credits${kind}`]);
    return [pool, amount] as const;
  });
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== undefined));
}

/**
 * Merges an answer in lines into one answer: the last line if it has a state and papers, as in a stream of states;
 * otherwise the papers among the lines, with what the other lines say about their job; otherwise the last line, or all
 * lines if each has a list.
 */
export function joinAnswerLines(lines: readonly Fields[]): unknown {
  const last = lines.at(-1);
  const hasList = (line: unknown) => findResults(line)?.hasPapers === true;
  if (hasList(last) && readState(last, listContainers(last)) !== undefined) return last;
  const papers = lines.filter(isTitled);
  if (papers.length > 0) return { ...Object.assign({}, ...lines.filter((line) => !isTitled(line))), results: papers };
  return lines.some(hasList) ? lines : last;
}
