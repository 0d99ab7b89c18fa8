import type { Fields } from '../lib/json.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import type { ParsedEntry } from './parsed-entry.ts';
import type { PieceReader, Splitter } from './pieces.ts';
import type { InPage, Writing } from './writing.ts';

/**
 * A format of files, which says of itself all that anybody asks: a file in this room exports it as `format`. `npm run
 * docs` makes the lists of them (`all-formats.ts`, `format-facts.ts`) and the tables of the guide.
 */
export type Format = {
  /** As commands, tools and programs name it. */
  name: string;
  title: string;
  /** Where it stands when formats are named to people. */
  place: number;
  /** Absent: it is not read. */
  read?: Reading;
  /** Absent: it is not written. */
  write?: Writing & {
    papers(papers: readonly ExportedPaper[]): string;
    /** Reports and the page offer it. Absent: they do not. */
    inPage?: InPage;
  };
};

export type Reading = {
  /** What is read of it, for the guide. */
  what: string;
  /** How names of files end that hold it, the dot included. */
  endings?: readonly string[];
  /** A format of which others are special cases is asked after those: the higher the later. Default: 0. */
  generality?: number;
  json?: JsonForm;
  text?: TextForm;
};

/** How to recognise and read an entry of a JSON format, whether a line or a list element. */
export type JsonForm = {
  is(entry: Fields): boolean;
  /** Matches the head of a file whose first entry is longer than that. */
  signature?: RegExp;
  read(entry: unknown): ParsedEntry;
};

/** How to split and read a format that is not JSON. */
type TextForm = {
  /** Matches where a text shows the format. */
  signature?: RegExp;
  /** Whether this is the first line of such a table. */
  isHeader?(line: string): boolean;
  split(): Splitter;
  open(): PieceReader;
};

/** A paper on its way into a file. */
export type ExportedPaper = {
  /** Its reference in the job's answers, for example `J12-3`. */
  ref: string;
  /** Its citation key, see `citationKeys`. */
  key: string;
  paper: FoundPaper;
  /** The references of the duplicates that were folded into this one. */
  sameAs?: string[];
};
