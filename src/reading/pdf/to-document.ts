import type { ReadDocument, Section } from '../document.ts';
import { createOutline, type Outline } from '../markup/outline.ts';
import type { Bookmark } from './bookmarks.ts';
import { findGutters } from './gutter.ts';
import { collectWords, joinLines, type KnownWords } from './hyphens.ts';
import { assembleLines, type Line, toFragments } from './lines.ts';
import type { Page } from './page-items.ts';
import { type LineBlock, toBlocks } from './pdf-blocks.ts';
import { isReferences, type Part, splitParts } from './pdf-parts.ts';
import { readReferences, untitledReferences } from './pdf-references.ts';
import { measureStyle, type PlacedLine, placeLines, type Style } from './style.ts';

/** Builds the document from the runs of glyphs on pages: lines, their order, titles, paragraphs, references. */
export function toDocument(
  pages: readonly Page[],
  bookmarks: readonly Bookmark[] = [],
): ReadDocument & { isRebuilt: boolean } {
  const { lines, isRebuilt } = orderedLines(pages);
  const style = measureStyle(lines);
  const knownWords = collectWords(lines);
  const parts = withReferences(splitParts(lines, style, bookmarks));
  const references = parts
    .filter(({ title }) => isReferences(title))
    .flatMap((part) => readReferences(part.lines, knownWords));
  const outline = createOutline();
  const body = parts.filter(({ title, lines: own }, at) => !isReferences(title) && (at > 0 || own.length > 0));
  writeParts(body, outline, { style, known: knownWords, hasAppendix: false });
  return { sections: outline.sections, references, isRebuilt };
}

function orderedLines(pages: readonly Page[]): { lines: PlacedLine[]; isRebuilt: boolean } {
  const fragments = pages.map(toFragments);
  const { height } = measureStyle(fragments.flat());
  const gutters = findGutters(fragments, height);
  const joined = pages.map((page, at) => ({ ...page, lines: assembleLines(fragments[at] ?? [], gutters[at]) }));
  const ordered = withoutFurniture(joined).map((lines, at) => inReadingOrder(lines, gutters[at]));
  return {
    lines: ordered.flatMap(({ lines }, at) => placeLines(lines, gutters[at])),
    isRebuilt: ordered.some(({ isRebuilt }) => isRebuilt),
  };
}

/** Finds a list of references at the end that has no title. */
function withReferences(parts: readonly Part[]): readonly Part[] {
  if (parts.some(({ title }) => isReferences(title))) return parts;
  const last = parts.at(-1);
  const from = last && untitledReferences(last.lines);
  if (!last || from === undefined) return parts;
  const [before, after] = [last.lines.slice(0, from), last.lines.slice(from)];
  return [...parts.slice(0, -1), { ...last, lines: before }, { title: 'References', depth: 1, lines: after }];
}

type Context = { style: Style; known: KnownWords; hasAppendix: boolean };

/** Parts after one of lesser depth are inside it. */
function writeParts(parts: readonly Part[], outline: Outline, context: Context): void {
  for (let at = 0; at < parts.length; ) {
    const part = parts[at] as Part;
    const rest = parts.slice(at + 1);
    const length = rest.findIndex(({ depth }) => depth <= part.depth);
    const inner = length < 0 ? rest : rest.slice(0, length);
    const kind = partKind(part.title, context);
    outline.inSection(part.title, kind, () => {
      for (const block of toBlocks(part.lines, context.style)) writeBlock(block, outline, context.known);
      writeParts(inner, outline, context);
    });
    at += 1 + inner.length;
  }
}

const BACK =
  /^(?:acknowledge?ments?|funding|data availability|availability of data|competing interests?|conflicts? of interests?|author contributions?|ethics|supporting information|key ?words)/i;

function partKind(title: string, context: Context): Section['kind'] {
  const words = title.replace(/^[\dIVX]+[.\s]+/, '');
  if (/^(?:abstract|summary)[.:]?$/i.test(words)) return 'abstract';
  if (/^(?:appendi|supplementary)/i.test(words)) context.hasAppendix = true;
  if (BACK.test(words)) return 'back';
  return context.hasAppendix || /^[A-Z](?:\.\d+)*\.?\s/.test(title) ? 'appendix' : 'body';
}

function writeBlock({ kind, lines }: LineBlock, outline: Outline, knownWords: KnownWords): void {
  const page = lines[0]?.page;
  if (kind !== 'table') {
    outline.add(
      kind,
      joinLines(
        lines.map(({ text }) => text),
        knownWords,
      ),
      page,
    );
    return;
  }
  const rows: string[] = [];
  for (const [at, { text, y }] of lines.entries()) {
    const before = lines[at - 1];
    if (before && Math.abs(before.y - y) < 3) rows.push(`${rows.pop()} | ${text}`);
    else rows.push(text);
  }
  outline.add(kind, rows.join('\n'), page);
}

/** Text on pages beside the paper's own: running heads and feet, page numbers, line numbers. */

/** The share of the page's height, at the top and at the bottom. */
const EDGE = 0.085;
/** The share of the page's width, on both sides. */
const SIDE = 0.09;
const FEW_PAGES = 5;
const MIN_LINE_NUMBERS = 8;
const PAGE_NUMBER = /^(?:page)?\s*(?:[-–—|]\s*)?(?:\d{1,5}|[ivxlc]{1,7})\s*(?:[-–—|]\s*)?(?:(?:of|\/)\s*\d{1,5})?$/i;

type PageLines = { width: number; height: number; lines: readonly Line[] };

/** The lines of each page without such text. */
function withoutFurniture(pages: readonly PageLines[]): Line[][] {
  const pagesOfText = new Map<string, Set<number>>();
  for (const page of pages) {
    for (const line of page.lines.filter((each) => isAtEdge(each, page))) {
      const key = furnitureKey(line);
      pagesOfText.set(key, (pagesOfText.get(key) ?? new Set()).add(line.page));
    }
  }
  const minPages = pages.length <= FEW_PAGES ? 2 : 3;
  const isRepeated = (line: Line) => (pagesOfText.get(furnitureKey(line))?.size ?? 0) >= minPages;
  return pages.map((page) => {
    const numbers = page.lines.filter((line) => isLineNumber(line, page));
    const left = new Set(numbers.length >= MIN_LINE_NUMBERS ? numbers : []);
    return page.lines.filter(
      (line) => !left.has(line) && !(isAtEdge(line, page) && (isRepeated(line) || PAGE_NUMBER.test(line.text))),
    );
  });
}

function furnitureKey({ text }: Line): string {
  return text.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, '');
}

function isAtEdge({ y, height }: Line, page: PageLines): boolean {
  return y < EDGE * page.height + height || y > (1 - EDGE) * page.height;
}

function isLineNumber({ text, x, right }: Line, { width }: PageLines): boolean {
  return /^\d{1,4}$/.test(text) && (right < SIDE * width || x > (1 - SIDE) * width);
}

/**
 * The reading order. A file's own order is nearly always right, and better than positions on the page suggest.
 * Positions decide only if that order alternates between columns or goes upwards.
 */

/** Lines in reading order, and whether we derived it from their positions. */
function inReadingOrder(
  lines: readonly Line[],
  gutter: number | undefined,
): { lines: readonly Line[]; isRebuilt: boolean } {
  if (!isWoven(lines, gutter)) return { lines, isRebuilt: false };
  return { lines: gutter === undefined ? byPlace(lines) : byColumns(lines, gutter), isRebuilt: true };
}

function isWoven(lines: readonly Line[], gutter: number | undefined): boolean {
  let [hops, jumps] = [0, 0];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (!before) continue;
    const isSameBaseline = Math.abs(line.y - before.y) < line.height / 2;
    if (gutter !== undefined && isSameBaseline && before.x < gutter !== line.x < gutter) hops += 1;
    if (before.y - line.y > 2.5 * line.height) jumps += 1;
  }
  return hops > Math.max(3, 0.12 * lines.length) || jumps > Math.max(8, 0.3 * lines.length);
}

function byPlace(lines: readonly Line[]): Line[] {
  return [...lines].sort((one, other) =>
    Math.abs(one.y - other.y) < Math.min(one.height, other.height) / 2 ? one.x - other.x : one.y - other.y,
  );
}

/** Lines over both columns cut the page into bands; in each band the left column comes before the right one. */
function byColumns(lines: readonly Line[], gutter: number): Line[] {
  const ordered: Line[] = [];
  let [left, right]: [Line[], Line[]] = [[], []];
  const flush = () => {
    ordered.push(...left, ...right);
    [left, right] = [[], []];
  };
  for (const line of byPlace(lines)) {
    const margin = 0.8 * line.height;
    if (line.x < gutter - margin && line.right > gutter + margin) {
      flush();
      ordered.push(line);
    } else (line.x < gutter ? left : right).push(line);
  }
  flush();
  return ordered;
}
