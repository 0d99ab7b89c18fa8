import type { ByKind } from '../wording/notes.ts';
import type { SendProblem } from './callbacks/send-result.ts';

/** Notes on the lab's service. */
export type ServiceNote =
  | { kind: 'already-serving' }
  | { kind: 'copied-away' }
  | { kind: 'database-unusable'; why: string }
  | { kind: 'database-in-use' }
  | { kind: 'copy-differs'; what: string }
  | { kind: 'driver-missing'; setting: string; package: string }
  | { kind: 'report-not-taken'; outcome: SendProblem | { status: number } };

export type ServiceAdvice =
  | { kind: 'stop-other-service'; setting: string }
  | { kind: 'use-copied-database'; setting: string; file: string; name: string }
  | { kind: 'check-database'; setting: string }
  | { kind: 'copy-into-empty' }
  | { kind: 'report-copy' }
  | { kind: 'install-package'; package: string }
  | { kind: 'see-feed' };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<ServiceNote> {}
  interface AdviceKinds extends ByKind<ServiceAdvice> {}
}
