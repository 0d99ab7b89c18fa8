import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { SOURCE_FILES } from './source-files.ts';

/** The exported functions of the source that take a text, by the types of their parameters. */

export type Reader = { file: string; name: string; takes: readonly Kind[] };
type Kind = 'text' | 'texts' | 'number' | 'boolean' | 'list' | 'other' | 'none';

/** What reads no text of strangers: the process itself, this machine's own files and settings, the page's elements. */
const NO_READERS =
  /^src\/(?:main|command-line|compose|threads|config)\.ts$|^src\/(?:setup|doctor|sqlite|store|wiring|net|settings|embeddings)\/|^src\/cli\/commands\/|^src\/view\/(?:main|app|page|dom)\.ts$|(?:-thread|-worker|-process)\.ts$|\/process\//;

export const READERS: readonly Reader[] = SOURCE_FILES.filter((file) => !NO_READERS.test(file)).flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return parseSync(file, text).program.body.flatMap((statement): Reader[] => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'FunctionDeclaration') return [];
    const { id, params } = statement.declaration;
    const takes = params.map((parameter) => kindOf(text.slice(parameter.start, parameter.end)));
    return id && takes.some((kind) => kind === 'text' || kind === 'texts') ? [{ file, name: id.name, takes }] : [];
  });
});

function kindOf(parameter: string): Kind {
  const [, type = ''] = /^(?:\w+|[[{].*[\]}])\??: (.*)$/s.exec(parameter) ?? [];
  if (/^string\b(?!\[)/.test(type)) return 'text';
  if (/^(?:readonly )?string\[\]/.test(type)) return 'texts';
  if (/^number\b/.test(type)) return 'number';
  if (/^boolean\b/.test(type)) return 'boolean';
  if (/\[\]$/.test(type)) return 'list';
  return /\?:|=/.test(parameter) ? 'none' : 'other';
}

/** The arguments of a call whose texts are all the given one. */
export function argumentsFor({ takes }: Reader, text: string): unknown[] {
  const values = { text, texts: [text], number: 10, boolean: false, list: [], other: {}, none: undefined };
  return takes.map((kind) => values[kind]);
}
