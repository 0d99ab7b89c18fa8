import * as z from 'zod';
import { kind } from './citation-notes.ts';
import { storedFailureSchema } from './source-outcomes.ts';

/** The result of filling papers' missing fields. `filled` counts the values per field. */

const filled = z.record(z.string(), z.number());

export const enrichmentNotes = [
  kind('enrichment-ended', { why: z.enum(['stopped', 'time']) }),
  kind('nothing-lacked', {}),
  kind('filled-by-library', { filled, hasFailed: z.boolean() }),
  kind('filled-by-source', {
    title: z.string(),
    filled,
    answered: z.number(),
    unanswered: z.number(),
    failure: storedFailureSchema.optional(),
  }),
  kind('filling-failed', { title: z.string(), filled }),
  kind('filled-from-pages', {
    filled,
    requested: z.number(),
    read: z.number(),
    unrelated: z.number(),
    beyondBudget: z.number(),
    stopped: z.union([z.literal('defect'), storedFailureSchema]).optional(),
  }),
  kind('scraper-key-lost', {}),
  kind('scraper-key-unreadable', {}),
] as const;

export type EnrichmentNote = z.output<(typeof enrichmentNotes)[number]>;
