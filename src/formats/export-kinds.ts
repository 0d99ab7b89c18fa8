import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from './format-facts.ts';

/** Kinds of exports: papers in a format, as a bibliography or as a report; or the record of the searches. */
export const EXPORT_KINDS = {
  ...EXPORT_FORMATS,
  bibliography: { title: 'Bibliography (APA)', ending: 'bibliography.txt', mimeType: 'text/plain' },
  html: { title: 'Report (HTML)', ending: 'html', mimeType: 'text/html' },
  receipt: { title: 'Receipt', ending: 'receipt.md', mimeType: 'text/markdown' },
  'receipt-json': { title: 'Receipt (JSON)', ending: 'receipt.json', mimeType: 'application/json' },
};

/** Styles of the bibliography. */
export const BIBLIOGRAPHY_STYLES = ['apa', 'vancouver', 'chicago-author-date', 'ieee', 'harvard'] as const;
export type BibliographyStyle = (typeof BIBLIOGRAPHY_STYLES)[number];

export type ExportKind = keyof typeof EXPORT_KINDS;
export const EXPORT_KIND_NAMES = Object.keys(EXPORT_KINDS) as [ExportKind, ...ExportKind[]];

/** Kinds of paper exports that need no style: the formats for other programs, and the report. */
export type PaperKind = ExportFormat | 'html';
export const PAPER_KIND_NAMES: readonly PaperKind[] = [...EXPORT_FORMAT_NAMES, 'html'];

export function hasPapers(kind: ExportKind): kind is PaperKind | 'bibliography' {
  return isPaperFormat(kind) || kind === 'html' || kind === 'bibliography';
}

export function isPaperFormat(kind: ExportKind): kind is ExportFormat {
  return kind in EXPORT_FORMATS;
}

/** Whether a kind is a format for reference managers, in which a citation with a missing field looks complete. */
export function isOfCitations(kind: ExportKind): boolean {
  return isPaperFormat(kind) && EXPORT_FORMATS[kind].isForReferenceManagers === true;
}

/** Whether answers omit abstracts in this format, because they would be most of the text. Files keep them. */
export function leavesAbstractsOut(kind: ExportKind): boolean {
  return isOfCitations(kind) || kind === 'csv' || kind === 'markdown';
}

/** The text as written to a file. */
export function fileText(format: ExportKind, text: string): string {
  return isPaperFormat(format) ? (EXPORT_FORMATS[format].mark ?? '') + text : text;
}
