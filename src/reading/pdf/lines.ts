import type { Font, Item, Page } from './page-items.ts';

/** A segment of text on one baseline, in points from the top left corner of its page. */
export type Line = {
  page: number;
  text: string;
  x: number;
  right: number;
  /** The y of the baseline. */
  y: number;
  /** Height and font of most of its glyphs. */
  height: number;
  font: Font;
};

/** As multiples of the glyph height. */
const SAME_BASELINE = 0.55;
const MAX_OVERLAP = 0.6;
const MAX_GAP = 1.1;
const MIN_BLANK = 0.13;
/** The widest space in justified lines, and of tabs, on one baseline. */
const MAX_BLANK = 2.2;

/** Joins the runs of a page into line segments, in file order. */
export function toFragments({ number, items }: Page): Line[] {
  const lines: Growing[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last && continuesLine(last, item)) append(last, item);
    else lines.push(begin(number, item));
  }
  return lines.map(finish);
}

type Growing = { line: Line; byFont: Map<string, { font: Font; height: number; characters: number }> };

function continuesLine({ line }: Growing, item: Item): boolean {
  const height = Math.max(line.height, item.height);
  const gap = item.x - line.right;
  return Math.abs(item.y - line.y) < SAME_BASELINE * height && gap > -MAX_OVERLAP * height && gap < MAX_GAP * height;
}

function begin(page: number, item: Item): Growing {
  const { x, y, width, height, font } = item;
  const growing = { line: { page, text: '', x, right: x, y, height, font }, byFont: new Map() };
  append(growing, item);
  growing.line.right = x + width;
  return growing;
}

function append({ line, byFont }: Growing, { text: raw, x, y, width, height, font }: Item): void {
  const text = plainGlyphs(raw);
  const hasBlank = line.text !== '' && x - line.right > MIN_BLANK * Math.min(line.height, height);
  const isRaised = height < 0.85 * line.height && line.y - y > 0.2 * line.height;
  // A superscript number is a note or a power, and must not become part of the word before it.
  const end = line.text.slice(-1);
  const isNote = isRaised && /[\p{L}\p{N})\]"”.,]/u.test(end) && /^\d/.test(text);
  line.text += `${hasBlank && end !== ' ' ? ' ' : ''}${isNote ? '^' : ''}${text}`;
  line.right = Math.max(line.right, x + width);
  const key = `${font.name} ${height.toFixed(1)}`;
  const usage = byFont.get(key) ?? { font, height, characters: 0 };
  usage.characters += text.length;
  byFont.set(key, usage);
  const [most] = [...byFont.values()].sort((one, other) => other.characters - one.characters);
  if (most && most.height !== line.height && !isRaised) line.y = most.height === height ? y : line.y;
  if (most) Object.assign(line, { font: most.font, height: most.height });
}

function finish({ line }: Growing): Line {
  return { ...line, text: line.text.replace(/\s+/g, ' ').trim() };
}

/** Joins segments on one baseline that follow each other in the file, but never across the gutter. */
export function assembleLines(fragments: readonly Line[], gutter: number | undefined): Line[] {
  const lines: Line[] = [];
  for (const fragment of fragments) {
    if (fragment.text === '') continue;
    const last = lines.at(-1);
    if (last && isSameLine(last, fragment) && !isBetween(gutter, last, fragment)) {
      last.text += ` ${fragment.text}`;
      last.right = Math.max(last.right, fragment.right);
    } else lines.push({ ...fragment });
  }
  return lines;
}

function isSameLine(one: Line, other: Line): boolean {
  const height = Math.max(one.height, other.height);
  const gap = other.x - one.right;
  return Math.abs(one.y - other.y) < height / 2 && gap >= -height / 2 && gap < MAX_BLANK * height;
}

function isBetween(gutter: number | undefined, one: Line, other: Line): boolean {
  return gutter !== undefined && one.right <= gutter + 2 && other.x >= gutter - 2;
}

/** Old TeX fonts without a character map encode ligatures as control characters, in two orders. */
const TEX_LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl'];
const FIRST_CODES = [0x0b, 0x1b];

const LIGATURES = new Map(
  FIRST_CODES.flatMap((first) =>
    TEX_LIGATURES.map((letters, at) => [String.fromCharCode(first + at), letters] as const),
  ),
);

/** A run of text with ligatures as letters, and without soft hyphens. */
function plainGlyphs(text: string): string {
  return text
    .replace(/\p{Cc}/gu, (glyph) => LIGATURES.get(glyph) ?? glyph)
    .replace(/[\ufb00-\ufb06]/g, (glyph) => glyph.normalize('NFKC'))
    .replace(/\u00ad(?=.)/g, '');
}

const REFERENCES =
  /^(?:(?:\d{1,2}|[IVX]{1,5})\.?\s+)?(?:references(?: cited)?|bibliography|literature cited|works cited)[.:]?$/i;

/** Whether a line is the heading of a list of references. */
export function isReferences(title: string): boolean {
  return REFERENCES.test(title);
}
