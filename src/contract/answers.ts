import * as z from 'zod';
import { asNumber, type Fields } from '../lib/json.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { POOLS, type Pool } from './credits.ts';
import type { SearchNote } from './notes/search-notes.ts';
import { failureSchema, storedFailureSchema } from './notes/source-outcomes.ts';
import { readNotes } from './notes.ts';
import type { ServiceProgress } from './service-progress.ts';
import { type WirePaper, wirePaperSchema } from './wire-paper.ts';

/** The answer to a creation's `POST`. Ids are opaque, but they end up in addresses, answers and terminals. */
export const createdSchema = z.looseObject({ jobId: z.string().regex(/^[\x21-\x7e]{1,200}$/) });

/** The form of a state. Any other text is not shown. */
const STATUS = /^[\w -]{1,40}$/;
const UNSHOWABLE_STATUS = 'unreadable';

/** `failed` is a sentence for other programs, beside the value; rows of earlier versions have only the sentence. */
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
    /** Its total for the request, if it says so. */
    total: z.number().optional(),
    /** There may be more than `total`, because not all could be counted in time. */
    isTotalAtLeast: z.boolean().optional(),
    /** Papers without a word of the search that are much like the best; not counted in `total`. */
    alike: z.number().optional(),
    /** How many papers it has that name all of some keywords, whether it returned them or not. */
    together: z.array(keywordCountSchema).optional(),
    ...failedFields,
    /** The address of the request that asked for the first page, without the user's contact address. */
    request: z.string().optional(),
    /** The time of its answer (ISO 8601); for stored answers, of the oldest. */
    at: z.string().optional(),
    /** Whether a fresh answer to an earlier search was used. */
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
    /** Those that it put first, as it gave them: nothing is merged or ranked yet. */
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
 * The way from the found records to the papers of the answer, for the flow diagram of PRISMA 2020. The identified
 * records are `duplicates`, `leftOut` and the returned ones together.
 */
const searchFlowSchema = z.object({
  identified: z.number(),
  /** Duplicate records of a work, by the rule that found them. */
  duplicates: z.record(z.string(), z.number()),
  /** Works that were not returned, by the reason. */
  leftOut: z.record(z.string(), z.number()),
  returned: z.number(),
});

export type SearchFlow = z.output<typeof searchFlowSchema>;

/** The reason in `leftOut` of works that met every filter, when more were found than the job asked for. */
export const BELOW_LIMIT = 'ranked below the limit of the job';

/** The answer of `GET /v1/job/{jobId}`. The embedded service adds all fields but `status` and `results`. */
const jobStatusSchema = z.looseObject({
  status: z
    .string()
    .min(1)
    .transform((word) => (STATUS.test(word) ? word : UNSHOWABLE_STATUS)),
  results: z.unknown().optional(),
  notes: z.array(z.string()).nullish().catch(undefined),
  /** The notes as values, an addition of our own service. */
  noteData: z.array(z.unknown()).nullish().catch(undefined),
  sources: z.array(sourceReportSchema).nullish().catch(undefined),
  flow: searchFlowSchema.nullish().catch(undefined),
  progress: z.array(sourceProgressSchema).nullish().catch(undefined),
});

/** Reads the reports in a row of any version. */
export function readReports(stored: unknown): SourceReport[] {
  return z.array(sourceReportSchema).catch([]).parse(stored);
}

/** States that the service documents; any other word means that the job still runs. */
const FINAL_STATUSES = ['success', 'error'] as const;

export type JobAnswer = {
  /** `success` and `error` are final; any other word means that the job still runs. */
  status: string;
  papers?: WirePaper[];
  /** How many entries of the results are no papers and were left out. */
  unreadable: number;
  notes: SearchNote[];
  sources?: SourceReport[];
  flow?: SearchFlow;
  /** For a running job. */
  progress?: SourceProgress[];
  /** What the service tells of a running job in its own way. */
  serviceProgress?: ServiceProgress;
};

export function isFinal(status: string): boolean {
  return (FINAL_STATUSES as readonly string[]).includes(status);
}

/** Reads the status of a job. Undefined if the answer has no status, or `success` without a list of results. */
export function readJobAnswer(json: unknown): JobAnswer | undefined {
  const parsed = jobStatusSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { status, results, notes, noteData, sources, flow, progress } = parsed.data;
  const reports = { ...(sources && { sources }), ...(flow && { flow }), ...(progress && { progress }) };
  const answer: JobAnswer = { status, unreadable: 0, notes: readNotes(noteData ?? notes, notes), ...reports };
  if (status !== 'success') return answer;
  if (!Array.isArray(results)) return undefined;
  answer.papers = [];
  for (const entry of results) {
    const paper = isDeeperThan(entry, MAX_LEVELS) ? undefined : wirePaperSchema.safeParse(entry);
    if (paper?.success) answer.papers.push(paper.data);
    else answer.unreadable += 1;
  }
  return answer;
}

/**
 * A paper has three levels, a body two. We could parse a much deeper value, but not walk through it or write it again.
 */
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

/** Our own service's answer about a closed key. */
export const closedKeySchema = z.object({ jobId: createdSchema.shape.jobId.nullable() });

/** Credits left per pool, and the totals granted; a pool is absent if it has no limit or is not reported. */
export type Balances = Partial<Record<Pool, number>> & {
  totals?: Partial<Record<Pool, number>>;
  /** Sums that only grow: everything ever taken, and everything ever refunded. Only if the service reports them. */
  spent?: Partial<Record<Pool, number>>;
  refunded?: Partial<Record<Pool, number>>;
  /** Credits per calendar month, and when the next one begins (ISO 8601). Only if the service reports them. */
  monthly?: Partial<Record<Pool, number>>;
  renewAt?: string;
  /** Pools that our own service says have no limit. */
  unlimited?: Pool[];
  /** How many days the service keeps the keys of creations; absent if it knows no keys. */
  idempotencyKeyDays?: number;
  /** Whether searches may be Boolean strategies; absent if the service does not say. */
  takesStrategies?: boolean;
  /** Whether members can share reviews there; absent if the service does not say. */
  keepsReviews?: boolean;
};

/** Reads the balances. Undefined if the answer is no object. */
export function readBalances(json: unknown): Balances | undefined {
  const parsed = balancesSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { idempotencyKeyDays, takesStrategies, keepsReviews, creditsRenewAt, ...fields } = parsed.data;
  // Only our own service reports what was spent and refunded, and what comes each month.
  const sums = { totals: 'Total', spent: 'Spent', refunded: 'Refunded', monthly: 'Monthly' };
  // Elsewhere null may be an unknown balance.
  const isOwn = idempotencyKeyDays !== undefined;
  const unlimited = POOLS.filter((pool) => isOwn && fields[`${pool}CreditsBalance`] === null);
  const perPool = Object.entries(sums)
    .map(([name, kind]) => [name, readAmounts(fields, kind)] as const)
    .filter(([, amounts]) => Object.keys(amounts).length > 0);
  return {
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
