import type { Secret } from '../../contract/secret.ts';
import type { LiveSourceName } from '../../contract/source-names.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { Query } from '../../papers/query/query.ts';
import type { AuthorCandidate, AuthorId, AuthorOrder, AuthorQuery } from '../../papers/references/author-query.ts';
import type { StrategyNode } from '../../papers/strategy/strategy-tree.ts';
import type { FailureDetail, RequestChange, SourceFailure } from '../../wording/notes/source-outcomes.ts';

/**
 * The port of a scholarly source. A source is pure: it builds requests and reads answers. The runner sends, paces and
 * caches them, and handles quotas, time-outs and failures for all sources.
 */

/**
 * A query in the form that sources accept. A keyword of several words is a phrase; a strategy is for sources that
 * translate it.
 */
export type SourceSearch = Query & {
  /** The best phrases and words of the query text, best first. Each source takes as many as its limits allow. */
  terms: readonly string[];
  /** Number of records requested, before filters that the source does not support. */
  count: number;
};

/** The form in which a strategy is sent to a source. */
export type Translation = {
  /** Undefined if no part of it can be sent; then its positive terms are sent. */
  query?: string;
  /** The parts of the strategy that are omitted or sent differently. */
  changes: readonly RequestChange[];
  /** Whether these changes may let in papers that do not meet the strategy. */
  isWider: boolean;
};

/** The user's settings for a source; an absent value is not sent at all. */
export type SourceSettings = {
  /** Replaces the public base URL (mirror, proxy, test server); without a trailing slash. */
  baseUrl?: string | undefined;
  /** Never part of a URL that is recorded or cached: a header, or the request's `keyParameter`. */
  key?: Secret | undefined;
  contactEmail?: string | undefined;
};

export type SourceRequest = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** The host whose rate limit counts, if a source has several. Default: that of `url`. */
  paceHost?: string;
  /** The key of a source that accepts it only as a parameter; it is added when sending, to the form or else the URL. */
  keyParameter?: { name: string; key: Secret };
};

/** An answer; the runner limits its size. A cached answer has `content-type` as its only header. */
export type SourceAnswer = { status: number; headers: Headers; text: string };

export type Failed = { failure: SourceFailure; retryAfterSeconds?: number };

export type SourcePage =
  | {
      /** In the source's own order. */
      records: PaperInput[];
      /** The request for the next page; absent on the last one. */
      next?: SourceRequest;
      /** Total number of results, if the source reports it. */
      total?: number;
      /** The source's interpretation of the query, if reported. */
      translated?: string;
      /** The source rejects this form of the request; `next` is the same request in another form. */
      isRefusedForm?: true;
    }
  | Failed;

export type LookUpKind = 'doi' | 'arxiv' | 'pmid' | 'pmcid' | 'openalex';
export type Relation = 'references' | 'citations' | 'similar';

/** From a work to the works that it cites, or to those that cite it. */
export type CitationDirection = 'backward' | 'forward';
/** A work by the identifier that a source uses, and its reported number of links. */
export type LinkedWork = { name: string; links?: number | undefined };

/** Linked works, each with those of the requested works that it is linked to. */
export type CitationPage =
  | {
      found: { record: PaperInput; to: string[] }[];
      /** The requested works that have a list of links here; for forward links, those that the source knows. */
      listed: string[];
      next?: SourceRequest;
      /** There are more links than the source returns. */
      isCut?: true;
    }
  | Failed;

export type IdentifiedPaper = Partial<
  Record<'title' | 'corpusId' | 'doi' | 'arxivId' | 'pmid' | 'pmcid', string | undefined>
>;
/** A passage of a full text. `section` is its section's title, empty if unknown. */
export type FoundPassage = { corpusId?: string; title?: string; section: string; text: string };

/**
 * A source with everything the rest of the program needs to know about it. `npm run docs` writes the names, hosts and
 * settings of all sources into the contract, the registry and the documents.
 */
export type DescribedSource = PaperSource & {
  /** Position in lists shown to people: greater comes later. */
  place: number;
  /** The hosts that receive its requests. */
  hosts: readonly [string, ...string[]];
  /** The setting for its key, with its description for people; absent: it has no keys. */
  key?: {
    setting: `PAPERQUEUE_${string}_KEY`;
    /** In the guide (Markdown). */
    means: string;
    /** For hosts that ask for it in a form; absent: they do not. */
    form?: { title: string; description: string };
  };
  /** Absent: it covers one field or one kind of work, and is queried only if the user names it. */
  askedByDefault?: 'always' | 'with a key';
};

export type PaperSource = {
  name: LiveSourceName;
  /** Its display name. */
  title: string;
  /** Weight of its ranks in fusion: 1 if it ranks by relevance, less if it matches little more than titles. */
  weight: number;
  /** Minimum time between the starts of two requests, across all processes of the machine. */
  paceMs: number;
  timeoutMs: number;
  maxBytes: number;
  /** Maximum number of requests for one search. */
  maxRequests: number;
  /** Whether its keys are free; absent: it has no keys. */
  hasFreeKeys?: true;
  /** The setting that it requires and without which it is not queried; absent: none. */
  needs?: 'key' | 'contactEmail';
  /** Why it cannot answer (such as a preprint server queried for quartiles); undefined if it can. */
  cannotAnswer(question: SourceSearch): FailureDetail | undefined;
  /** How many keywords of a query that it can answer are omitted from its request; absent: none. */
  keywordsLeftOut?(question: SourceSearch): number;
  /** A strategy in the source's own syntax; absent: it accepts only words. */
  translate?(strategy: StrategyNode): Translation;
  search(question: SourceSearch, settings: SourceSettings): SourceRequest;
  /** Reads an answer to `request`, including failures that the source reports with a success status. */
  readPage(answer: SourceAnswer, request: SourceRequest, question: SourceSearch): SourcePage;
  /** Looks up works by their identifiers, several in one request. */
  lookUp?: {
    kinds: readonly LookUpKind[];
    /** Fields that a search looks up here for works of other sources; absent: none. */
    completes?: readonly (keyof PaperInput)[];
    /** Fields that enrichment requests here, by DOI; absent: it is not queried. */
    enriches?: readonly (keyof PaperInput)[];
    /** Maximum identifiers per request. */
    maxIds: number;
    /** Replaces the source's `paceMs` if look-ups may follow faster than searches. */
    paceMs?: number;
    /**
     * Splits identifiers into one list per request, dropping works that the source cannot have. Default: lists of
     * `maxIds`.
     */
    batches?(kind: LookUpKind, ids: readonly string[]): string[][];
    request(kind: LookUpKind, ids: readonly string[], settings: SourceSettings): SourceRequest;
    read(answer: SourceAnswer): SourcePage;
  };
  /** Finds related works. The request is undefined for a work without an identifier that the source knows. */
  related?: {
    /** The identifier that requests need. If missing, it is looked up first. */
    needs?: 'openAlexId';
    request(paper: PaperInput, relation: Relation, count: number, settings: SourceSettings): SourceRequest | undefined;
    read(answer: SourceAnswer, request: SourceRequest): SourcePage;
  };
  /** Follows citations from many works in one request. */
  citations?: {
    /** The identifier by which works are requested; undefined for a work that the source cannot know. */
    nameOf(paper: PaperInput): string | undefined;
    /** Reference lists come with looked-up works (`referencedWorks`), and the cited works are looked up in turn. */
    hasListsInLookUps?: true;
    /** The directions that the source supports. */
    directions: readonly CitationDirection[];
    /** The works of each request, in order. */
    batches(direction: CitationDirection, works: readonly LinkedWork[]): string[][];
    request(direction: CitationDirection, names: readonly string[], settings: SourceSettings): SourceRequest;
    read(answer: SourceAnswer, request: SourceRequest, names: readonly string[]): CitationPage;
    /** Replaces the source's `paceMs`. */
    paceMs?: number;
  };
  /** Finds people by name or identifier, and their works. */
  authors?: {
    paceMs: number;
    request(query: AuthorQuery, count: number, settings: SourceSettings): SourceRequest;
    read(answer: SourceAnswer): { authors: AuthorCandidate[] } | Failed;
    worksRequest(author: AuthorId, order: AuthorOrder, count: number, settings: SourceSettings): SourceRequest;
    readWorks(answer: SourceAnswer, request: SourceRequest): SourcePage;
  };
  /** Returns full texts of papers. */
  fullText?: {
    /** The version of a paper that its texts have, unless a text says otherwise. */
    copy: 'published' | 'preprint';
    /** The identifier that requests need, if a look-up by DOI returns it. */
    needs?: 'pmcid';
    /** For JATS or HTML, and for a PDF; undefined for papers that the source cannot have. */
    request(paper: Pick<PaperInput, 'arxivId' | 'pmcid'>, settings: SourceSettings): SourceRequest | undefined;
    pdf?(paper: Pick<PaperInput, 'arxivId' | 'pmcid'>, settings: SourceSettings): SourceRequest | undefined;
  };
  /** Finds passages in the full texts of papers. */
  passages?: {
    /** Maximum papers per request. */
    maxPapers: number;
    /** Undefined if the source knows none of the papers. */
    request(
      papers: readonly IdentifiedPaper[],
      words: string,
      count: number,
      settings: SourceSettings,
    ): SourceRequest | undefined;
    /** Best first. */
    read(answer: SourceAnswer): { passages: FoundPassage[] } | Failed;
  };
  /**
   * The remaining daily quota, in any unit (0 or less: used up), and when it renews (ms since the epoch; default:
   * midnight UTC). Undefined if the answer does not report it.
   */
  readQuota?(answer: SourceAnswer): { remaining: number; resetsAt?: number } | undefined;
};
