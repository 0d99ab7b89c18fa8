import type { ReadDocument, Section } from '../document.ts';
import { createOutline, nestParts, type Outline } from '../markup/outline.ts';
import type { Bookmark } from './bookmarks.ts';
import { findGutters } from './gutter.ts';
import { collectWords, joinLines, type KnownWords } from './hyphens.ts';
import { assembleLines, isReferences, toFragments } from './lines.ts';
import { withoutFurniture } from './page-furniture.ts';
import type { Page } from './page-items.ts';
import { type LineBlock, toBlocks } from './pdf-blocks.ts';
import { type Part, splitParts } from './pdf-parts.ts';
import { readReferences, untitledReferences } from './pdf-references.ts';
import { inReadingOrder } from './reading-order.ts';
import { measureStyle, type PlacedLine, placeLines } from './style.ts';

/** Builds the document from the glyph runs of pages: lines, their order, headings, paragraphs, references. */
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
  const body = parts.filter((part, at) => !isReferences(part.title) && (at > 0 || part.lines.length > 0));
  let hasAppendix = false;
  nestParts(body, ({ title, lines: partLines }, writeInner) => {
    hasAppendix ||= /^(?:appendi|supplementary)/i.test(withoutNumber(title));
    outline.inSection(title, partKind(title, hasAppendix), () => {
      for (const block of toBlocks(partLines, style)) writeBlock(block, outline, knownWords);
      writeInner();
    });
  });
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

/** Finds a list of references at the end that has no heading. */
function withReferences(parts: readonly Part[]): readonly Part[] {
  if (parts.some(({ title }) => isReferences(title))) return parts;
  const last = parts.at(-1);
  const from = last && untitledReferences(last.lines);
  if (!last || from === undefined) return parts;
  const [before, after] = [last.lines.slice(0, from), last.lines.slice(from)];
  return [...parts.slice(0, -1), { ...last, lines: before }, { title: 'References', depth: 1, lines: after }];
}

const BACK =
  /^(?:acknowledge?ments?|funding|data availability|availability of data|competing interests?|conflicts? of interests?|author contributions?|ethics|supporting information|key ?words)/i;

const withoutNumber = (title: string) => title.replace(/^[\dIVX]+[.\s]+/, '');

function partKind(title: string, hasAppendix: boolean): Section['kind'] {
  const words = withoutNumber(title);
  if (/^(?:abstract|summary)[.:]?$/i.test(words)) return 'abstract';
  if (BACK.test(words)) return 'back';
  return hasAppendix || /^[A-Z](?:\.\d+)*\.?\s/.test(title) ? 'appendix' : 'body';
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
