/** What is missing or wrong in the surroundings: configuration, files, databases, other programs. Settings are data. */
export type SetupNote =
  // Files and databases of this machine.
  | { kind: 'store-unusable'; what: string; why: string }
  | { kind: 'index-unusable'; why: string }
  | { kind: 'no-sqlite'; node: string; system: string }
  | { kind: 'export-not-written'; why: string }

  // The service of one's own lab.
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
  | { kind: 'report-not-taken'; outcome: string }

  // Parts that can be switched on.
  | { kind: 'switched-off'; setting: string }
  | { kind: 'no-collection'; setting: string }
  | { kind: 'collection-failed'; failure: CollectionFailure; detail?: string }
  | { kind: 'retractions-not-fetched'; address: string; why: string }

  // Zotero.
  | { kind: 'zotero-not-there'; setting: string }
  | { kind: 'zotero-closed' }
  | { kind: 'zotero-read-only' }
  | { kind: 'zotero-denied' }
  | { kind: 'zotero-key-refused'; setting: string }
  | { kind: 'zotero-not-allowed'; setting: string; what: 'read' | 'write'; library: string }
  | { kind: 'zotero-rate-limited'; seconds: number }
  /** The end of a sentence about Zotero, in our own words. */
  | { kind: 'zotero-unavailable'; why: string }
  | { kind: 'zotero-unexpected'; what: string }
  | { kind: 'zotero-added-before'; added: number; of: number };

/** Why the collection's engine gave nothing, in the words that sources use. */
export type CollectionFailure =
  | 'unreachable'
  | 'server error'
  | 'too slow'
  | 'rate limited'
  | 'key refused'
  | 'refused'
  | 'unreadable';
