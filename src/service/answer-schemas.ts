import * as z from 'zod';
import { closedKeySchema, createdSchema } from '../contract/answers.ts';
import { POOLS, type Pool } from '../contract/credits.ts';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { wirePaperSchema } from '../contract/wire-paper.ts';

/**
 * The schemas of the service's answers. The OpenAPI document is generated from them, and they type the routes.
 * `contract/answers.ts` parses the same answers more tolerantly, because other services may answer differently.
 */

const text = z.string();
const count = z.int();
const counts = z.record(text, count);
const counted = { papers: count, isAtLeast: z.boolean().optional() };

/** Why a source returned nothing: as the end of a sentence, and as a value. */
const failed = { failed: text.optional(), failure: z.looseObject({ failure: text }).optional() };

const reports = {
  notes: z.array(text).optional(),
  noteData: z
    .array(z.looseObject({ kind: text }))
    .readonly()
    .optional(),
  sources: z
    .array(
      z.object({
        source: text,
        title: text.optional(),
        gave: count,
        total: count.optional(),
        isTotalAtLeast: z.boolean().optional(),
        alike: count.optional(),
        together: z
          .array(
            z.object({
              keywords: z.array(text),
              ...counted,
              withoutFilters: z.object(counted).optional(),
            }),
          )
          .optional(),
        ...failed,
        request: text.optional(),
        at: text.optional(),
        stored: z.boolean().optional(),
      }),
    )
    .readonly()
    .optional(),
  flow: z
    .object({ identified: count, duplicates: counts, leftOut: counts, returned: count, notRetrieved: count.optional() })
    .optional(),
};

const firstPapers = z.array(
  z.object({
    title: text,
    authors: text.optional(),
    year: z.number().optional(),
    venue: text.optional(),
    doi: text.optional(),
  }),
);

const queued = z.object({
  status: z.literal('queued'),
  progress: z
    .array(z.object({ source: text, title: text, gave: count.optional(), ...failed, first: firstPapers.optional() }))
    .optional(),
  notes: reports.notes,
  noteData: reports.noteData,
});
const ended = z.object({ status: z.literal('error'), ...reports });
const succeeded = z.object({ status: z.literal('success'), results: z.array(wirePaperSchema), ...reports });

function perPool<Name extends string, Amount extends z.ZodType>(field: Name, amount: Amount) {
  const entries = POOLS.map((pool) => [`${pool}Credits${field}`, amount]);
  return Object.fromEntries(entries) as Record<`${Pool}Credits${Name}`, Amount>;
}

const error = z.looseObject({ error: text });
const invalidFields = z.looseObject({ error: z.array(z.looseObject({ message: text, path: text })).min(1) });

const role = z.enum(['owner', 'reader']);
const logEnd = z.object({ n: count, hash: text });
const member = z.object({ name: text, role, isInvited: z.boolean(), since: text });

/** By their names in the OpenAPI document. */
export const ANSWERS = {
  Paper: wirePaperSchema,
  Created: createdSchema,
  ClosedKey: closedKeySchema.loose(),
  KeyedJobs: z.looseObject({
    jobs: z.array(
      z.object({
        jobId: text,
        idempotencyKey: text,
        operation: z.enum(OPERATION_NAMES),
        status: z.enum(['queued', 'success', 'error']),
        createdAt: text,
      }),
    ),
  }),
  JobStatus: z.union([queued, ended, succeeded]),
  Credits: z.looseObject({
    ...perPool('Balance', count.nullable()),
    ...perPool('Total', count.nullable()),
    ...perPool('Spent', count.min(0)),
    ...perPool('Refunded', count.min(0)),
    ...perPool('Monthly', count.min(0).nullable()),
    creditsRenewAt: text.nullable(),
    plan: text,
    idempotencyKeyDays: count.min(1),
    takesStrategies: z.boolean(),
    keepsReviews: z.boolean(),
  }),
  Reviews: z.object({
    account: text,
    reviews: z.array(
      z.object({ review: count, owner: text, role, isInvited: z.boolean(), question: text, end: count }),
    ),
  }),
  OpenedReview: z.object({ review: count }),
  ReviewEvents: z.object({
    events: z.array(z.object({ n: count, text, hash: text, takenAt: text.optional() })),
    end: count,
  }),
  ReviewEnd: z.object({ end: logEnd }),
  ReviewConflict: z.object({ error: text, end: logEnd }),
  ReviewRecords: z.object({ records: z.array(z.object({ ref: text, paper: wirePaperSchema })), pages: count }),
  ReviewPart: z.object({ part: count }),
  PutAside: z.object({ events: count }),
  ReviewMember: member,
  ReviewMembers: z.object({ members: z.array(member) }),
  JoinedReview: z.object({ joined: z.literal(true) }),
  RemovedMember: z.object({ removed: z.literal(true) }),
  Error: error,
  InvalidFields: invalidFields,
  Health: z.looseObject({ status: text }),
} satisfies Record<string, z.ZodType>;

/** The answer that a route may give under this name. */
export type Answer<Name extends keyof typeof ANSWERS> = z.input<(typeof ANSWERS)[Name]>;
