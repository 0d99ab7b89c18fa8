import type { FailureDetail, KnownFailure, SourceFailure } from './source-outcomes.ts';

/** Problems of configuration, files, databases and other programs. Settings are data. */
export type SetupNote =
  // Files and databases of this machine.
  | { kind: 'store-unusable'; what: string; why: string }
  | { kind: 'no-regular-file'; file: string }
  | { kind: 'index-unusable'; why: string }
  | { kind: 'no-sqlite'; node: string; system: string; why?: string }
  | { kind: 'export-not-written'; why: string }

  // The lab's own service.
  | { kind: 'already-serving' }
  | { kind: 'copied-away' }
  | { kind: 'needs-database' }
  | { kind: 'setting-missing'; setting: string }
  | { kind: 'no-file-to-copy'; file: string }
  | { kind: 'database-unusable'; why: string }
  | { kind: 'database-in-use' }
  | { kind: 'copy-differs'; what: string }
  | { kind: 'copy-unknown' }
  | { kind: 'driver-missing'; setting: string; package: string }
  | { kind: 'report-not-taken'; outcome: SendProblem | { status: number } }

  // Optional parts.
  | { kind: 'switched-off'; setting: string }
  | { kind: 'no-file-folder'; setting: string }
  | { kind: 'no-collection'; setting: string }
  | { kind: 'collection-failed'; failure: CollectionFailure; detail?: FailureDetail }
  | { kind: 'retractions-not-fetched'; address: string; why: KnownFailure }

  // Zotero.
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

/** Why a report did not reach its address. */
export type SendProblem = 'address_not_allowed' | 'name_not_found' | 'tls_failed' | 'timed_out' | 'connection_broken';

/** Why the collection's engine gave nothing, with the codes that sources use. */
export type CollectionFailure = Extract<
  SourceFailure,
  'unreachable' | 'server error' | 'too slow' | 'rate limited' | 'key refused' | 'refused' | 'unreadable'
>;
