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
  for (const [at, { text }] of lines.entries()) {
    const key = titleKey(text);
    const same = positions.get(key);
    if (same) same.push(at);
    else positions.set(key, [at]);
  }
  const found: { at: number; depth: number }[] = [];
  for (const { title, depth } of bookmarks) {
    const key = titleKey(title);
    const after = found.at(-1)?.at ?? -1;
    const at = key === '' ? undefined : positions.get(key)?.find((position) => position > after);
    if (at !== undefined && !isOwnTitle(lines[at] as PlacedLine, style)) found.push({ at, depth });
  }
  if (found.length < MIN_FOUND) return new Map();
  const least = Math.min(...found.map(({ depth }) => depth));
  return new Map(
    found.map(({ at, depth }) => [at, { title: lines[at]?.text ?? '', depth: depth - least + 1, isNamed: true }]),
  );
}

function isOwnTitle({ page, height }: PlacedLine, style: Style): boolean {
  return page === 1 && height > 1.5 * style.height;
}

/** Letters and digits without the section number, which the bookmark or the line may lack. */
function titleKey(text: string): string {
  const words = text.toLowerCase().replace(/^(?:\d{1,2}(?:\.\d{1,2})*|[ivx]{1,5})[.)]?\s+/, '');
  return words.replace(/[^\p{L}\p{N}]+/gu, '');
}
