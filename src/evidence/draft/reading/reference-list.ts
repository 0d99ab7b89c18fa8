import { readLatex } from '../../../formats/bibtex/read-latex.ts';
import { writeOutDashes } from '../../../papers/references/authors-above.ts';
import { isNoReference } from '../../../papers/references/no-reference.ts';
import { readReference } from '../../../papers/references/read-reference.ts';
import type { DraftFormat, Entry } from '../draft.ts';

/** Finds the list of references in a draft. */

/** The entries, and the ranges of offsets that the list occupies. */
export type ReferenceList = { entries: Entry[]; stretches: { from: number; to: number }[] };

/** Finds the line of an offset. */
export type LineOf = (offset: number) => number;

const NAMES = [
  'references?(?: cited| list)?|reference list|bibliography|works cited|literature(?: cited)?|sources|cited works|notes and references',
  'literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|références(?: bibliographiques)?|bibliographie|referencias(?: bibliográficas)?',
  'bibliografía|referências(?: bibliográficas)?|bibliografia|riferimenti(?: bibliografici)?|literatuur(?:lijst)?|referenties',
  'referenser|källor|litteratur(?:liste|förteckning)?|lähteet|kirjallisuus|piśmiennictwo|literatura|irodalom|kaynak(?:ça|lar)',
  'литература|список литературы|библиография|参考文献|參考文獻|引用文献|참고\\s?문헌|المراجع|βιβλιογραφία',
].join('|');
const NUMBER = String.raw`(?:\d{1,2}\.?\d{0,2}\.?|[IVX]{1,5}\.|[A-H]\.)\s+`;
const HEADING = new RegExp(
  String.raw`^[ \t]{0,3}(?:#{1,6}[ \t]+|\*\*|__)?(?:${NUMBER})?(?:${NAMES})[.:]?(?:\*\*|__)?[ \t]*(?:\{[^}\n]{0,60}\})?#{0,6}[ \t]*$`,
  'gimu',
);
/** A heading after the list. */
const NEXT_HEADING =
  /^[ \t]{0,3}(?:#{1,6}[ \t]+\S|\*\*[^*\n]{2,60}\*\*[ \t]*$|(?:Appendix|Appendices|Supplement\w*|Acknowledge?ments?|Figures?|Tables?|Figure legends|Author contributions)\b[^.\n]{0,60}$)/gimu;
const MAX_ENTRIES = 3_000;
const MAX_ENTRY_CHARACTERS = 2_000;
const BIBITEM = /\\bibitem\s{0,3}(?:\[((?:[^[\]{}]|\{[^{}]{0,200}\}){0,300})\])?\s{0,3}\{([^{}]{1,200})\}/g;

/** The entries of `thebibliography`, of a section titled like a list of references, and of footnotes. */
export function findReferenceList(prose: string, format: DraftFormat, lineOf: LineOf): ReferenceList {
  if (format === 'latex') return bibitems(prose, lineOf);
  const list = sectionOfReferences(prose, lineOf);
  const notes = format === 'markdown' ? footnotesWithReferences(prose, lineOf) : { entries: [], stretches: [] };
  return { entries: [...list.entries, ...notes.entries], stretches: [...list.stretches, ...notes.stretches] };
}

function bibitems(latex: string, lineOf: LineOf): ReferenceList {
  const begin = latex.indexOf('\\begin{thebibliography}');
  if (begin < 0) return { entries: [], stretches: [] };
  const end = latex.indexOf('\\end{thebibliography}', begin);
  const to = end < 0 ? latex.length : end;
  const starts = [...latex.slice(begin, to).matchAll(BIBITEM)].slice(0, MAX_ENTRIES);
  const texts = starts.map((match, nth) => {
    const next = starts[nth + 1]?.index ?? to - begin;
    const written = latex.slice(begin + match.index + match[0].length, begin + next);
    return plainLine(readLatex(written.replaceAll('\\newblock', ' ').replace('\\bysame', '———')));
  });
  const entries = writeOutDashes(texts).map((text, nth) => {
    const start = starts[nth];
    return { ...entryOf(text, lineOf(begin + (start?.index ?? 0))), key: (start?.[2] ?? '').trim(), number: nth + 1 };
  });
  return { entries, stretches: [{ from: begin, to }] };
}

function sectionOfReferences(text: string, lineOf: LineOf): ReferenceList {
  const heading = [...text.matchAll(HEADING)].at(-1);
  if (!heading) return { entries: [], stretches: [] };
  const from = heading.index + heading[0].length;
  const next = new RegExp(NEXT_HEADING);
  next.lastIndex = from;
  const to = next.exec(text)?.index ?? text.length;
  return { entries: splitEntries(text.slice(from, to), from, lineOf), stretches: [{ from: heading.index, to }] };
}

const MARKER = /^[ \t]{0,8}(?:\[(\d{1,4}|[^\]\s]{1,40})\]:?|\((\d{1,3})\)|(\d{1,4})[.)]|[-*•+])[ \t]+/;

type Part = { at: number; lines: string[]; number?: number; label?: string };

/** Entries begin with a marker, else after a blank line, else with each line that is not indented. */
function splitEntries(list: string, offset: number, lineOf: LineOf): Entry[] {
  const lines = list.split('\n');
  const hasMarkers = lines.some((line) => MARKER.test(line));
  const filled = lines.map((line) => line.trim() !== '');
  const first = filled.indexOf(true);
  const hasBlanks = filled.slice(first, filled.lastIndexOf(true)).includes(false);
  const parts: Part[] = [];
  let position = offset;
  let isAfterBlank = true;
  for (const line of lines) {
    const at = position;
    position += line.length + 1;
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const marker = MARKER.exec(line);
    const isIndented = /^\s{2,}\S/.test(line) && !isAfterBlank;
    const begins = hasMarkers
      ? marker !== null || (isAfterBlank && parts.length === 0)
      : hasBlanks
        ? isAfterBlank
        : !isIndented;
    isAfterBlank = false;
    if (!begins && parts.length > 0) {
      parts.at(-1)?.lines.push(line);
      continue;
    }
    const number = marker?.[1] ?? marker?.[2] ?? marker?.[3];
    const isNumber = number !== undefined && /^\d+$/.test(number);
    parts.push({
      at,
      lines: [line.slice(marker?.[0].length ?? 0)],
      ...(isNumber && { number: Number(number) }),
      ...(number !== undefined && !isNumber && { label: number }),
    });
  }
  const entries = parts.slice(0, MAX_ENTRIES);
  const texts = writeOutDashes(entries.map((part) => plainLine(part.lines.join(' '))));
  return entries.map(({ at, number, label }, nth) => ({
    ...entryOf(texts[nth] as string, lineOf(at)),
    ...(number === undefined ? { position: nth + 1 } : { number }),
    ...(label !== undefined && { key: label }),
  }));
}

const FOOTNOTE = /^\[(\^[^\]\s]{1,60})\]:[ \t]*(\S[^\n]*(?:\n[ \t]+\S[^\n]*){0,20})/gm;

function footnotesWithReferences(text: string, lineOf: LineOf): ReferenceList {
  const notes = [...text.matchAll(FOOTNOTE)].flatMap((match) => {
    const entry = entryOf(plainLine(match[2] ?? ''), lineOf(match.index));
    const isReference = entry.firstAuthor !== undefined && entry.year !== undefined && !isNoReference(entry.text);
    const stretch = { from: match.index, to: match.index + match[0].length };
    return isReference ? [{ entry: { ...entry, key: match[1] ?? '' }, stretch }] : [];
  });
  return { entries: notes.map(({ entry }) => entry), stretches: notes.map(({ stretch }) => stretch) };
}

/** A text on one line, without emphasis; links become their text and address. */
const plainLine = (text: string) =>
  text
    .replace(/[*_]{1,3}(?=\S)([^*_\n]{1,400})(?<=\S)[*_]{1,3}/g, '$1')
    .replace(/\[([^\]\n]{1,300})\]\((https?:[^)\s]{1,400})\)/g, '$1 $2')
    .replace(/\s+/g, ' ')
    .trim();

/** An entry from its text. */
export function entryOf(written: string, at?: number): Entry {
  const text = written.slice(0, MAX_ENTRY_CHARACTERS);
  const { firstAuthor, year } = readReference(text);
  return {
    item: text,
    text,
    ...(at !== undefined && { at }),
    ...(firstAuthor !== undefined && { firstAuthor }),
    ...(year !== undefined && { year }),
  };
}
