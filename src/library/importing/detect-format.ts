import { FORMATS } from '../../formats/all-formats.ts';
import type { JsonForm, Reading } from '../../formats/format.ts';
import type { ImportFormat } from '../../formats/import-names.ts';
import { splitJson } from '../../formats/json/split-json.ts';
import { type PieceReader, type Splitter, single } from '../../formats/pieces.ts';
import { splitLines } from '../../formats/split-lines.ts';
import { asFields, type Fields, parseJson } from '../../lib/json.ts';

/** A format and its layout in one file: text in the format's own syntax, one JSON document, or JSON Lines. */
export type DetectedFormat = { name: ImportFormat; layout: 'text' | 'json' | 'json-lines' };

/** Maximum entries of a JSON file that may be unrecognised before one is recognised. */
const MAX_DETECTION_ENTRIES = 20;

/** In order of detection. */
const READINGS: readonly (Reading & { name: ImportFormat })[] = FORMATS.flatMap(({ name, read }) =>
  read ? [{ name: name as ImportFormat, ...read }] : [],
).sort((a, b) => (a.generality ?? 0) - (b.generality ?? 0));

function readingOf(name: ImportFormat): Reading {
  const reading = READINGS.find((each) => each.name === name);
  if (!reading) throw new Error(`there is no reader of ${name}`);
  return reading;
}

/**
 * The format of a file: `from` if the user specified it, else detected by the beginning of its text, else by its file
 * extension. Undefined if not recognised.
 */
export function detectFormat(head: string, fileName: string, from?: ImportFormat): DetectedFormat | undefined {
  const text = head.replace(/^\ufeff/, '');
  const isJson = /^\s*[[{]/.test(text);
  const name = from ?? (isJson ? jsonFormat(text) : textFormat(text)) ?? byEnding(fileName);
  if (name === undefined) return undefined;
  const { json, text: form } = readingOf(name);
  // One format has both a text and a JSON form; content that begins with a tag is not JSON.
  if (form && (!json || /^\s*</.test(text))) return { name, layout: 'text' };
  return json && { name, layout: isDocument(text) ? 'json' : 'json-lines' };
}

/** How to split and read a file of this format. */
export function openFormat({ name, layout }: DetectedFormat): { split(): Splitter; open(): PieceReader } {
  const { json, text } = readingOf(name);
  if (layout === 'text' && text) return text;
  if (layout === 'text' || !json) throw new Error(`there is no ${name} as ${layout}`);
  return { split: layout === 'json' ? splitJson : splitLines, open: () => openJson(json) };
}

/** A parser of JSON entries of one form. */
function openJson({ read }: JsonForm): PieceReader {
  return single((text) => {
    try {
      return read(JSON.parse(text));
    } catch (error) {
      if (error instanceof SyntaxError) return { problem: 'it is not valid JSON' };
      throw error;
    }
  });
}

function byEnding(fileName: string): ImportFormat | undefined {
  const name = fileName.toLowerCase().replace(/\.gz$/, '');
  return READINGS.find(({ endings = [] }) => endings.some((ending) => name.endsWith(ending)))?.name;
}

/** The text format whose marker appears first: an abstract further on may quote another. */
function textFormat(text: string): ImportFormat | undefined {
  const { 0: line = '', index = 0 } = /\S.*/.exec(text) ?? {};
  const [first] = [
    ...READINGS.map(({ name, text: form }) => ({ name, at: text.search(form?.signature ?? /(?!)/) })),
    ...READINGS.map(({ name, text: form }) => ({ name, at: form?.isHeader?.(line) ? index : -1 })),
  ]
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return first?.name;
}

function jsonFormat(text: string): ImportFormat | undefined {
  const splitter = isDocument(text) ? splitJson() : splitLines();
  const entries = splitter.push(`${text}\n`).flatMap((piece) => ('text' in piece ? [parsed(piece.text)] : []));
  for (const entry of entries.filter((entry) => entry !== undefined).slice(0, MAX_DETECTION_ENTRIES)) {
    const reading = READINGS.find(({ json }) => json?.is(entry));
    if (reading) return reading.name;
  }
  return READINGS.find(({ json }) => json?.signature?.test(text))?.name;
}

function parsed(text: string): Fields | undefined {
  const json = parseJson(text);
  return json === undefined ? undefined : asFields(json);
}

/**
 * Whether JSON is one document (a list, an API's page, an object over several lines) and not JSON Lines. It is JSON
 * Lines if the first object ends with its line, or if it is longer than the head and contains no list.
 */
function isDocument(text: string): boolean {
  const plain = text.trimStart();
  if (!plain.startsWith('{')) return plain.startsWith('[');
  const [first = '', ...rest] = plain.split('\n');
  const next = rest.find((line) => line.trim() !== '')?.trimStart();
  const whole = parsed(first);
  if (whole !== undefined || next === undefined) return hasList(first, whole);
  // In JSON Lines, a broken first line is followed by another object; in a document, by a field of the same object.
  return !next.startsWith('{');
}

const LISTS = ['results', 'data', 'items'];

function hasList(line: string, whole: Fields | undefined): boolean {
  if (whole)
    return [...LISTS, 'message'].some(
      (name) => Array.isArray(whole[name]) || Array.isArray(asFields(whole[name]).items),
    );
  return /^\{[^[]{0,4000}"(?:results|data|items)"\s*:\s*\[/.test(line);
}
