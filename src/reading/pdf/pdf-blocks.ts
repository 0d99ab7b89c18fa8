import type { BlockKind } from '../document.ts';
import type { PlacedLine, Style } from './style.ts';

/** Lines that belong together. */
export type LineBlock = { kind: BlockKind; lines: PlacedLine[]; isSmall: boolean };

const CAPTION =
  /^(?:figure|fig\.?|table|tab\.|scheme|algorithm|listing|box|plate|chart)\s*(?:S?\d+|[IVX]+|[A-Z]\d*)\s*(?:[.:|–—-]|$|\s\p{Lu})/iu;
const BULLET = /^(?:[•▪◦‣∙■●○◆➢✓*–-]\s|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})\)\s)/;
const ENDED = /[.!?:][\])"'”’]*(?:\^?\d[\d,–-]*)?$/;
const SMALL = 0.93;

/** The blocks of a part in reading order; joins those divided by the end of a column or page. */
export function toBlocks(lines: readonly PlacedLine[], style: Style): LineBlock[] {
  const blocks: LineBlock[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const block = blocks.at(-1);
    if (before && block && !begins(before, line, style, block)) block.lines.push(line);
    else blocks.push({ kind: 'paragraph', lines: [line], isSmall: isSmall(line, style) });
  }
  return rejoin(wholeTables(blocks.map((block) => ({ ...block, kind: blockKind(block) }))));
}

/** Joins the rows of a table, including the labels between them. */
function wholeTables(blocks: readonly LineBlock[]): LineBlock[] {
  const whole: LineBlock[] = [];
  for (const block of blocks) {
    const last = whole.at(-1);
    const isSamePage = last?.lines.at(-1)?.page === block.lines[0]?.page;
    if (
      last &&
      isSamePage &&
      isTabular(last) &&
      isTabular(block) &&
      (last.kind === 'table' || block.kind === 'table')
    ) {
      last.lines.push(...block.lines);
      last.kind = 'table';
    } else whole.push(block);
  }
  return whole;
}

function isTabular({ kind, lines }: LineBlock): boolean {
  if (kind === 'table' || kind === 'formula') return true;
  const isShort = ({ x, right, column }: PlacedLine) => right - x < 0.6 * (column.right - column.left);
  return kind === 'paragraph' && lines.every((line) => isShort(line) && !isEnded(line.text));
}

function isSmall({ height }: PlacedLine, style: Style): boolean {
  return height < SMALL * style.height;
}

export function isEnded(text: string): boolean {
  return ENDED.test(text);
}

function begins(before: PlacedLine, line: PlacedLine, style: Style, block: LineBlock): boolean {
  if (line.page !== before.page || line.above === undefined) return true;
  if (line.isCell && before.isCell) return line.above > 2 * style.leading;
  if (line.isCell !== before.isCell) return true;
  if (line.above > 1.4 * style.leading * (isSmall(line, style) ? line.height / style.height + 0.1 : 1)) return true;
  if (CAPTION.test(line.text) && isEnded(before.text)) return true;
  if (Math.abs(line.height - before.height) > 0.07 * style.height && isSmall(line, style) !== isSmall(before, style))
    return true;
  if (!isEnded(before.text)) return false;
  const indent = line.x - line.column.left;
  const isIndented = indent > 0.8 * style.height && indent < 4 * style.height && line.x - before.x > 0.5 * style.height;
  const isShort = before.right < before.column.right - 0.12 * (before.column.right - before.column.left);
  return BULLET.test(line.text) || (block.kind !== 'caption' && isIndented) || isShort;
}

function blockKind({ lines, isSmall: small }: LineBlock): BlockKind {
  const text = lines.map((line) => line.text).join(' ');
  const [first] = lines;
  if (CAPTION.test(text)) return 'caption';
  if (lines.filter(({ isCell }) => isCell).length > 0.6 * lines.length && lines.length > 1) return 'table';
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  if (letters < 0.55 * text.replaceAll(' ', '').length) return 'formula';
  if (small && /^(?:\^?\d{1,2}|[*†‡§¶])\s?\p{L}/u.test(text) && first && first.text.length > 20) return 'footnote';
  return BULLET.test(text) ? 'list-item' : 'paragraph';
}

/** Maximum floats and notes between the halves of a paragraph. */
const MAX_BETWEEN = 12;

function rejoin(blocks: readonly LineBlock[]): LineBlock[] {
  const used = new Set<LineBlock>();
  for (const [at, block] of blocks.entries()) {
    if (used.has(block) || !isProse(block)) continue;
    let from = at;
    for (let next = from + 1; next < blocks.length && next - from <= MAX_BETWEEN; next += 1) {
      const other = blocks[next] as LineBlock;
      const last = block.lines.at(-1) as PlacedLine;
      if (isEnded(last.text)) break;
      if (used.has(other) || !isProse(other) || other.isSmall !== block.isSmall) continue;
      if (!continuesBlock(last, other.lines[0] as PlacedLine, next - from === 1)) break;
      block.lines.push(...other.lines);
      used.add(other);
      from = next;
    }
  }
  return blocks.filter((block) => !used.has(block));
}

function isProse({ kind }: LineBlock): boolean {
  return kind === 'paragraph' || kind === 'list-item';
}

function continuesBlock(last: PlacedLine, next: PlacedLine, isNext: boolean): boolean {
  const isMoved = next.page !== last.page || next.y < last.y || next.x > last.right;
  if (/[-‐]$/.test(last.text) || /^[\p{Ll}\d(]/u.test(next.text)) return isMoved || !isNext;
  const isFull = last.right > last.column.right - 0.05 * (last.column.right - last.column.left);
  return isMoved && isNext && isFull && next.x - next.column.left < 0.5 * next.height && !BULLET.test(next.text);
}
