import * as z from 'zod';

/** Notes on a citation search. Its job stores them. */

const count = z.number();
const text = z.string();

/** Why a citation search ended. */
const endSchema = z.enum(['exhausted', 'rounds', 'yield', 'recall', 'requests']);
export type CitationEnd = z.output<typeof endSchema>;

const progressSchema = z.object({
  /** The current or last round, from 1. */
  round: count,
  /** Works whose citations were followed, and those of the round that are still waiting. */
  followed: count,
  waiting: count,
  requests: count,
  /** Works found that were not known before. */
  found: count,
});
export type CitationProgress = z.output<typeof progressSchema>;

/** Compares two indexes: how many works each has of the links asked of both. */
const recallShape = {
  indexes: z.tuple([text, text]),
  first: count,
  second: count,
  both: count,
  /** Chapman's estimate of all such works; absent if too few are shared. */
  all: z.number().optional(),
  /** The share of these that was found. */
  share: z.number().optional(),
  /** Whether the last three estimates differ by at most 5 %. */
  isStable: z.boolean(),
};
export type RecallEstimate = z.output<z.ZodObject<typeof recallShape>>;

/** An index in a search: the numbers for the second column of a PRISMA 2020 flow diagram. */
const indexSchema = z.object({
  title: text,
  identified: count,
  /** Records of works that this or an earlier index had already returned. */
  duplicates: count,
  /** Records of works that were known before. */
  known: count,
});

/** The schema of a note of this kind. */
export const kind = <Kind extends string, Shape extends z.ZodRawShape>(name: Kind, shape: Shape) =>
  z.object({ kind: z.literal(name), ...shape });

export const citationNotes = [
  kind('citations-followed', {
    /** How many of the seed papers were followed; `of` is their number if not all were. */
    seeds: count,
    of: count.optional(),
    directions: z.array(z.enum(['backward', 'forward'])),
    progress: progressSchema,
    known: count,
    ended: endSchema,
    limit: count.optional(),
  }),
  kind('citations-unfinished', { progress: progressSchema }),
  kind('citations-by-index', { indexes: z.array(indexSchema) }),
  kind('citations-recall', recallShape),
  /** Only one index answered, so nothing can be estimated. */
  kind('citations-one-index', { titles: z.array(text) }),
  /** Works followed backward for which no index has a reference list; some of them named. */
  kind('citations-blind', { works: count, of: count, named: z.array(text) }),
  /** Works that no index can identify; some are named. */
  kind('citations-unasked', { works: count, named: z.array(text) }),
  /** Works with more links than an index returns. */
  kind('citations-cut', { works: count, named: z.array(text) }),
  /** The requests to an index that a search would send first. `left`: what remains of its allowance, in its units. */
  kind('citations-planned', {
    title: text,
    works: count,
    requests: count,
    isAtLeast: z.boolean(),
    left: z.number().optional(),
    renewsAt: text.optional(),
  }),
] as const;

/** How many works a note names. */
export const MAX_NAMED_WORKS = 5;
