/** Failures of a job, a call or the search service. */
export type FailureNote =
  // Wrong values.
  /** The error names the fields. `isRequest`: the values belong to a search that would have been sent. */
  | { kind: 'wrong-values'; rules: readonly string[]; isRequest: boolean }
  /** The service refused a request. `isNamed`: the error names the wrong fields. */
  | { kind: 'refused-as-invalid'; status: number; isNamed: boolean }

  // Jobs and papers.
  | { kind: 'no-such-job'; text: string; isPaper: boolean }
  /** The user removed it. */
  | { kind: 'removed-job'; job: string; removedAt: string }
  /** `status`: the group exists, but none of its jobs has this status. `groups`: all existing groups. */
  | { kind: 'no-job-in-group'; group: string; status?: string | undefined; groups: readonly string[] }
  | { kind: 'no-such-paper'; ref: string }
  | { kind: 'unknown-job-id' }
  | { kind: 'forgotten-job'; job: string; createdAt: string }
  | { kind: 'job-of-another-account' }
  | { kind: 'never-created'; job: string }
  | { kind: 'job-failed'; job: string }
  | { kind: 'job-without-papers'; job: string; status: string }
  /** The following notes say why. */
  | { kind: 'first-look-failed' }
  | { kind: 'damaged-papers'; job: string }
  | { kind: 'not-on-the-web'; ref: string }

  // Reviews.
  | { kind: 'no-such-review'; given: string; known: readonly string[]; isOfLab?: true }
  /** Its nth event does not match the records stored before it. */
  | { kind: 'changed-records'; review: string; records: number }
  /** `isUnknown`: the event is intact, and a newer version may know it. */
  | { kind: 'damaged-review'; review: string; n: number; isUnknown?: true }
  | { kind: 'review-busy'; review: string }
  /** A member has added the maximum to a review of the lab. */
  | { kind: 'review-full'; review: string }
  /** The limit of reviews that an account may open or join, or of invitations that may wait for it. */
  | { kind: 'too-many-reviews'; what: 'opened' | 'joined' | 'invited'; name?: string }
  /** Only the owner of a review may set it up. */
  | { kind: 'owner-only' }
  /** The configured service keeps no reviews, or no service is configured. */
  | { kind: 'no-lab' }

  // Sources.
  | { kind: 'nothing-reached' }
  /** The configuration allows no source that could answer; `able` names those that could. */
  | { kind: 'no-able-source'; what: RelatedWhat; able: readonly string[]; setting: string }
  | { kind: 'relation-not-told'; relation: string; ref: string }
  | { kind: 'related-not-found-out' }
  | { kind: 'no-author-id'; given: string }
  | { kind: 'no-paper-ref'; given: string }
  /** No paper has the given identifier. Unknown: its registry says so. */
  | { kind: 'identifier-not-found'; given: string; isUnknown: boolean }

  // The search service.
  | { kind: 'no-answer'; address: string; why?: NetworkProblem; isSent: boolean }
  | { kind: 'no-answer-in-time' }
  | { kind: 'too-much-to-read' }
  | { kind: 'status-to-a-read'; status: number }
  | { kind: 'unreadable-answer'; what: UnreadableAnswer }
  | { kind: 'no-further-request' }
  | { kind: 'token-refused' }
  | { kind: 'access-denied' }
  /** The service's message about a failure, cleaned and cut. */
  | { kind: 'service-said'; text: string }
  | { kind: 'another-server'; setting: string }
  | { kind: 'token-not-set'; address: string; token: string }

  // This program.
  | { kind: 'internal' }
  | { kind: 'too-many-files' }
  | { kind: 'program-replaced' }
  | { kind: 'thread-ended'; what: 'searched' | 'read' };

/** The relations between papers that a source may know. */
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

/** The problem with a search service's answer. */
export type UnreadableAnswer = 'too-large' | 'no-json' | 'no-status' | 'no-verdict' | 'secret-in-id';
