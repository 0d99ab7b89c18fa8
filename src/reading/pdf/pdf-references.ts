import { takeIds } from '../../papers/references/reference-ids.ts';
import { MAX_REFERENCES, type Reference } from '../document.ts';
import { cleanTextLine } from '../markup/outline.ts';
import { joinLines, type KnownWords } from './hyphens.ts';
import { isEnded } from './pdf-blocks.ts';
import type { PlacedLine } from './style.ts';

/** Splits a list of references at the numbers of its entries, otherwise at lines without indentation. */

const MIN_NUMBERED = 3;
const BRACKETS = /^\[\s*([^\]]{1,40})\]\s*/;
const NUMBERS = /^(\d{1,3})\.?\s+(?=\p{Lu}|\d)/u;

export function readReferences(lines: readonly PlacedLine[], knownWords: KnownWords): Reference[] {
  const mark = [BRACKETS, NUMBERS].find((pattern) => isNumbered(lines, pattern));
  const entries: string[][] = [];
  for (const [at, line] of lines.entries()) {
    const isFirst = mark ? mark.test(line.text) : isHanging(line, lines[at - 1]);
    if (isFirst || entries.length === 0) entries.push([]);
    entries.at(-1)?.push(line.text);
  }
  return entries.slice(0, MAX_REFERENCES).map((entry, at) => toReference(joinLines(entry, knownWords), mark, at + 1));
}

const YEAR = /\b(?:18|19|20)\d\d[a-z]?\b/;
const MIN_UNTITLED = 5;

/** The start of a list that extends to the last line: entries numbered from 1, nearly all with a year. */
export function untitledReferences(lines: readonly PlacedLine[]): number | undefined {
  for (const mark of [BRACKETS, NUMBERS]) {
    const from = lines.findLastIndex(({ text }) => mark.exec(text)?.[1] === '1');
    const entries: string[] = [];
    for (const { text } of from < 0 ? [] : lines.slice(from)) {
      if (mark.exec(text)?.[1] === String(entries.length + 1)) entries.push(text);
      else entries[entries.length - 1] += ` ${text}`;
    }
    const dated = entries.filter((entry) => YEAR.test(entry)).length;
    if (entries.length >= MIN_UNTITLED && dated >= 0.8 * entries.length) return from;
  }
  return undefined;
}

function isNumbered(lines: readonly PlacedLine[], pattern: RegExp): boolean {
  const numbers = lines.flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
  const ascending = numbers.filter((number, at) => at === 0 || !(Number(number) < Number(numbers[at - 1])));
  return numbers.length >= MIN_NUMBERED && ascending.length > 0.8 * numbers.length;
}

/** Whether a line starts an entry: at the left edge if further lines are indented, else after a full stop. */
function isHanging(line: PlacedLine, before: PlacedLine | undefined): boolean {
  if (line.x - line.column.left > 3) return false;
  if (!before) return true;
  const isIndented = before.x - before.column.left > 3;
  const isShort = before.right < before.column.right - 0.1 * (before.column.right - before.column.left);
  return isIndented || (isEnded(before.text) && (isShort || /^\p{Lu}[\p{L}'’-]+,/u.test(line.text)));
}

function toReference(entry: string, mark: RegExp | undefined, number: number): Reference {
  const [whole = '', key] = mark?.exec(entry) ?? [];
  const text = cleanTextLine(entry.slice(whole.length));
  // Line ends also divide DOIs and URLs.
  const { ids } = takeIds(text.replace(/(10\.\d{4,9}\/|doi\.org\/|doi:)\s+(?=\S)/gi, '$1'));
  const { doi, arxivId, pmid, pmcid } = ids;
  return { key: key ?? String(number), text, doi, arxivId, pmid, pmcid };
}
