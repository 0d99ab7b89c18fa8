import { EXPORT_FORMATS, type ExportFormat } from '../../formats/write/export-formats.ts';

/** What can be exported: papers in six formats, or the record of the searches themselves. */
export const EXPORT_KINDS = {
  ...EXPORT_FORMATS,
  receipt: { ending: 'receipt.md', mimeType: 'text/markdown' },
  'receipt-json': { ending: 'receipt.json', mimeType: 'application/json' },
} as const;

export type ExportKind = keyof typeof EXPORT_KINDS;
export const EXPORT_KIND_NAMES = Object.keys(EXPORT_KINDS) as [ExportKind, ...ExportKind[]];

export function isPaperFormat(kind: ExportKind): kind is ExportFormat {
  return kind in EXPORT_FORMATS;
}
