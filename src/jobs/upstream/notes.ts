import type { ByKind } from '../../wording/notes.ts';

/** Notes on the search service. */
export type UpstreamNote =
  /** The service refused a request. `isNamed`: the error names the wrong fields. */
  | { kind: 'refused-as-invalid'; status: number; isNamed: boolean }
  | { kind: 'unknown-job-id' }
  | { kind: 'no-answer'; address: string; why?: NetworkProblem; isSent: boolean }
  | { kind: 'status-to-a-read'; status: number }
  | { kind: 'unreadable-answer'; what: UnreadableAnswer }
  | { kind: 'no-further-request' }
  | { kind: 'token-refused' }
  | { kind: 'access-denied' }
  /** The service's message about a failure, cleaned and cut. */
  | { kind: 'service-said'; text: string }
  | { kind: 'another-server'; setting: string };

export type UpstreamAdvice =
  | { kind: 'correct-named' }
  | { kind: 'check-service'; setting: string }
  /** Only the operators of the service can help. */
  | { kind: 'ask-service'; setting: string }
  | { kind: 'set-token'; token: string; address: string }
  | { kind: 'set-address'; setting: string };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<UpstreamNote> {}
  interface AdviceKinds extends ByKind<UpstreamAdvice> {}
}

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
