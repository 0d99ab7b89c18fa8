import * as z from 'zod';
import { MAX_TEXT_CHARACTERS, MAX_WORD_CHARACTERS, MAX_WORDS } from './decision-limits.ts';
import { type ReviewEvent, SERVING_ORDERS } from './events.ts';
import { ASSISTANT_ROLES, DECISIONS, READER_SETS, STAGES, STOP_RULES } from './protocol.ts';

/**
 * The only schema of events. A log is read without length limits, because long events were accepted when they were
 * recorded; the same goes for the stopping rule, which `fold-events.ts` checks. A lab's service accepts events within
 * limits.
 */

const MAX_REFS = 200_000;

function eventSchema(limits: 'limited' | 'any') {
  const most = (count: number) => (limits === 'limited' ? count : Number.MAX_SAFE_INTEGER);
  const line = (max: number) => z.string().max(most(max));
  const ref = line(200).min(1);
  const words = line(MAX_TEXT_CHARACTERS);
  const stage = z.enum(STAGES);
  const decision = z.enum(DECISIONS);
  const count = z.int().min(0);
  const lines = z.array(line(MAX_WORD_CHARACTERS)).max(most(MAX_WORDS));

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
    .max(most(1_000));

  const share = z.number().gt(0).lt(1);
  const stop = z.object({ rule: z.enum(STOP_RULES), target: share, confidence: share });
  const protocol = z.object({
    stages: z.array(stage).min(1).max(STAGES.length),
    readers: z.enum(READER_SETS),
    blind: z.boolean(),
    assistant: z.enum(ASSISTANT_ROLES),
    stop: limits === 'limited' ? stop.optional() : z.unknown().optional(),
    priors: z.array(ref).max(most(10_000)),
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
      records: z.array(ref).max(most(MAX_REFS)),
      duplicates: z.array(z.tuple([ref, ref])).max(most(MAX_REFS)),
      contents: z
        .array(z.string().regex(/^[\w-]{22}$/))
        .max(most(MAX_REFS))
        .optional(),
      search: z
        .object({
          identified: z.array(z.object({ name: line(1_000), records: count })).max(most(MAX_WORDS)),
          duplicates: count,
          automation: count,
          otherReasons: count,
        })
        .optional(),
    }),
    z.object({
      what: z.literal('decide'),
      stage,
      ref,
      decision,
      reasons,
      note: words.optional(),
      quote: words.optional(),
      tags: reasons,
      from: file.optional(),
      confirms: line(1_000).optional(),
    }),
    z.object({ what: z.literal('note'), ref, note: words.optional(), tags: reasons }),
    z.object({ what: z.literal('withdraw'), stage, ref }),
    z.object({ what: z.literal('resolve'), stage, ref, decision, reasons, note: words.optional() }),
    z.object({
      what: z.literal('serve'),
      stage,
      refs: z.array(ref).max(most(1_000)),
      order: z.enum(SERVING_ORDERS),
      labels: count,
      seed: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .optional(),
    }),
    z.object({ what: z.literal('retrieve'), ref, found: z.boolean() }),
    z.object({ what: z.literal('stop-check'), stage, screened: count, relevant: count, holds: z.boolean() }),
  ]);

  const who = z.union([
    z.object({ kind: z.literal('human'), name: line(200).min(1) }),
    z.object({
      kind: z.literal('assistant'),
      name: line(400).min(1),
      model: line(200).optional(),
      criteria: line(100).optional(),
    }),
  ]);

  return z.intersection(z.object({ n: count, at: z.iso.datetime(), who }), act);
}

const SCHEMAS = { limited: eventSchema('limited'), any: eventSchema('any') };

/** An event that this version knows; undefined for any other text. */
export function readEvent(text: string, limits: keyof typeof SCHEMAS = 'any'): ReviewEvent | undefined {
  try {
    const event = JSON.parse(text);
    // Returns the event as written, because the schema would drop unknown fields.
    return SCHEMAS[limits].safeParse(event).success ? event : undefined;
  } catch {
    return undefined;
  }
}
