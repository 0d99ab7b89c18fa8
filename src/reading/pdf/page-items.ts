import type { PdfFile, PdfPage } from './open-pdf.ts';

/** A run of glyphs: `x` and `y` (of the baseline, downwards from the top), `width` and `height` in points. */
export type Item = { text: string; x: number; y: number; width: number; height: number; font: Font };

export type Font = { name: string; isBold: boolean; isItalic: boolean };

/** The text of a page in file order. Page numbers start at 1; `stamp` is the text along the edge. */
export type Page = { number: number; width: number; height: number; items: Item[]; stamp?: string };

export type PdfText = {
  pages: Page[];
  /** Number of pages in the file, which may exceed the length of `pages` because of the limit. */
  pageCount: number;
};

const MAX_PAGES = 300;
const MAX_ITEMS = 50_000;
const MAX_CHARACTERS = 3_000_000;

/** The text of a file's pages, within limits. Broken pages are empty. */
export async function readItems(file: PdfFile): Promise<PdfText> {
  const fonts = new Map<string, Font>();
  const pages: Page[] = [];
  let characters = 0;
  for (let number = 1; number <= Math.min(file.numPages, MAX_PAGES) && characters < MAX_CHARACTERS; number += 1) {
    const page = await readPage(file, number, fonts).catch(() => ({ number, width: 0, height: 0, items: [] }));
    characters += page.items.reduce((sum, { text }) => sum + text.length, 0);
    pages.push(page);
  }
  return { pages, pageCount: file.numPages };
}

type RawItem = { str: string; transform: number[]; width: number; fontName: string };

async function readPage(file: PdfFile, number: number, fonts: Map<string, Font>): Promise<Page> {
  const page = await file.getPage(number);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const raw = await rawItems(page);
  if (raw.some(({ fontName }) => !fonts.has(fontName))) await learnFonts(page, raw, fonts);
  const turned: string[] = [];
  const items = raw.flatMap(({ str, transform: matrix, width: length, fontName }) => {
    const [a, b, c, d, x, y] = multiply(transform, matrix);
    const isUpright = a > 0 && Math.abs(b) <= 0.1 * a;
    if (Math.abs(a) < 0.1 * Math.abs(b)) turned.push(str);
    const isInside = x > -1 && x < width && y > 0 && y < height + 1;
    const text = str.trim() === '' ? '' : str;
    if (!isUpright || !isInside || text === '') return [];
    return [{ text, x, y, width: length, height: Math.hypot(c, d), font: fonts.get(fontName) ?? UNKNOWN }];
  });
  page.cleanup();
  const stamp = turned.join('').trim();
  return { number, width, height, items, ...(stamp !== '' && { stamp }) };
}

async function rawItems(page: PdfPage): Promise<RawItem[]> {
  const options = { disableNormalization: true, includeMarkedContent: false };
  const reader = page.streamTextContent(options).getReader();
  const items: RawItem[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    items.push(...(part.value as { items: RawItem[] }).items);
    if (items.length > MAX_ITEMS) {
      await reader.cancel(new Error('enough'));
      break;
    }
  }
  return items.slice(0, MAX_ITEMS);
}

const UNKNOWN: Font = { name: '', isBold: false, isItalic: false };

/**
 * pdf.js knows the names of fonts only after it has parsed a page's drawing operators, so this parses them for new
 * fonts.
 */
async function learnFonts(page: PdfPage, items: readonly RawItem[], fonts: Map<string, Font>): Promise<void> {
  await page.getOperatorList().catch(() => undefined);
  for (const { fontName } of items) {
    if (!fonts.has(fontName)) fonts.set(fontName, readFont(page, fontName));
  }
}

function readFont({ commonObjs }: PdfPage, fontName: string): Font {
  const { name = fontName, bold, black, italic } = commonObjs.has(fontName) ? commonObjs.get(fontName) : {};
  const isBold = Boolean(bold || black) || /bold|black|heavy|demi|cmbx|[-,]bd\b/i.test(name);
  return { name: String(name), isBold, isItalic: Boolean(italic) || /ital|obli|cmti/i.test(name) };
}

type Matrix = [number, number, number, number, number, number];

function multiply(one: readonly number[], other: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
