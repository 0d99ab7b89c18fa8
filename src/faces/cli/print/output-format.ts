import { extname } from 'node:path';
import { EXPORT_KINDS, PAPER_KIND_NAMES } from '../../../formats/export-kinds.ts';

/** `table`: a line per paper; `text`: everything known about each. */
export const OUTPUT_FORMATS = ['table', 'text', 'json', ...PAPER_KIND_NAMES] as const;
/** A bibliography has a style, which only exports can choose. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number] | 'bibliography';

const ENDINGS: readonly [ending: string, format: OutputFormat][] = [
  ...PAPER_KIND_NAMES.map((format) => [EXPORT_KINDS[format].ending, format] as [string, OutputFormat]),
  ['json', 'json'],
  ['txt', 'text'],
];

type FormatOptions = { format?: OutputFormat; json?: boolean; output?: string | undefined };

/** The requested format, else the one of the file extension; undefined without either. */
export function namedFormat({ format, json, output }: FormatOptions): OutputFormat | undefined {
  if (json) return 'json';
  return format ?? ENDINGS.find(([ending]) => output?.toLowerCase().endsWith(`.${ending}`))?.[1];
}

/** The problem with a file name whose extension is unknown, if no format is requested. */
export function unknownEnding(options: FormatOptions): string | undefined {
  const { output = '' } = options;
  const extension = extname(output);
  if (extension === '' || namedFormat(options) !== undefined) return undefined;
  const known = ENDINGS.map(([ending]) => `.${ending}`).join(', ');
  return `-o ${output}: no format ends with ${extension}; known are ${known}, or choose one with --format`;
}
