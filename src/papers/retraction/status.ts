import { omitEmpty } from '../../lib/omit-undefined.ts';
import { oncePer } from '../../lib/once.ts';
import { cleanLine, shorten } from '../text.ts';
import { RETRACTION_KINDS, type RetractionKind, type RetractionStatus } from './notes.ts';
import { readStatedStatus } from './stated-status.ts';

/**
 * Whether a paper is retracted: yes, no or unknown. Yes and no come from a source that reports it, Retraction Watch's
 * table, or the paper's own text. Unknown is never shown as no.
 */

/** Retraction Watch's entry for a paper with an identifier. Without a kind, the paper is not in the table. */
export type TableEntry = {
  asOf: string;
  kind?: RetractionKind | 'reinstated';
  date?: string;
  reasons?: readonly string[];
};

export const RETRACTION_WATCH = 'retraction-watch';

/** The evidence of a paper's status. `retractionWatch` is the table's current entry. */
type Standing = {
  title?: string;
  abstract?: string;
  year?: number;
  isRetracted?: boolean;
  retraction?: RetractionStatus;
  provenance?: Record<string, { from: string; on: string }> | undefined;
  retractionWatch?: TableEntry;
};

/** Adds the table's current entry to a paper. */
export function withTableEntry<Found extends Standing>(paper: Found, entry: TableEntry): Found {
  const marked = { ...paper, retractionWatch: entry };
  const retraction = retractionStatus(marked);
  return retraction ? { ...marked, retraction } : marked;
}

/** Only a status of `retracted` counts as yes. */
export type RetractionVerdict = 'yes' | 'no' | 'unknown';

/** Whether a paper is retracted. A retraction notice is not the paper it retracts. */
export function verdictOnRetraction(paper: Standing): RetractionVerdict {
  const kind = retractionStatus(paper)?.kind;
  if (kind === 'retracted') return 'yes';
  if (kind === 'none' || kind === 'notice') return 'no';
  // A concern or a correction does not prove that there is no retraction.
  return notRetracted(paper) ? 'no' : 'unknown';
}

/** The overall status of a paper; undefined if nothing is known. */
export const retractionStatus: (paper: Standing) => RetractionStatus | undefined = oncePer(findStatus);

function findStatus(paper: Standing): RetractionStatus | undefined {
  const table = statusOfEntry(paper.retractionWatch);
  // The table distinguishes papers from notices, and lists reinstated papers.
  if (table && ['retracted', 'notice', 'none'].includes(table.kind)) return table;
  const statedStatus = readStatedStatus(paper.title, paper.abstract);
  if (statedStatus?.kind === 'notice') return statedStatus;
  // Sources flag withdrawn preprints as retracted. What the paper says itself is more exact.
  const isWithdrawn = statedStatus?.kind === 'withdrawn' || statedStatus?.kind === 'replaced';
  const flag = isWithdrawn ? undefined : flagOf(paper);
  const known = [readRetraction(paper.retraction), flag, statedStatus, table].filter((each) => each !== undefined);
  for (const kind of RETRACTION_KINDS) {
    const found = known.find((each) => each.kind === kind);
    if (found) return found;
  }
  return notRetracted(paper);
}

/** The mark for answers, exports and reports; undefined if the paper is known to be fine, or has no status. */
export function retractionMark(paper: Standing): (RetractionStatus & { kind: RetractionKind }) | undefined {
  const status = retractionStatus(paper);
  return status && status.kind !== 'none' ? { ...status, kind: status.kind } : undefined;
}

/** The source that denies a retraction, and its date. */
function notRetracted(paper: Standing): RetractionStatus | undefined {
  const entry = paper.retractionWatch;
  // A table says nothing about papers of later years.
  const isLater = paper.year !== undefined && entry !== undefined && String(paper.year) > entry.asOf.slice(0, 4);
  if (entry && !isLater) return { kind: 'none', from: RETRACTION_WATCH, asOf: entry.asOf };
  const stated = readRetraction(paper.retraction);
  if (stated?.kind === 'none') return stated;
  return paper.isRetracted === false ? { kind: 'none', ...originOf(paper) } : undefined;
}

function statusOfEntry(entry: TableEntry | undefined): RetractionStatus | undefined {
  if (entry?.kind === undefined) return undefined;
  const { asOf, kind, date, reasons } = entry;
  const status = { from: RETRACTION_WATCH, asOf, ...omitEmpty({ date, reasons: reasons && [...reasons] }) };
  return { kind: kind === 'reinstated' ? 'none' : kind, ...status };
}

/** arXiv retracts nothing: records of earlier versions have its withdrawals as a flag. */
function flagOf(paper: Standing): RetractionStatus | undefined {
  if (paper.isRetracted !== true) return undefined;
  const origin = originOf(paper);
  return { kind: origin.from === 'arxiv' ? 'withdrawn' : 'retracted', ...origin };
}

function originOf({ provenance }: Standing): { from: string; asOf?: string } {
  const origin = provenance?.isRetracted;
  return origin ? { from: shortName(origin.from), asOf: shortName(origin.on) } : { from: 'record' };
}

const MAX_REASONS = 20;
const MAX_NAME_CHARACTERS = 120;
const DAY = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/** Parses a status from records, files and services, ignoring anything malformed. */
export function readRetraction(value: unknown): RetractionStatus | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, from, date, asOf, reasons } = value as Record<string, unknown>;
  const known = [...RETRACTION_KINDS, 'none' as const].find((each) => each === kind);
  if (known === undefined) return undefined;
  const day = (text: unknown) => (typeof text === 'string' && DAY.test(text) ? text : undefined);
  const named = (Array.isArray(reasons) ? reasons : []).filter((each) => typeof each === 'string');
  return {
    kind: known,
    from: shortName(typeof from === 'string' ? from : '') || 'record',
    ...omitEmpty({ date: day(date), asOf: day(asOf), reasons: named.slice(0, MAX_REASONS).map(shortName) }),
  };
}

function shortName(text: string): string {
  return shorten(cleanLine(text), MAX_NAME_CHARACTERS);
}
