import type { Heading } from './headings.ts';
import type { PdfFile } from './open-pdf.ts';
import type { PlacedLine, Style } from './style.ts';

/** The bookmarks of a PDF: its producer's list of headings. They reveal headings that do not look like headings. */

export type Bookmark = { title: string; depth: number };

const MAX_BOOKMARKS = 500;
const MAX_DEPTH = 6;
/** With fewer matches, the bookmarks are something else, such as the file's name. */
const MIN_FOUND = 3;

type Entry = { title: string; items: Entry[] };

/** The bookmarks in order; empty if they cannot be read. */
export async function readBookmarks(file: PdfFile): Promise<Bookmark[]> {
  const entries = await file.getOutline().catch(() => undefined);
  const bookmarks: Bookmark[] = [];
  const add = (some: readonly Entry[], depth: number) => {
    for (const { title, items } of some) {
      if (bookmarks.length === MAX_BOOKMARKS || depth > MAX_DEPTH) return;
      bookmarks.push({ title: String(title), depth });
      add(items, depth + 1);
    }
  };
  add((entries ?? []) as Entry[], 1);
  return bookmarks;
}

/** The lines (by index) that bookmarks show to be headings, except the paper's own title. */
export function bookmarkedTitles(
  lines: readonly PlacedLine[],
  bookmarks: readonly Bookmark[],
  style: Style,
): Map<number, Heading> {
  const positions = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const key = titleKey(line.text);
    if (key !== '' && !isOwnTitle(line, style)) positions.set(key, [...(positions.get(key) ?? []), at]);
  }
  const found = inOrder(
    bookmarks.flatMap(({ title, depth }) =>
      // From the last, so that a bookmark is in a sequence once.
      [...(positions.get(titleKey(title)) ?? [])].reverse().map((at) => ({ at, depth })),
    ),
  );
  if (found.length < MIN_FOUND) return new Map();
  const least = Math.min(...found.map(({ depth }) => depth));
  return new Map(
    found.map(({ at, depth }) => [at, { title: lines[at]?.text ?? '', depth: depth - least + 1, isNamed: true }]),
  );
}

type Found = { at: number; depth: number };

/**
 * The longest sequence whose lines are in order. Of two bookmarks for one line the later counts: bookmarks name the
 * parts of an abstract, `Background` and `Methods`, too, and these are no lines of their own.
 */
function inOrder(found: readonly Found[]): Found[] {
  type Chain = Found & { before: Chain | undefined };
  /** For each length, the sequence that ends earliest. */
  const ends: Chain[] = [];
  for (const each of found) {
    const length = ends.filter(({ at }) => at < each.at).length;
    ends[length] = { ...each, before: ends[length - 1] };
  }
  const chain: Found[] = [];
  for (let last = ends.at(-1); last; last = last.before) chain.unshift(last);
  return chain;
}

function isOwnTitle({ page, height }: PlacedLine, style: Style): boolean {
  return page === 1 && height > 1.5 * style.height;
}

/** Letters and digits without the section number, which the bookmark or the line may lack. */
function titleKey(text: string): string {
  const words = text.toLowerCase().replace(/^(?:\d{1,2}(?:\.\d{1,2})*|[ivx]{1,5})[.)]?\s+/, '');
  return words.replace(/[^\p{L}\p{N}]+/gu, '');
}
