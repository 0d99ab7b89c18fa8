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
 * The types of the programmatic interface, derived from the internal ones. `scripts/build/spell-types.mjs` writes them
 * out with their comments, so that users need neither our internal types nor a library's.
 */

/** Flattens an intersection into one object type. */
type Joined<T> = { [Name in keyof T]: T[Name] };
/** Allows words that this version does not know. */
type AnyWords<T> = T extends readonly string[] ? readonly string[] : T;

/** The three creation operations of the service contract. */
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

/** An invalid field: its name, and one sentence with the rule and the given value. */
export type InvalidField = Omit<OwnField, 'problem'>;

/** The pools that credits are taken from. */
export type Pool = OwnPool;

/** The closed set of errors. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The content of an error. */
export type ErrorDetails = Joined<
  Omit<OwnDetails, 'problem' | 'advice' | 'fields'> & {
    /** What went wrong, as values. */
    problem: readonly NoteData[];
    advice: readonly AdviceData[];
    fields?: InvalidField[];
  }
>;

/** A note as a value: its kind, with its numbers and references. More kinds may be added. */
export type NoteData = { kind: string; [further: string]: unknown };
/** What to do next, as a value. */
export type AdviceData = { kind: string; [further: string]: unknown };

/** The error that all functions of this package throw. */
export interface PaperqueueError extends Error {
  readonly details: ErrorDetails;
}

/** The error's class, for `instanceof`. */
export type PaperqueueErrorClass = { readonly prototype: PaperqueueError } & (new (
  details: Omit<ErrorDetails, 'problem' | 'advice'>,
  options?: { cause?: unknown },
) => PaperqueueError);

/** A paper as the service sends it: every field may be missing or null, and there may be further fields. */
export type Paper = WirePaper;

/** The state of a job. */
export type JobStatus = Joined<
  Omit<JobAnswer, 'papers' | 'notes' | 'sources' | 'flow' | 'progress'> & {
    isFinal: boolean;
    /** With `success` only. */
    papers?: Paper[];
    notes: string[];
    /** The notes as values; notes of a service without values are `{ kind: 'text', text }`. */
    noteData: NoteData[];
    /** What each source returned, if the service reports it. */
    sources?: SourceReport[];
    /** What happened to the sources' records, if the service reports it. */
    flow?: SearchFlow;
  }
>;

/** How many records a source returned, or why it returned none. */
export type SourceReport = Joined<
  Omit<OwnReport, 'failed'> & {
    /** Why it returned nothing, or not everything. */
    failed?: string | undefined;
  }
>;

/** The numbers of the PRISMA 2020 flow diagram: `identified` minus `duplicates` minus `leftOut` equals `returned`. */
export type SearchFlow = OwnFlow;

/** Credits left per pool; a pool is absent if the service does not report it or it has no ceiling. */
export type Balances = Joined<OwnBalances>;

/** The formats that `readPapers` reads. */
export type ReadFormat = Exclude<ImportFormat, 'scimago'>;
/** The formats that `writePapers` writes. */
export type WrittenFormat = ExportFormat;
