import type { AbstractForm } from '../papers/report/view-data.ts';

/** What is known of a format that is written, without loading what writes it. */
export type Writing = {
  /** How names of its files end, without the dot. */
  ending: string;
  mimeType: string;
  /** It is for reference managers: an assistant gets it without the abstracts unless it asks for them. */
  hasOptionalAbstracts?: boolean;
  /** What a file of it begins with, and no other text of it. Default: nothing. */
  mark?: string;
};

/** How a page that holds the entries of all papers puts those of some together. */
export type InPage = {
  /** How an abstract stands in an entry: see `writeAbstract`. */
  abstracts: AbstractForm;
  /** Between two entries. Default: nothing. */
  between?: string;
  /** A text begins with a line that belongs to no entry. */
  hasHead?: boolean;
  /** Papers whose text is short enough for one answer to an assistant. Default: 20. */
  maxInAnswer?: number;
};
