import type { Filters } from '../contract/filters.ts';
import type { Secret } from '../contract/secret.ts';
import type { SourceName } from '../contract/source-names.ts';
import type { JournalStatistics } from '../papers/journal-statistics.ts';
import type { PaperInput } from '../papers/paper.ts';

/**
 * What an open scholarly source is to a search. A source is pure: it makes requests and reads answers. Sending them,
 * pacing, caching, quotas, time and failures are the runner's (`runner.ts`), the same for all.
 */

/** What of a job a source is asked. */
export type SourceQuery = {
  /** As the user gave them; each may be several words, which stand together. */
  keywords: readonly string[];
  /** The best phrases and words of the query text, best first: each source takes as many as its limits allow. */
  terms: readonly string[];
  filters: Filters;
  /** So many records are wanted, before filters that the source does not have. */
  count: number;
};

/** What the user set for a source; absent values are never sent, not even empty. */
export type SourceSettings = {
  /** Another address than the public one, without a slash at its end: a mirror, a proxy, or a stand-in of a test. */
  baseUrl?: string | undefined;
  /** Only ever sent as a header, never in an address. */
  key?: Secret | undefined;
  contactEmail?: string | undefined;
};

export type SourceRequest = { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

/**
 * An answer as it came; the runner has bounded its size. Of one that was kept only `content-type` is left of the
 * headers.
 */
export type SourceAnswer = { status: number; headers: Headers; text: string };

/** Why a source gave nothing, in the terms that a user can do something with. */
export type SourceFailure =
  | 'unreachable'
  | 'too slow'
  | 'rate limited'
  /** More of our own requests wait for their place in its pace than there is time for. */
  | 'queue full'
  | 'quota used up'
  | 'key refused'
  | 'refused'
  | 'unreadable'
  | 'paused after failures'
  | 'skipped';

/** One record, in the order in which the source ranks them. */
export type SourceRecord = {
  facts: PaperInput;
};

export type SourcePage =
  | {
      records: SourceRecord[];
      /** The request for what follows; absent at the end. */
      next?: SourceRequest;
      /** How many there are in all, where the source says. */
      total?: number;
    }
  | { failure: SourceFailure; retryAfterSeconds?: number };

export type LookUpKind = 'doi' | 'arxiv' | 'pmid';
export type Relation = 'references' | 'citations' | 'similar';

export type PaperSource = {
  name: SourceName;
  /** As it is shown to people. */
  title: string;
  /** Weight of its ranks in fusion: 1 when it ranks by relevance, less when it matches little more than titles. */
  weight: number;
  /** Least time between the beginnings of two requests to it, over all processes of the machine. */
  paceMs: number;
  timeoutMs: number;
  maxBytes: number;
  /** Requests for one search, at most. */
  maxRequests: number;
  /** Why it cannot answer this question at all (a preprint server asked for quartiles); undefined when it can. */
  cannotAnswer(question: SourceQuery): string | undefined;
  search(question: SourceQuery, settings: SourceSettings): SourceRequest;
  /** Reads an answer to `request`; failures of the source that come as good answers included. */
  readPage(answer: SourceAnswer, request: SourceRequest, question: SourceQuery): SourcePage;
  /** Facts of known works by their identifiers, several at once. */
  lookUp?: {
    kinds: readonly LookUpKind[];
    /** Fields for which works that other sources found are looked up here; absent: none. */
    completes?: readonly (keyof PaperInput)[];
    /** Fields that enrichment asks this source for, by DOI; absent: it is not asked. */
    enriches?: readonly (keyof PaperInput)[];
    /** Identifiers of one request. */
    maxIds: number;
    /**
     * Least time between the beginning of such a request and that of the next one, where it is less than that of
     * searches.
     */
    paceMs?: number;
    /**
     * The identifiers, taken apart into one list for each request, where more than their number decides what fits into
     * one; those that it cannot know are left out. Absent: lists of `maxIds`.
     */
    batches?(kind: LookUpKind, ids: readonly string[]): string[][];
    request(kind: LookUpKind, ids: readonly string[], settings: SourceSettings): SourceRequest;
    read(answer: SourceAnswer): SourcePage;
  };
  /** Works related to one; undefined where the source does not know it by any of its numbers. */
  related?: {
    /** The only identifier by which it tells relations: a look-up finds it where it is missing. */
    needs?: 'openAlexId';
    request(facts: PaperInput, relation: Relation, count: number, settings: SourceSettings): SourceRequest | undefined;
    read(answer: SourceAnswer, request: SourceRequest): SourcePage;
  };
  /** Statistics of journals by their ISSNs. */
  journals?: {
    /** ISSNs of one request. */
    maxIssns: number;
    paceMs: number;
    request(issns: readonly string[], settings: SourceSettings): SourceRequest;
    read(
      answer: SourceAnswer,
    ): { journals: JournalStatistics[] } | { failure: SourceFailure; retryAfterSeconds?: number };
  };
  /**
   * What the answer's headers say is left of the day's allowance, in any unit (0 or less: nothing more can be asked),
   * and when it is renewed (milliseconds since the epoch; else midnight UTC); undefined where it says nothing.
   */
  readQuota?(answer: SourceAnswer): { left: number; resetsAt?: number } | undefined;
};
