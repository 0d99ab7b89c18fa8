// Written by `npm run docs` from the formats in src/formats. Do not edit.
import type { Writing } from './writing.ts';

/** The export formats, in the order in which people see them. */
export const EXPORT_FORMAT_NAMES = ['bibtex', 'ris', 'csl-json', 'csv', 'jsonl', 'markdown', 'endnote-xml'] as const;
export type ExportFormat = (typeof EXPORT_FORMAT_NAMES)[number];

/** How each of them describes itself. */
export const EXPORT_FORMATS: Readonly<Record<ExportFormat, Writing & { title: string }>> = {
  bibtex: {
    title: 'BibTeX',
    ending: 'bib',
    mimeType: 'application/x-bibtex',
    isForReferenceManagers: true,
  },
  ris: {
    title: 'RIS',
    ending: 'ris',
    mimeType: 'application/x-research-info-systems',
    isForReferenceManagers: true,
  },
  'csl-json': {
    title: 'CSL-JSON',
    ending: 'csl.json',
    mimeType: 'application/vnd.citationstyles.csl+json',
    isForReferenceManagers: true,
  },
  csv: {
    title: 'CSV',
    ending: 'csv',
    mimeType: 'text/csv',
    mark: '\ufeff',
  },
  jsonl: {
    title: 'JSON Lines',
    ending: 'jsonl',
    mimeType: 'application/jsonl',
  },
  markdown: {
    title: 'Markdown',
    ending: 'md',
    mimeType: 'text/markdown',
  },
  'endnote-xml': {
    title: 'EndNote XML',
    ending: 'xml',
    mimeType: 'application/xml',
    isForReferenceManagers: true,
  },
};
