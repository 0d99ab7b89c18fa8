import * as z from 'zod';
import { omitUndefined } from '../lib/omit-undefined.ts';
import type { Pool } from './credits.ts';
import { type WirePaper, wirePaperSchema } from './paper.ts';

/** What `POST` of a creation answers. Ids are opaque, but they end up in addresses, answers and terminals. */
export const createdSchema = z.looseObject({ jobId: z.string().regex(/^[\x21-\x7e]{1,200}$/) });

/** A word, as states are; anything else stands for itself only as far as saying that it cannot be shown. */
const STATUS = /^[\w -]{1,40}$/;
const UNSHOWABLE_STATUS = 'unreadable';

/** What one source did for a search: how many records it gave (of how many that it has), or why it gave none. */
export type SourceReport = {
  source: string;
  /** The source's name for people. */
  title?: string | undefined;
  gave: number;
  /** How many records the source has for the request, where it says so. */
  total?: number | undefined;
  failed?: string | undefined;
  /** The address of the request that asked for the first page, without the user's contact address. */
  request?: string | undefined;
  /** When it answered (ISO 8601); of stored answers, when the oldest was given. */
  at?: string | undefined;
  /** Whether an answer to an earlier search was used, because it was still fresh. */
  stored?: boolean | undefined;
};

const sourceReportSchema = z.object({
  source: z.string(),
  title: z.string().optional(),
  gave: z.number(),
  total: z.number().optional(),
  failed: z.string().optional(),
  request: z.string().optional(),
  at: z.string().optional(),
  stored: z.boolean().optional(),
});

/**
 * From the records that were found to the papers of the answer: what the flow diagram of PRISMA 2020 asks for. The
 * records that were identified are those of `duplicates` and `leftOut` and those that were returned.
 */
export type SearchFlow = {
  identified: number;
  /** Records of a work that another record is of, too, by the rule that found them. */
  duplicates: Record<string, number>;
  /** Works that were not returned, by the reason. */
  leftOut: Record<string, number>;
  returned: number;
};

/** The reason in `leftOut` of works that met every filter, when more were found than the job asked for. */
export const BELOW_LIMIT = 'ranked below the limit of the job';

const searchFlowSchema = z.object({
  identified: z.number(),
  duplicates: z.record(z.string(), z.number()),
  leftOut: z.record(z.string(), z.number()),
  returned: z.number(),
});

/** What `GET /v1/job/{jobId}` answers; `notes`, `sources` and `flow` are additions of the embedded service. */
const jobStatusSchema = z.looseObject({
  status: z
    .string()
    .min(1)
    .transform((word) => (STATUS.test(word) ? word : UNSHOWABLE_STATUS)),
  results: z.unknown().optional(),
  notes: z.array(z.string()).nullish().catch(undefined),
  sources: z.array(sourceReportSchema).nullish().catch(undefined),
  flow: searchFlowSchema.nullish().catch(undefined),
});

/** States that the service documents; any other word means that the job still runs. */
const FINAL_STATUSES = ['success', 'error'] as const;

export type JobAnswer = {
  status: string;
  papers?: WirePaper[];
  /** Entries of `results` that are no objects and were left out. */
  unreadable: number;
  notes: string[];
  sources?: SourceReport[];
  flow?: SearchFlow;
};

export function isFinal(status: string): boolean {
  return (FINAL_STATUSES as readonly string[]).includes(status);
}

/** Reads the status of a job. Undefined when the answer has no status, or `success` without a list of results. */
export function readJobAnswer(json: unknown): JobAnswer | undefined {
  const parsed = jobStatusSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { status, results, notes, sources, flow } = parsed.data;
  const reports = { ...(sources && { sources }), ...(flow && { flow }) };
  const answer: JobAnswer = { status, unreadable: 0, notes: notes ?? [], ...reports };
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
 * A paper has three levels, a body two; what is much deeper could be read, but not looked through or written down
 * again.
 */
export const MAX_LEVELS = 50;

/** Whether a JSON value is nested deeper than so many levels. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

const balance = z.number().nullish().catch(undefined);

/** What `GET /v1/user/getCredits` answers, in its present and its older spelling. */
const balancesSchema = z.looseObject({
  basicCreditsBalance: balance,
  proCreditsBalance: balance,
  privateKeyCreditsBalance: balance,
  basicCreditsTotal: balance,
  proCreditsTotal: balance,
  privateKeyCreditsTotal: balance,
  freeTierCreditsBalance: balance,
  proTierCreditsBalance: balance,
  freeTierCreditsTotal: balance,
  proTierCreditsTotal: balance,
  // Additions of our own service.
  basicCreditsSpent: balance,
  proCreditsSpent: balance,
  privateKeyCreditsSpent: balance,
  basicCreditsRefunded: balance,
  proCreditsRefunded: balance,
  privateKeyCreditsRefunded: balance,
  idempotencyKeyDays: z.number().positive().optional().catch(undefined),
});

/** What our own service answers about a key that is closed. */
export const closedKeySchema = z.object({ jobId: createdSchema.shape.jobId.nullable() });

/**
 * Credits left per pool, and the totals ever granted; a pool is absent when the service does not say or has no ceiling.
 */
export type Balances = Partial<Record<Pool, number>> & {
  totals?: Partial<Record<Pool, number>>;
  /** Sums that only grow: all that was ever taken, and all that was given back. Where the service tells them. */
  spent?: Partial<Record<Pool, number>>;
  refunded?: Partial<Record<Pool, number>>;
  /** For how many days the service keeps the keys of creations; absent where it knows none. */
  idempotencyKeyDays?: number;
};

/** Reads the balances. Undefined when the answer is no object. */
export function readBalances(json: unknown): Balances | undefined {
  const parsed = balancesSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const balances = perPool(
    data.basicCreditsBalance ?? data.freeTierCreditsBalance,
    data.proCreditsBalance ?? data.proTierCreditsBalance,
    data.privateKeyCreditsBalance,
  );
  const totals = perPool(
    data.basicCreditsTotal ?? data.freeTierCreditsTotal,
    data.proCreditsTotal ?? data.proTierCreditsTotal,
    data.privateKeyCreditsTotal,
  );
  const spent = perPool(data.basicCreditsSpent, data.proCreditsSpent, data.privateKeyCreditsSpent);
  const refunded = perPool(data.basicCreditsRefunded, data.proCreditsRefunded, data.privateKeyCreditsRefunded);
  const { idempotencyKeyDays } = data;
  return {
    ...balances,
    ...Object.fromEntries(
      Object.entries({ totals, spent, refunded }).filter(([, amounts]) => Object.keys(amounts).length > 0),
    ),
    ...omitUndefined({ idempotencyKeyDays }),
  };
}

type Amount = number | null | undefined;

function perPool(basic: Amount, pro: Amount, privateKey: Amount): Partial<Record<Pool, number>> {
  const amounts = Object.entries({ basic, pro, privateKey }).filter(([, amount]) => amount != null);
  return Object.fromEntries(amounts);
}

/** Body of an error answer: one text, or (400) a list of wrong fields. */
const errorAnswerSchema = z.looseObject({
  error: z.union([
    z.string(),
    z.array(z.looseObject({ message: z.string().catch(''), path: z.string().nullish().catch(undefined) })),
  ]),
});

export type ErrorAnswer = { text?: string; fields: { path: string; message: string }[] };

/** Reads the body of an error answer; a body of another shape gives no text and no fields. */
export function readErrorAnswer(json: unknown): ErrorAnswer {
  const parsed = errorAnswerSchema.safeParse(json);
  if (!parsed.success) return { fields: [] };
  const { error } = parsed.data;
  if (typeof error === 'string') return { text: error, fields: [] };
  return { fields: error.map(({ path, message }) => ({ path: path ?? '', message })) };
}
