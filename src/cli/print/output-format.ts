import { extname } from 'node:path';
import { EXPORT_KINDS, PAPER_KIND_NAMES } from '../../jobs/exporting/export-kinds.ts';

/** `table`: a line for each paper; `text`: all that is known of each. */
export const OUTPUT_FORMATS = ['table', 'text', 'json', ...PAPER_KIND_NAMES] as const;
/** A bibliography has a style, which only an export asks for. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number] | 'bibliography';

const ENDINGS: readonly [ending: string, format: OutputFormat][] = [
  ...PAPER_KIND_NAMES.map((format) => [EXPORT_KINDS[format].ending, format] as [string, OutputFormat]),
  ['json', 'json'],
  ['txt', 'text'],
];

type FormatOptions = { format?: OutputFormat; json?: boolean; output?: string };

/** The format asked for, else the one that the ending of the file names; undefined where neither says one. */
export function namedFormat({ format, json, output }: FormatOptions): OutputFormat | undefined {
  if (json) return 'json';
  return format ?? ENDINGS.find(([ending]) => output?.toLowerCase().endsWith(`.${ending}`))?.[1];
}

/** What is wrong with the name of a file whose ending means no format, where no format is asked for. */
export function unknownEnding(options: FormatOptions): string | undefined {
  const { output = '' } = options;
  const own = extname(output);
  if (own === '' || namedFormat(options) !== undefined) return undefined;
  const known = ENDINGS.map(([ending]) => `.${ending}`).join(', ');
  return `-o ${output}: no format ends with ${own}; known are ${known}, or choose one with --format`;
}
