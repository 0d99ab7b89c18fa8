import * as z from 'zod';
import { wirePaperSchema } from '../../contract/wire-paper.ts';
import { MAX_TEXT_CHARACTERS, MAX_WORD_CHARACTERS, MAX_WORDS } from '../../review/decision-limits.ts';
import { SERVING_ORDERS } from '../../review/events.ts';
import { ASSISTANT_ROLES, DECISIONS, READER_SETS, STAGES } from '../../review/protocol.ts';

/** What the routes of reviews take. An event that a program could not read would make the review useless to all. */

/** Bytes of a body with events or with records. */
export const MAX_REVIEW_BODY_BYTES = 8 * 1024 * 1024;
const MAX_EVENTS = 1_000;
const MAX_RECORDS = 1_000;
const MAX_REFS = 200_000;

const line = (max: number) => z.string().max(max);
const ref = line(200).min(1);
const words = line(MAX_TEXT_CHARACTERS);
const stage = z.enum(STAGES);
const decision = z.enum(DECISIONS);
const count = z.int().min(0);
const lines = z.array(line(MAX_WORD_CHARACTERS)).max(MAX_WORDS);

const criteria = z
  .array(
    z.object({
      id: line(20).min(1),
      kind: z.enum(['include', 'exclude']),
      text: words,
      stage: stage.optional(),
      words: lines.optional(),
    }),
  )
  .max(1_000);

const protocol = z.object({
  stages: z.array(stage).min(1).max(STAGES.length),
  readers: z.enum(READER_SETS),
  blind: z.boolean(),
  assistant: z.enum(ASSISTANT_ROLES),
  stop: z.object({ rule: line(40), target: z.number(), confidence: z.number() }).optional(),
  priors: z.array(ref).max(10_000),
});

const search = z.object({
  seeds: count,
  directions: z.array(z.enum(['backward', 'forward'])).max(2),
  indexes: lines,
  rounds: count,
  from: line(40),
  to: line(40),
});

const source = z.union([
  z.object({ from: z.literal('job'), job: line(200), sources: lines }),
  z.object({ from: z.literal('citations'), job: line(200), sources: lines, search: search.optional() }),
  z.object({ from: z.literal('file'), name: line(1_000), databases: lines }),
]);

const reasons = lines.optional();
const file = z.object({
  name: line(1_000),
  program: line(100).optional(),
  namesNobody: z.literal(true).optional(),
});
const act = z.discriminatedUnion('what', [
  z.object({ what: z.literal('open'), question: words, criteria, protocol }),
  z.object({ what: z.literal('criteria'), criteria }),
  z.object({ what: z.literal('protocol'), protocol }),
  z.object({
    what: z.literal('import'),
    source,
    identified: count,
    records: z.array(ref).max(MAX_REFS),
    duplicates: z.array(z.tuple([ref, ref])).max(MAX_REFS),
  }),
  z.object({
    ...{ what: z.literal('decide'), stage, ref, decision, reasons },
    ...{ note: words.optional(), quote: words.optional(), tags: reasons, from: file.optional() },
  }),
  z.object({ what: z.literal('note'), ref, note: words.optional(), tags: reasons }),
  z.object({ what: z.literal('withdraw'), stage, ref }),
  z.object({ what: z.literal('resolve'), stage, ref, decision, reasons, note: words.optional() }),
  z.object({
    what: z.literal('serve'),
    stage,
    refs: z.array(ref).max(1_000),
    order: z.enum(SERVING_ORDERS),
    labels: count,
  }),
  z.object({ what: z.literal('retrieve'), ref, found: z.boolean() }),
  z.object({ what: z.literal('stop-check'), stage, screened: count, relevant: count, holds: z.boolean() }),
]);

const who = z.union([
  z.object({ kind: z.literal('human'), name: line(200).min(1) }),
  z.object({
    ...{ kind: z.literal('assistant'), name: line(400).min(1) },
    ...{ model: line(200).optional(), criteria: line(100).optional() },
  }),
]);

const eventSchema = z.intersection(z.object({ n: count, at: z.iso.datetime(), who }), act);

/** Characters of an event, more than a decision has; those that set a review up or bring records name each of them. */
const MAX_EVENT_CHARACTERS = 100_000;
const LONG_EVENTS: ReadonlySet<string> = new Set(['open', 'criteria', 'protocol', 'import']);

/** Whether a text is an event of a review as this version knows them, and as long as those are. */
export function isReviewEvent(text: string): boolean {
  try {
    const { success, data } = eventSchema.safeParse(JSON.parse(text));
    return success && (text.length <= MAX_EVENT_CHARACTERS || LONG_EVENTS.has(data.what));
  } catch {
    return false;
  }
}

const event = z.object({
  n: z.int().min(1),
  text: z.string().min(2).describe('The event as JSON: n, at, who and what happened'),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the hash before it, a line break and the text'),
});

const uploadId = z.string().regex(/^[\w-]{8,80}$/);
const parts = z.int().min(1).max(1_000);

/** Bodies by their names in the OpenAPI document. */
export const REVIEW_BODIES = {
  opening: z.strictObject({ event }),
  events: z.strictObject({
    events: z.array(event).min(1).max(MAX_EVENTS),
    records: z.strictObject({ upload: uploadId, parts }).optional(),
  }),
  records: z.strictObject({
    upload: uploadId,
    part: z.int().min(0).max(999),
    records: z
      .array(z.strictObject({ ref, paper: wirePaperSchema }))
      .min(1)
      .max(MAX_RECORDS),
  }),
  aside: z.strictObject({ from: z.int().min(1) }),
  invitation: z.strictObject({ name: line(200).min(1) }),
} as const;
