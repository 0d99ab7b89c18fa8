import type { Line } from './lines.ts';

/** Page furniture: running headers and footers, page numbers, line numbers. */

/** Share of the page's height, at the top and at the bottom. */
const EDGE = 0.085;
/** Share of the page's width, on both sides. */
const SIDE = 0.09;
const FEW_PAGES = 5;
const MIN_LINE_NUMBERS = 8;
const PAGE_NUMBER = /^(?:page)?\s*(?:[-–—|]\s*)?(?:\d{1,5}|[ivxlc]{1,7})\s*(?:[-–—|]\s*)?(?:(?:of|\/)\s*\d{1,5})?$/i;

type PageLines = { width: number; height: number; lines: readonly Line[] };

/** The lines of each page without furniture. */
export function withoutFurniture(pages: readonly PageLines[]): Line[][] {
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
