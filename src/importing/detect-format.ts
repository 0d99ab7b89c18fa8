import { type Fields, fieldsOf, parseJson } from '../lib/json.ts';
import { findFormat, IMPORT_FORMAT_NAMES, type ImportFormat, openJson } from './formats.ts';
import type { PieceReader, Splitter } from './pieces.ts';
import { splitJson } from './split-json.ts';
import { splitLines } from './split-lines.ts';

/** A format as it lies in one file: text of its own kind, one JSON document, or a JSON value on every line. */
export type DetectedFormat = { name: ImportFormat; layout: 'text' | 'json' | 'json-lines' };

/** Entries of a JSON file that may be of an unknown form before one is recognised. */
const MAX_DETECTION_ENTRIES = 20;

/** For a JSON file whose first entry is longer than the head of the file. */
const SIGNATURES: [RegExp, ImportFormat][] = [
  [/"id"\s*:\s*"https?:\/\/(?:api\.)?openalex\.org\//, 'openalex'],
  [/"(?:corpusid|paperId)"\s*:/, 'semantic-scholar'],
  [/"authors_parsed"\s*:/, 'arxiv'],
  [/"itemType"\s*:/, 'zotero'],
];

/**
 * The format of a file: `from` if the user names it, else by the beginning of its text, else by the ending of its name.
 * Undefined if none is recognised.
 */
export function detectFormat(head: string, fileName: string, from?: ImportFormat): DetectedFormat | undefined {
  const text = head.replace(/^\ufeff/, '');
  const isJson = /^\s*[[{]/.test(text);
  const name = from ?? (isJson ? jsonFormat(text) : textFormat(text)) ?? byEnding(fileName);
  if (name === undefined) return undefined;
  const { json, text: form } = findFormat(name);
  // One format has both; what begins with a tag is not JSON.
  if (form && (!json || /^\s*</.test(text))) return { name, layout: 'text' };
  return json && { name, layout: isDocument(text) ? 'json' : 'json-lines' };
}

/** How to split and read a file of this format. */
export function openFormat({ name, layout }: DetectedFormat): { split(): Splitter; open(): PieceReader } {
  const { json, text } = findFormat(name);
  if (layout === 'text' && text) return text;
  if (layout === 'text' || !json) throw new Error(`there is no ${name} as ${layout}`);
  return { split: layout === 'json' ? splitJson : splitLines, open: () => openJson(json) };
}

function byEnding(fileName: string): ImportFormat | undefined {
  const name = fileName.toLowerCase().replace(/\.gz$/, '');
  return IMPORT_FORMAT_NAMES.find((format) => findFormat(format).endings.some((ending) => name.endsWith(ending)));
}

/** The form that shows itself first: an abstract further on may quote another. */
function textFormat(text: string): ImportFormat | undefined {
  const candidates = IMPORT_FORMAT_NAMES.map((name) => ({
    name,
    at: text.search(findFormat(name).text?.signature ?? /(?!)/),
  }));
  const [first] = candidates.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  if (first) return first.name;
  const line = /\S.*/.exec(text)?.[0] ?? '';
  return IMPORT_FORMAT_NAMES.find((name) => findFormat(name).text?.isHeader?.(line));
}

function jsonFormat(text: string): ImportFormat | undefined {
  const splitter = isDocument(text) ? splitJson() : splitLines();
  const entries = splitter.push(`${text}\n`).flatMap((piece) => ('text' in piece ? [parsed(piece.text)] : []));
  for (const entry of entries.filter((entry) => entry !== undefined).slice(0, MAX_DETECTION_ENTRIES)) {
    const format = IMPORT_FORMAT_NAMES.find((name) => findFormat(name).json?.is(entry));
    if (format) return format;
  }
  return SIGNATURES.find(([pattern]) => pattern.test(text))?.[1];
}

function parsed(text: string): Fields | undefined {
  const json = parseJson(text);
  return json === undefined ? undefined : fieldsOf(json);
}

/**
 * Whether JSON is one document (a list, an API's page, an object on several lines) and not JSON Lines. It is JSON Lines
 * if the first object ends with its line, or is longer than the head and has no list.
 */
function isDocument(text: string): boolean {
  const plain = text.trimStart();
  if (!plain.startsWith('{')) return plain.startsWith('[');
  const [first = '', ...rest] = plain.split('\n');
  const next = rest.find((line) => line.trim() !== '')?.trimStart();
  const whole = parsed(first);
  if (whole !== undefined || next === undefined) return hasList(first, whole);
  // A broken first line is followed by another object; an object on several lines by one of its names.
  return !next.startsWith('{');
}

const LISTS = ['results', 'data', 'items'];

function hasList(line: string, whole: Fields | undefined): boolean {
  if (whole)
    return [...LISTS, 'message'].some(
      (name) => Array.isArray(whole[name]) || Array.isArray(fieldsOf(whole[name]).items),
    );
  return /^\{[^[]{0,4000}"(?:results|data|items)"\s*:\s*\[/.test(line);
}
