/**
 * The types of the programmatic interface, written out so that its users need no types of the libraries inside.
 * test/sdk/types.test.ts compares them with those of the code.
 */

/** The three creations of the service contract. */
export type Operation = 'combinedSearch' | 'keywordSearch' | 'querySearch';

/** A search. Either `keywords` or `query` is needed; RULES of `paperqueue/contract` has the allowed values. */
export type SearchRequest = {
  /** Default: `combinedSearch`, which takes keywords, a query, or both. */
  operation?: Operation | undefined;
  /** 3 to 10 keywords or phrases. */
  keywords?: readonly string[] | undefined;
  /** A description of 50 to 5000 characters. */
  query?: string | undefined;
  /** https address that the service calls when the job has ended. Default: none. */
  callbackUrl?: string | undefined;
  /** A key at the web-scraping service; charges the Private Key pool. Never part of an error. Default: none. */
  scraperKey?: string | undefined;
  /** Whether missing fields are filled in, which charges the Pro pool. Default: false. */
  enrich?: boolean | undefined;
  /** Results, each 100 of which cost 1 credit. Default: 100. */
  limit?: 100 | 200 | 300 | undefined;
  /** Only papers of one of these fields. Default: all. */
  fieldsOfStudy?: readonly string[] | undefined;
  /** Only papers with at least so many citations. Default: all. */
  minCitationCount?: number | undefined;
  /** true: only open access; false: only papers that are not. Default: all. */
  openAccessPdf?: boolean | undefined;
  /** true: only papers with a PDF; false: only papers without. Default: all. */
  downloadable?: boolean | undefined;
  /** Only papers of journals in one of these quartiles. Default: all. */
  quartileRanking?: readonly string[] | undefined;
  /** Only papers of one of these types. Default: all. */
  publicationTypes?: readonly string[] | undefined;
  /** `field:direction`, such as `year:desc`. Default: by relevance. */
  sort?: string | undefined;
  /** `YYYY` or `YYYY:YYYY`, both years included. Default: all years. */
  year?: string | undefined;
};

/** One wrong field: which, and in one sentence the rule and the value that was given. */
export type InvalidField = {
  field: string;
  message: string;
  /** The message without the name of the field; absent from what a service said. */
  rule?: string;
};

/** The pools that credits are taken from. */
export type Pool = 'basic' | 'pro' | 'privateKey';

export type ErrorCode =
  | 'INVALID_INPUT'
  | 'NOT_CONFIGURED'
  | 'UNAUTHORIZED'
  | 'INSUFFICIENT_CREDITS'
  | 'CREDIT_CAP'
  | 'RATE_LIMITED'
  | 'CHARGE_UNKNOWN'
  | 'JOB_NOT_FOUND'
  | 'JOB_FAILED'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_INVALID'
  | 'STORE_UNAVAILABLE'
  | 'INTERNAL';

export type ErrorDetails = {
  code: ErrorCode;
  /** What went wrong; never text from the service. */
  message: string;
  /** Whether credits were taken by the call that failed. */
  charged: 'no' | 'yes' | 'unknown';
  /** Whether the same call may succeed later, unchanged, at no risk of paying twice. */
  retryable: boolean;
  /** One sentence: what to do now. */
  next: string;
  /** What went wrong and what to do, as values. */
  problem: readonly NoteData[];
  advice: readonly AdviceData[];
  fields?: InvalidField[];
  retryAfterSeconds?: number;
};

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
export type Paper = {
  [further: string]: unknown;
  id?: string | null | undefined;
  title?: string | null | undefined;
  abstract?: string | null | undefined;
  /** One sentence that says what the paper is about. */
  tldr?: string | null | undefined;
  doi?: string | null | undefined;
  journalName?: string | null | undefined;
  publicationType?: string | null | undefined;
  publishedAt?: string | null | undefined;
  /** Names separated by commas. */
  authors?: string | null | undefined;
  /** Family names by the whole name, where the name by itself would be read otherwise (the embedded service). */
  familyNames?: Record<string, string> | null | undefined;
  year?: number | null | undefined;
  score?: number | null | undefined;
  fieldsOfStudy?: string[] | null | undefined;
  impactFactor?:
    | {
        [further: string]: unknown;
        citationCount?: number | null | undefined;
        influentialCitationCount?: number | null | undefined;
        referenceCount?: number | null | undefined;
      }
    | null
    | undefined;
  isOpenAccess?: boolean | null | undefined;
  isPrePrint?: boolean | null | undefined;
  downloadable?: boolean | null | undefined;
  link?: string | null | undefined;
  pdfLink?: string | null | undefined;
  titleLink?: string | null | undefined;
  semanticLink?: string | null | undefined;
  engine?: string | null | undefined;
  arxivId?: string | null | undefined;
  pmid?: string | null | undefined;
  pmcid?: string | null | undefined;
  openAlexId?: string | null | undefined;
  corpusId?: string | null | undefined;
  /** ISSNs of the venue as `1234-567X` (the embedded service). */
  issns?: string[] | null | undefined;
  studyTypes?: string[] | null | undefined;
  /** Where it stands in its journal or book, and who edited that (the embedded service). */
  volume?: string | null | undefined;
  issue?: string | null | undefined;
  pages?: string | null | undefined;
  editors?: string[] | null | undefined;
  isbns?: string[] | null | undefined;
  language?: string | null | undefined;
  isRetracted?: boolean | null | undefined;
  /** Of `kind` retracted, notice, concern, correction or none, and who tells it (the embedded service). */
  retraction?:
    | {
        [further: string]: unknown;
        kind?: string | null | undefined;
        from?: string | null | undefined;
        date?: string | null | undefined;
        asOf?: string | null | undefined;
      }
    | null
    | undefined;
  /** Works of the same answer that it cites, as `doi:10.1234/a` or `openalex:W1` (the embedded service). */
  referencedWorks?: string[] | null | undefined;
  /** Citation key, type and fields of the BibTeX entry that it was imported from. */
  bibtex?:
    | {
        [further: string]: unknown;
        key?: string | null | undefined;
        type?: string | null | undefined;
        fields?: Record<string, string> | null | undefined;
      }
    | null
    | undefined;
  /** Whose ranking the quartile is of, and of which year. */
  quartileSource?: string | null | undefined;
  quartileYear?: number | null | undefined;
  /** The source of each field, and the day (the embedded service). */
  provenance?: Record<string, { from: string; on: string }> | null | undefined;
  v_country?: string | null | undefined;
  v_journal_name?: string | null | undefined;
  v_publisher?: string | null | undefined;
  v_quartile_ranking?: string | null | undefined;
};

/** The state of a job. */
export type JobStatus = {
  /** `success` and `error` are final; any other word means that the job still runs. */
  status: string;
  isFinal: boolean;
  /** With `success`. */
  papers?: Paper[];
  /** Entries of the results that are no papers and were left out. */
  unreadable: number;
  notes: string[];
  /** The notes as values; those of a service that has none are `{ kind: 'text', text }`. */
  noteData: NoteData[];
  /** What each source gave, where the service says so. */
  sources?: SourceReport[];
  /** What became of the records that the sources gave, where the service says so. */
  flow?: SearchFlow;
};

/** How many records one source gave (of how many that it has), or why it gave none. */
export type SourceReport = {
  source: string;
  /** The source's name for people. */
  title?: string | undefined;
  gave: number;
  total?: number | undefined;
  failed?: string | undefined;
  /** The address of the request that asked for the first page. */
  request?: string | undefined;
  /** When it answered (ISO 8601); of stored answers, when the oldest was given. */
  at?: string | undefined;
  /** Whether an answer to an earlier search was used. */
  stored?: boolean | undefined;
};

/** The numbers of the flow diagram of PRISMA 2020: `identified` less `duplicates` and `leftOut` are `returned`. */
export type SearchFlow = {
  identified: number;
  /** Further records of a work, by the rule that found them. */
  duplicates: Record<string, number>;
  /** Works that were not returned, by the reason. */
  leftOut: Record<string, number>;
  returned: number;
};

/** Credits left per pool; a pool is absent when the service does not say or has no ceiling. */
export type Balances = Partial<Record<Pool, number>> & {
  totals?: Partial<Record<Pool, number>>;
  /** Sums that only grow: all that was ever taken, and all that was given back. Where the service tells them. */
  spent?: Partial<Record<Pool, number>>;
  refunded?: Partial<Record<Pool, number>>;
  /** For how many days the service keeps the keys of creations; absent where it knows none. */
  idempotencyKeyDays?: number;
  /** Whether searches may be Boolean strategies; absent where the service does not say. */
  takesStrategies?: boolean;
};
