import type { ReadDocument, Section } from '../document.ts';
import { createOutline, type Outline } from '../markup/outline.ts';
import type { Bookmark } from './bookmarks.ts';
import { findGutters } from './gutter.ts';
import { collectWords, joinLines, type KnownWords } from './hyphens.ts';
import { assembleLines, toFragments } from './lines.ts';
import { withoutFurniture } from './page-furniture.ts';
import type { Page } from './page-items.ts';
import { type LineBlock, toBlocks } from './pdf-blocks.ts';
import { isReferences, type Part, splitParts } from './pdf-parts.ts';
import { readReferences, untitledReferences } from './pdf-references.ts';
import { inReadingOrder } from './reading-order.ts';
import { measureStyle, type PlacedLine, placeLines, type Style } from './style.ts';

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

/** Finds a list of references at the end that has no heading. */
function withReferences(parts: readonly Part[]): readonly Part[] {
  if (parts.some(({ title }) => isReferences(title))) return parts;
  const last = parts.at(-1);
  const from = last && untitledReferences(last.lines);
  if (!last || from === undefined) return parts;
  const [before, after] = [last.lines.slice(0, from), last.lines.slice(from)];
  return [...parts.slice(0, -1), { ...last, lines: before }, { title: 'References', depth: 1, lines: after }];
}

type Context = { style: Style; known: KnownWords; hasAppendix: boolean };

/** A part after one of lesser depth is inside it. */
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
