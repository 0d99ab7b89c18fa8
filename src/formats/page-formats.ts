// Written by `npm run docs` from the formats in src/formats. Do not edit.
import type { ExportFormat } from './format-facts.ts';
import type { InPage, Writing } from './writing.ts';

type Facts = Omit<Writing, 'isForReferenceManagers'> & Omit<InPage, 'abstracts'>;
export type PageFormat = Facts & { name: ExportFormat; title: string };

/** The formats that reports and the page offer. */
export const PAGE_FORMATS: readonly PageFormat[] = [
  {
    name: 'bibtex',
    title: 'BibTeX',
    ending: 'bib',
    mimeType: 'application/x-bibtex',
    between: '\n',
  },
  {
    name: 'ris',
    title: 'RIS',
    ending: 'ris',
    mimeType: 'application/x-research-info-systems',
  },
  {
    name: 'csv',
    title: 'CSV',
    ending: 'csv',
    mimeType: 'text/csv',
    mark: '\ufeff',
    hasHead: true,
    maxInAnswer: 8,
  },
];
