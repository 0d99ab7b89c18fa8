import * as z from 'zod';
import { citationNotes, kind } from './citation-notes.ts';
import { enrichmentNotes } from './enrichment-notes.ts';
import { changeSchema, failureSchema, sourceOutcomeSchema, storedFailureSchema } from './source-outcomes.ts';

/** The notes of a search or look-up. Jobs store them and the service sends them, so they have a schema. */

const count = z.number();
const text = z.string();
const isService = z.boolean().optional();

export const searchNoteSchema = z.discriminatedUnion('kind', [
  // Words of another service, or of a version that stored sentences: shown unchanged.
  kind('text', { text }),

  // Where the search looked.
  kind('sources-failed', { sources: z.array(sourceOutcomeSchema) }),
  kind('sources-answered', { sources: z.array(sourceOutcomeSchema) }),
  // `isService`: on a service whose library its members cannot change.
  kind('starter-only', { papers: count, isService }),
  kind('library-searched', { papers: count, isService }),
  kind('library-empty', { isService }),
  /** The question is in another language than the library, which has `known` of its `words`. */
  kind('other-language', { language: text, known: count, words: count }),
  /** Usual sources that the configuration leaves out, and the settings of keys that would add more. */
  kind('not-searched', { titles: z.array(text), settings: z.array(text) }),
  kind('facts-not-found', { title: text, why: failureSchema }),
  kind('items-not-asked', { items: count }),
  kind('own-pace', {}),
  kind('too-little-known', {}),
  // `hidden`: papers that share words with the given one, but too few to be called similar. `isOutOfReach`: no search
  // shows them, because it would go to a hosted service, or would refuse so short a description.
  kind('similar-in-library', {
    isStarter: z.boolean().optional(),
    hidden: z.number().optional(),
    of: z.number().optional(),
    isOutOfReach: z.boolean().optional(),
  }),
  kind('nothing-similar', {
    isStarter: z.boolean().optional(),
    hidden: z.number().optional(),
    of: z.number().optional(),
    isOutOfReach: z.boolean().optional(),
  }),
  kind('name-in-library', {}),
  kind('unreadable-results', { results: count }),

  // How another service answered.
  /** Why the job failed, in the service's words. */
  kind('failure-reason', { text }),
  /** The service's status says that the job failed, but it returned papers. */
  kind('papers-though', { status: text }),
  /** A running job has these papers so far. */
  kind('papers-so-far', { papers: count, total: count.optional() }),
  /** The service says that the job is finished, but sent no list of papers. */
  kind('no-list', {}),
  /**
   * There are more results than these: where is not told, or not on the service's own origin, or fetching failed, or
   * the service named no job to ask for.
   */
  kind('more-results', {
    papers: count,
    total: count.optional(),
    why: z.enum(['not-told', 'elsewhere', 'failed', 'no-job']),
  }),
  /** Unknown names of papers' fields, most frequent first; `more` counts the unnamed ones. */
  kind('names-unknown', { names: z.array(text), more: count }),

  /** No process of the service is running jobs. */
  kind('no-worker', {}),

  // How the search was read, filtered and ranked.
  kind('operators', { operators: z.array(text), isSent: z.boolean(), leavesOut: z.boolean() }),
  kind('strategy-changed', { sources: z.array(z.object({ title: text, changes: z.array(changeSchema) })) }),
  /** Papers that `sort` chose of those that meet a strategy, in the library and among what sources returned. */
  kind('chosen-by-sort', { sort: text, papers: count, of: count, hasSources: z.boolean().optional() }),
  /** How many papers of the library meet the filters and each concept of a strategy that none of them meets whole. */
  kind('strategy-parts', {
    parts: z.array(z.object({ part: text, papers: count })),
    isAtLeast: z.boolean().optional(),
    isFiltered: z.boolean().optional(),
  }),
  /** Papers of the library that may meet the strategy by its words, and how many of them could be read in time. */
  kind('strategy-read-in-part', { read: count, of: count }),
  kind('strategy-left-out', { unmet: count, unknown: count }),
  /** Papers left out only because a field that a filter needs is missing; without `place`: papers from sources. */
  kind('unknown-left-out', { filters: z.record(text, count), place: z.enum(['library', 'collection']).optional() }),
  /**
   * Papers of the library that match too little of the query, in a search without sources. This value of the setting
   * shows them (without a value: no value that the reader can set does); without a setting they come from the starter
   * catalogue.
   */
  kind('unfit-left-out', {
    papers: count,
    isAtLeast: z.boolean(),
    setting: text.optional(),
    value: text.optional(),
    isService,
  }),
  /** Nothing was found: the number of papers in the library without each filter, most first. */
  kind('no-match', { without: z.array(z.object({ filter: text, papers: count, isAtLeast: z.boolean() })) }),
  kind('journals-unranked', { journals: count, isService }),
  /** Without `host`: by a model in a folder of this machine. */
  kind('ranked-by-words', { host: text.optional(), model: text.optional(), why: storedFailureSchema }),
  kind('ranked-by-meaning', { model: text }),
  kind('ranked-in-part', {
    model: text,
    host: text.optional(),
    why: storedFailureSchema,
    compared: count,
    papers: count,
  }),

  // What happened to the papers.
  kind('not-kept', { isSome: z.boolean() }),
  ...enrichmentNotes,
  ...citationNotes,

  // One item of a look-up.
  kind('doi-of-another', { doi: text, title: text }),
  kind('identifiers-unknown', { identifiers: z.array(z.object({ id: text, titles: z.array(text) })) }),
  /** Enough sources answered, but they cover only a part of its year. */
  kind('year-not-covered', { year: count, from: count }),
  /** A paper of the same title is known, by others than the reference names. */
  kind('title-of-others', { title: text, authors: text, year: count.optional() }),
  /** The item is a topic, and no paper fits it. */
  kind('no-paper-on-topic', {}),
  kind('unconfirmed', {}),
  kind('no-author-source', { setting: text, source: text }),

  // What happened to the creation.
  kind('same-job', { job: text }),
  kind('same-creation', { job: text }),
]);

export type SearchNote = z.output<typeof searchNoteSchema>;
