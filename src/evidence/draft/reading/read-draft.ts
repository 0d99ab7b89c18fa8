import { lastUpTo } from '../../../lib/binary-search.ts';
import { foldText } from '../../../papers/references/folded-text.ts';
import type { Draft, DraftFormat, DraftOrder, Entry } from '../draft.ts';
import { readBibliography } from './bibliography.ts';
import { citingMacros, findCitations, foldFamily, type Known, keysWithoutPlace } from './citations.ts';
import { maskLatex, maskMarkdown } from './mask.ts';
import { type DocxDraft, fieldCitations, readDraftDocx } from './read-draft-docx.ts';
import { findReferenceList, type LineOf } from './reference-list.ts';
import { readProse } from './sentences.ts';

/** Reads a draft: its citations, references, sentences and quotations. In linear time, because drafts are untrusted. */
export function readDraft({ content, format, bibliography = [] }: DraftOrder): Draft {
  const beside = bibliography.flatMap(readBibliography);
  if (typeof content !== 'string') {
    const docx = readDraftDocx(content);
    return readText(docx.text, 'docx', beside, docx);
  }
  return readText(content.replace(/\r\n?/g, '\n').replace(/[\uE000-\uE00F]/g, ' '), format, beside);
}

const NO_FIELDS: Pick<DocxDraft, 'works' | 'entries'> = { works: [], entries: [] };

function readText(text: string, format: DraftFormat, beside: readonly Entry[], fields = NO_FIELDS): Draft {
  const masked = format === 'latex' ? maskLatex(text) : format === 'docx' ? text : maskMarkdown(text);
  const lineOf = countLines(masked);
  const list = findReferenceList(masked, format, lineOf);
  const prose = withoutStretches(masked, list.stretches);
  const fieldEntries = fields.entries;
  // A list written by a reference manager repeats the works of its citation fields.
  const listed =
    fieldEntries.length === 0 ? list.entries : list.entries.filter((entry) => !fieldEntries.some(matchField(entry)));
  const entries = [...fieldEntries, ...listed, ...beside];
  const byField = fieldCitations(prose, fields.works).map(({ entries: indexes, ...span }) => ({
    ...span,
    cited: indexes.map((entry) => ({ kind: 'entry' as const, entry })),
  }));
  const macros = format === 'latex' ? citingMacros(text) : [];
  const spans = findCitations(prose, format, { ...collectKnown(entries), macros }, byField);
  const citations = spans.map(({ start, end, cited }) => ({
    at: lineOf(start),
    text: withoutMarks(prose.slice(start, end)),
    cited,
  }));
  const bibliographies = format === 'latex' ? namedInLatex(text) : namedInMetadata(text);
  return {
    unit: format === 'docx' ? 'paragraph' : 'line',
    citations,
    entries,
    hasEntries: entries.length > 0,
    ...readProse(prose, spans, format, lineOf),
    addresses: countAddresses(prose, spans),
    bibliographies,
    uncited: format === 'latex' ? keysWithoutPlace(masked) : [],
  };
}

/** Blanks out the list of references. */
function withoutStretches(text: string, stretches: readonly { from: number; to: number }[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    if (to <= end) continue;
    const begin = Math.max(from, end);
    parts.push(text.slice(end, begin), text.slice(begin, to).replace(/[^\n]/g, ' '));
    end = to;
  }
  return parts.join('') + text.slice(end);
}

function matchField({ text, firstAuthor = '', year }: Entry): (field: Entry) => boolean {
  const letters = foldText(text).letters;
  return (field) => {
    const isSamePerson = foldFamily(field.firstAuthor ?? '-') === foldFamily(firstAuthor);
    const title = foldText(field.text.split('. ').at(-1) ?? '').letters;
    return (isSamePerson && year === field.year) || (title.length >= MIN_TITLE_LETTERS && letters.includes(title));
  };
}

const MIN_TITLE_LETTERS = 20;

function collectKnown(entries: readonly Entry[]): Omit<Known, 'macros'> {
  return {
    keys: new Set(entries.flatMap(({ key }) => key ?? [])),
    maxNumber: highest(entries.map(({ number = 0 }) => number)),
    maxPosition: highest(entries.map(({ position = 0 }) => position)),
    names: new Set(entries.flatMap(({ firstAuthor }) => (firstAuthor === undefined ? [] : foldFamily(firstAuthor)))),
    hasEntries: entries.length > 0,
  };
}

const highest = (numbers: readonly number[]) => numbers.reduce((most, number) => Math.max(most, number), 0);

const withoutMarks = (text: string) =>
  text
    .replace(/\uE003\d{0,6}\uE004|[\uE000-\uE00F]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns a function from offsets to line numbers, from 1. */
function countLines(text: string): LineOf {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => lastUpTo(ends, offset - 1) + 2;
}

/** Counts URLs outside citations. */
function countAddresses(prose: string, spans: readonly { start: number; end: number }[]): number {
  let nth = 0;
  return [...prose.matchAll(/https?:\/\/[^\s<>()[\]{}"]{3,400}/g)].filter(({ index }) => {
    while (nth < spans.length && (spans[nth]?.end ?? 0) <= index) nth += 1;
    return !(nth < spans.length && (spans[nth]?.start ?? 0) <= index);
  }).length;
}

const MAX_FILES = 10;

function namedInLatex(latex: string): string[] {
  const lists = [
    ...latex.matchAll(
      /^[^%\r\n\u2028\u2029]*\\(?:bibliography|addbibresource(?:\[[^\]\n]{0,100}\])?)\{([^{}\n]{1,400})\}/gm,
    ),
  ];
  const names = lists.flatMap(([, list = '']) => list.split(',')).map((name) => name.trim());
  return names.slice(0, MAX_FILES).map((name) => (/\.[a-z]{3,4}$/i.test(name) ? name : `${name}.bib`));
}

function namedInMetadata(markdown: string): string[] {
  const metadata = /^\uFEFF?---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(markdown)?.[1] ?? '';
  const list = /^bibliography:[ \t]*(\[[^\]\n]*\]|\S[^\n]*|(?:\n[ \t]*-[ \t]+[^\n]+)+)/m.exec(metadata)?.[1] ?? '';
  const names = list
    .split(/[[\],\r\n]|^[ \t]*-\s/m)
    .map((name) => name.replace(/^[\s-]*["']?|["']\s*$|(?<!\s)\s+$/g, ''));
  return names.filter((name) => /\.(?:bib|ris|json)$/i.test(name)).slice(0, MAX_FILES);
}
