import type { Fields } from '../lib/json.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import type { MatchClass } from '../papers/relevance/match-classes.ts';
import type { Screened, ScreeningDecision } from './decisions/screening.ts';
import type { ParsedEntry } from './parsed-entry.ts';
import type { PieceReader, Splitter } from './pieces.ts';
import type { InPage, Writing } from './writing.ts';

/**
 * A file format that describes itself: a file in this folder exports it as `format`. `npm run docs` generates the lists
 * of formats (`all-formats.ts`, `format-facts.ts`) and the tables of the guide.
 */
export type Format = {
  /** Its name in commands, tools and programs. */
  name: string;
  title: string;
  /** Its position in lists shown to people. */
  place: number;
  /** Absent: imports do not support it. */
  read?: Reading;
  /** Absent: exports do not support it. */
  write?: Writing & {
    /** `columns`: of a table, all of them unless named. */
    papers(papers: readonly ExportedPaper[], columns?: readonly string[]): string;
    /** Absent: reports and the page do not offer it. */
    inPage?: InPage;
  };
};

export type Reading = {
  /** A description of what can be read, for the guide. */
  what: string;
  /** File extensions, with the dot. */
  endings?: readonly string[];
  /** A general format is tried after its special cases: higher values come later. Default: 0. */
  generality?: number;
  json?: JsonForm;
  text?: TextForm;
};

/** How to recognise and read an entry of a JSON format, whether a line or a list element. */
export type JsonForm = {
  is(entry: Fields): boolean;
  /** Matches the head of a file whose first entry is longer than the head. */
  signature?: RegExp;
  read(entry: unknown): ParsedEntry;
};

/** How to split and read a format that is not JSON. */
type TextForm = {
  /** Matches the part of a text that identifies the format. */
  signature?: RegExp;
  /** Whether a line is the header of such a table. */
  isHeader?(line: string): boolean;
  split(): Splitter;
  open(): PieceReader;
};

/** A paper to be written to a file. */
export type ExportedPaper = {
  /** Its reference in the job's answers, for example `J12-3`. */
  ref: string;
  /** Its citation key, see `citationKeys`. */
  key: string;
  paper: FoundPaper;
  /** The references of the duplicates that were merged into this one. */
  sameAs?: string[];
  /** How well it fits the query of its job; absent if unknown. */
  match?: MatchClass;
  /** The decision on it in a review; absent if there is none. */
  decision?: ScreeningDecision;
};

/** A record to be written to a file, with the current decisions. */
export type ScreenedPaper = ExportedPaper & Screened;
