import type { FoundPaper } from '../../papers/found-paper.ts';

/** The formats that papers are written in, with the ending of their files and their media type. */
export const EXPORT_FORMATS = {
  bibtex: { ending: 'bib', mimeType: 'application/x-bibtex' },
  ris: { ending: 'ris', mimeType: 'application/x-research-info-systems' },
  'csl-json': { ending: 'csl.json', mimeType: 'application/vnd.citationstyles.csl+json' },
  csv: { ending: 'csv', mimeType: 'text/csv' },
  jsonl: { ending: 'jsonl', mimeType: 'application/jsonl' },
  markdown: { ending: 'md', mimeType: 'text/markdown' },
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as [ExportFormat, ...ExportFormat[]];

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
