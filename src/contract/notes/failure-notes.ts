/** What went wrong with a job, a call or the search service. */
export type FailureNote =
  // Wrong values.
  /** Their fields are named beside it. `isRequest`: a search that would have been sent. */
  | { kind: 'wrong-values'; rules: readonly string[]; isRequest: boolean }
  /** The service refused a request; what it said stands under the fields. */
  | { kind: 'refused-as-invalid' }

  // Jobs and papers.
  | { kind: 'no-such-job'; text: string; isPaper: boolean }
  | { kind: 'no-such-paper'; ref: string }
  | { kind: 'unknown-job-id' }
  | { kind: 'forgotten-job'; job: string; createdAt: string }
  | { kind: 'job-of-another-account' }
  | { kind: 'never-created'; job: string }
  | { kind: 'job-failed'; job: string }
  | { kind: 'job-without-papers'; job: string; status: string }
  /** The notes after it say why. */
  | { kind: 'first-look-failed' }
  | { kind: 'damaged-papers'; job: string }
  | { kind: 'not-on-the-web'; ref: string }

  // Sources.
  | { kind: 'nothing-reached' }
  /** A source that could answer may not be asked; `able` names such sources. */
  | { kind: 'no-able-source'; what: RelatedWhat; able: readonly string[]; setting: string }
  | { kind: 'relation-not-told'; relation: string; ref: string }
  | { kind: 'related-not-found-out' }
  | { kind: 'no-author-id'; given: string }
  | { kind: 'no-paper-ref'; given: string }
  /** A paper was asked for by an identifier; unknown: the register of it says so. */
  | { kind: 'identifier-not-found'; given: string; isUnknown: boolean }

  // The search service.
  | { kind: 'no-answer'; address: string; why?: NetworkProblem; isSent: boolean }
  | { kind: 'no-answer-in-time' }
  | { kind: 'too-much-to-read' }
  | { kind: 'status-to-a-read'; status: number }
  | { kind: 'unreadable-answer'; what: UnreadableAnswer }
  | { kind: 'no-further-request' }
  | { kind: 'token-refused' }
  | { kind: 'another-server'; setting: string }
  | { kind: 'token-not-set'; address: string; token: string }

  // This program.
  | { kind: 'internal' }
  | { kind: 'too-many-files' }
  | { kind: 'thread-ended'; what: 'searched' | 'read' };

/** What a source needs for a relation between papers. */
export type RelatedWhat = 'references' | 'citations' | 'similar' | 'author' | 'author-id';

/** Why there is no connection. */
export type NetworkProblem =
  | 'refused'
  | 'broken'
  | 'unknown-host'
  | 'no-names'
  | 'too-slow'
  | 'no-network'
  | 'no-way'
  | 'certificate-refused';

/** What is wrong with a search service's answer. */
export type UnreadableAnswer = 'too-large' | 'no-json' | 'no-status' | 'no-verdict' | 'secret-in-id';
