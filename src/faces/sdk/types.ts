import type * as z from 'zod';
import type {
  JobAnswer,
  Balances as OwnBalances,
  SearchFlow as OwnFlow,
  SourceReport as OwnReport,
} from '../../contract/answers.ts';
import type { Pool as OwnPool } from '../../contract/credits.ts';
import type { ERROR_CODES, ErrorDetails as OwnDetails } from '../../contract/errors.ts';
import type { FILTERS } from '../../contract/filter-table.ts';
import type { InvalidField as OwnField } from '../../contract/invalid.ts';
import type { Operation as OwnOperation } from '../../contract/operations.ts';
import type { RequestBody } from '../../contract/requests.ts';
import type { WirePaper } from '../../contract/wire-paper.ts';
import type { ExportFormat } from '../../formats/format-facts.ts';
import type { ImportFormat } from '../../formats/import-names.ts';

/**
 * The types of the programmatic interface, from the inner ones. `scripts/build/spell-types.mjs` writes them out with
 * their comments, so that users need none of our types or a library's.
 */

/** One object type. */
type Joined<T> = { [Name in keyof T]: T[Name] };
/** Words may come that this version does not know. */
type AnyWords<T> = T extends readonly string[] ? readonly string[] : T;

/** The three creations of the service contract. */
export type Operation = OwnOperation;

type BodyFields = { [Name in keyof Omit<RequestBody, 'strategy'>]: AnyWords<RequestBody[Name]> };
type FilterFields = {
  -readonly [Name in keyof typeof FILTERS]?: AnyWords<z.output<(typeof FILTERS)[Name]['value']>> | undefined;
};

/** A search. Either `keywords` or `query` is needed; RULES of `paperqueue/contract` has the allowed values. */
export interface SearchRequest extends FilterFields, BodyFields {
  /** Default: `combinedSearch`, which takes keywords, a query, or both. */
  operation?: Operation | undefined;
}

/** One wrong field: which, and in one sentence the rule and the value that was given. */
export type InvalidField = Omit<OwnField, 'problem'>;

/** The pools that credits are taken from. */
export type Pool = OwnPool;

/** The closed set of errors. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The content of an error. */
export type ErrorDetails = Joined<
  Omit<OwnDetails, 'problem' | 'advice' | 'fields'> & {
    /** What went wrong and what to do, as values. */
    problem: readonly NoteData[];
    advice: readonly AdviceData[];
    fields?: InvalidField[];
  }
>;

/** A note as a value: what it is about, with its numbers and references. More kinds may come. */
export type NoteData = { kind: string; [further: string]: unknown };
/** What to do next as a value. */
export type AdviceData = { do: string; [further: string]: unknown };

/** The error of all functions here. */
export interface PaperqueueError extends Error {
  readonly details: ErrorDetails;
}

/** For `instanceof`. */
export type PaperqueueErrorClass = { readonly prototype: PaperqueueError } & (new (
  details: Omit<ErrorDetails, 'problem' | 'advice'>,
  options?: { cause?: unknown },
) => PaperqueueError);

/** A paper as the service sends it: every field may be missing or null, and further ones may be there. */
export type Paper = WirePaper;

/** The state of a job. */
export type JobStatus = Joined<
  Omit<JobAnswer, 'papers' | 'notes' | 'sources' | 'flow' | 'progress'> & {
    isFinal: boolean;
    /** With `success`. */
    papers?: Paper[];
    notes: string[];
    /** The notes as values; those of a service without values are `{ kind: 'text', text }`. */
    noteData: NoteData[];
    /** What each source returned, if the service reports it. */
    sources?: SourceReport[];
    /** What happened to the sources' records, if the service reports it. */
    flow?: SearchFlow;
  }
>;

/** How many of its records a source returned, or why none. */
export type SourceReport = Joined<
  Omit<OwnReport, 'failed'> & {
    /** Why it gave nothing, or not all. */
    failed?: string | undefined;
  }
>;

/** The numbers of the flow diagram of PRISMA 2020: `identified` less `duplicates` and `leftOut` are `returned`. */
export type SearchFlow = OwnFlow;

/** Credits left per pool; a pool is absent when the service does not say or has no ceiling. */
export type Balances = Joined<OwnBalances>;

/** The formats that `readPapers` reads. */
export type ReadFormat = Exclude<ImportFormat, 'scimago'>;
/** The formats that `writePapers` writes. */
export type WrittenFormat = ExportFormat;
