import { asFields, type Fields } from '../lib/json.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import type { RankedJournal } from '../papers/journals/journal-ranking.ts';
import type { PaperInput } from '../papers/paper.ts';
import type { Screening } from './decisions/screening.ts';

/** Texts for papers that are in the library already, matched by their corpus id. */
export type Completion = { corpusId: string; abstract?: string; summary?: string };

/** The result of parsing one entry of a file. */
export type ParsedEntry =
  /**
   * `screening`: decisions in its columns; decisions in notes are read by `read-screening.ts`. `unread`: the part of it
   * that could not be parsed.
   */
  | { metadata: PaperInput; screening?: Screening; unread?: string }
  | { completes: Completion }
  /** A journal in a ranking. */
  | { journal: RankedJournal }
  /** A valid entry that is not a paper: an attachment, a table of contents, a web page. */
  | { passedOver: string }
  | { problem: string };

/** A record's names in our own export: its reference and citation key. Nothing if it has neither. */
export function calledInFile(ref: string | undefined, key: string | undefined): { screening?: Screening } {
  const record = omitEmpty({ ref, key });
  return Object.keys(record).length > 0 ? { screening: { decisions: [], record } } : {};
}

/** Makes a reader of JSON objects one of any JSON. */
export function objectReader(read: (fields: Fields) => ParsedEntry): (json: unknown) => ParsedEntry {
  return (json) => {
    const fields = asFields(json);
    return fields === json ? read(fields) : { problem: 'it is not a JSON object' };
  };
}
