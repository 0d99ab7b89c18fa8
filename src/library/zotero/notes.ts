import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import type { ByKind } from '../../wording/notes.ts';

/** What is said about Zotero. */
export type ZoteroNote =
  | { kind: 'zotero-not-there'; setting: string }
  | { kind: 'zotero-closed' }
  | { kind: 'zotero-read-only' }
  | { kind: 'zotero-denied' }
  | { kind: 'zotero-key-refused'; setting: string }
  | { kind: 'zotero-not-allowed'; setting: string; what: 'read' | 'write'; library: string }
  | { kind: 'zotero-rate-limited'; seconds: number }
  | { kind: 'zotero-unavailable'; why: KnownFailure | 'busy' | 'other-database' | 'no-consent' }
  /** `status` if it is informative. */
  | { kind: 'zotero-unexpected'; status?: number }
  | { kind: 'zotero-added-before'; added: number; of: number };

export type ZoteroAdvice =
  | { kind: 'open-zotero'; setting: string }
  | { kind: 'allow-zotero'; setting: string }
  | { kind: 'update-zotero'; setting: string }
  | { kind: 'choose-allow' }
  | { kind: 'check-zotero-key'; setting: string }
  | { kind: 'change-zotero-key' }
  | { kind: 'zotero-again'; isAfterWait: boolean }
  | { kind: 'check-zotero-address' };

export type ZoteroProblem =
  /** Zotero has no such library or collection. */
  | { kind: 'not-in-zotero'; wanted: 'collection' | 'collection-key' | 'group' | 'own-group'; given: string }
  | { kind: 'several-collections'; keys: readonly string[]; given: string };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<ZoteroNote> {}
  interface AdviceKinds extends ByKind<ZoteroAdvice> {}
  interface ProblemKinds extends ByKind<ZoteroProblem> {}
}
