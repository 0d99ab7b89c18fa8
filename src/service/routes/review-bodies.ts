import * as z from 'zod';
import { wirePaperSchema } from '../../contract/wire-paper.ts';
import { readEvent } from '../../review/event-schema.ts';

/** The bodies of the routes of reviews. An event that a program cannot parse would block a review for all members. */

/** Bytes of a body with events or with records. */
export const MAX_REVIEW_BODY_BYTES = 8 * 1024 * 1024;
const MAX_EVENTS = 1_000;
const MAX_RECORDS = 1_000;

const line = (max: number) => z.string().max(max);
const ref = line(200).min(1);

/**
 * Maximum characters of an event, more than a decision needs; events that set up a review or import records list many
 * items and may be longer.
 */
const MAX_EVENT_CHARACTERS = 100_000;
const LONG_EVENTS: ReadonlySet<string> = new Set(['open', 'criteria', 'protocol', 'import']);

/** Whether a text is an event of a review that this version knows, within its length limit. */
export function isReviewEvent(text: string): boolean {
  const event = readEvent(text, 'limited');
  return event !== undefined && (text.length <= MAX_EVENT_CHARACTERS || LONG_EVENTS.has(event.what));
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
