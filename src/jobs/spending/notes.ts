import type { ByKind } from '../../wording/notes.ts';

/** Notes on credits. */
export type SpendingNote =
  | { kind: 'estimate-is-free' }
  | { kind: 'searches-are-free' }
  | { kind: 'spent-today'; credits: number }
  | { kind: 'own-credits' }
  /** No source could fill missing fields; each of `settings` would add one. */
  | { kind: 'nothing-to-enrich'; settings: readonly string[] }
  /** A search by text alone is charged to another pool, because it sends no scraper key. */
  | { kind: 'text-sends-no-key' }
  | { kind: 'balance-unknown' }
  /** The service says that the account has no limit in this pool. */
  | { kind: 'no-limit'; pool: string }
  /** `missing` credits are too few. */
  | { kind: 'balance-too-low'; missing: number }
  | { kind: 'cap-too-low'; setting: string; missing: number }
  | { kind: 'over-cap'; cost: number; cap: number; left: number }
  | { kind: 'account-too-low' }
  /** `balance` is absent if unknown; `renewAt` (ISO 8601): when the account gets its monthly credits. */
  | { kind: 'pool-too-low'; cost: number; pool: string; balance?: number; renewAt?: string }
  | { kind: 'equal-search-uncertain'; job: string; createdAt: string; by: 'here' | 'account'; isCharged: boolean }
  | { kind: 'equal-search-paid-in-vain'; job: string; createdAt: string }
  /** The store lacks jobs that were recorded here, up to `job`; absent if `file` cannot be read. */
  | { kind: 'older-store'; file: string; credits: number; job?: string; at?: string }
  | { kind: 'nothing-sent' }
  /** `of`: the number of parts of the question. These jobs existed already, and cost nothing now. */
  | { kind: 'parts-reused'; jobs: readonly string[]; of: number }
  /** `of`: the number of parts of the question. These jobs exist; no later part was sent. `canResume`: it may be. */
  | { kind: 'parts-begun'; jobs: readonly string[]; of: number; canResume: boolean }
  /** The hosted service does not say that it accepts Boolean strategies. */
  | { kind: 'strategy-not-taken' }
  | { kind: 'given-up-before-sent'; job: string }
  /** `pauseSeconds`: how much longer the service asked us to pause, if that is the reason. */
  | { kind: 'too-many-requests'; perMinute?: number; pauseSeconds?: number }
  | { kind: 'charge-unknown'; because: ChargeDoubt }
  | { kind: 'recorded-as'; job: string }
  /** An answer that reports an error names this job of the service. */
  | { kind: 'names-job'; jobId: string }
  /** The job that such an answer named exists. */
  | { kind: 'named-job-exists'; jobId: string }
  | { kind: 'credits-taken' }
  | { kind: 'charged-without-id' }
  | { kind: 'created-once' }
  | { kind: 'no-job-under-key' }
  /** The service does not support a field of this search, which was created, and charged, without it. */
  | { kind: 'field-not-taken'; field: 'scraperKey' | 'enrich' }
  | { kind: 'reconciled'; charged: 'yes' | 'no'; reason: ChargeReason }
  | { kind: 'not-reconciled'; reason: ChargeReason }
  | { kind: 'refund'; state: RefundState; isYet: boolean; evidence: RefundEvidence };

export type SpendingAdvice =
  | { kind: 'see-cost' }
  | { kind: 'search-without-strategy' }
  /** `isLeast`: it costs no more than the smallest search. */
  | { kind: 'lower-cost'; setting: string; isLeast: boolean }
  | { kind: 'compare-balance' }
  | { kind: 'do-not-repeat'; job: string }
  | { kind: 'ask-about'; job: string }
  /** Deleting the file ends the notice. */
  | { kind: 'restore-newest'; file: string }
  | { kind: 'ask-about-refund'; job: string; isOwn: boolean }
  | { kind: 'search-refunded' }
  | { kind: 'pay-again'; job: string }
  | { kind: 'ask-again-later'; job: string }
  /** Nothing is known from before the search that a later look could compare. */
  | { kind: 'ask-elsewhere'; job: string };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<SpendingNote> {}
  interface AdviceKinds extends ByKind<SpendingAdvice> {}
}

/** What came instead of an answer to a creation. */
export type ChargeDoubt =
  | { kind: 'connection-broke' | 'no-id' | 'error-with-id' | 'secret-in-id' }
  | { kind: 'status'; status: number };

/** The evidence of the balances about a creation of unknown outcome. */
export type ChargeReason =
  | { kind: 'counted-as-spent' }
  | { kind: 'balance-fell'; balance: number }
  | { kind: 'too-little-spent' }
  | { kind: 'too-early'; seconds: number }
  /** `others`: what other searches took in between, if anything. */
  | { kind: 'unchanged'; balance: number; others?: number }
  | { kind: 'unexplained'; change: number; cost: number }
  | { kind: 'blurred' | 'credits-granted' | 'other-account' | 'not-measured' | 'not-told' | 'no-answer' };

/** Whether a failed job's credits came back, by the service's totals and balances. */
type RefundState = 'unknown' | 'seems-back' | 'not-back' | 'seems-not-back';

type RefundEvidence =
  | { by: 'other-account' }
  | { by: 'nothing' }
  | { by: 'sum'; pool: string; refunded: number }
  | { by: 'balance'; pool: string; balance: number; isComparable: boolean };
