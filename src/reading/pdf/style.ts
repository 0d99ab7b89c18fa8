import { mostFrequent } from '../../lib/groups.ts';
import { isReferences, type Line } from './lines.ts';

/** The look of the running text, which is that of most characters before the references, which may be longer. */
export type Style = {
  height: number;
  font: string;
  /** The distance between baselines. */
  leading: number;
};

export function measureStyle(all: readonly Line[]): Style {
  const references = all.findLastIndex(({ text }) => isReferences(text));
  const lines = references > 0 ? all.slice(0, references) : all;
  const lengths = lines.map(({ text }) => text.length);
  const height = mostFrequent(
    lines.map((line) => Math.round(line.height * 2) / 2),
    lengths,
  );
  const body = lines.filter((line) => Math.abs(line.height - height) <= 0.5);
  const names = [...new Set(body.map(({ font }) => font.name))];
  const font = mostFrequent(
    body.map((line) => names.indexOf(line.font.name)),
    body.map(({ text }) => text.length),
  );
  const steps = body.flatMap((line, at) => {
    const step = line.y - (body[at - 1]?.y ?? Number.POSITIVE_INFINITY);
    return step > 0.8 * height && step < 3 * height ? [Math.round(step * 2) / 2] : [];
  });
  return { height: height || 10, font: names[font] ?? '', leading: mostFrequent(steps) || 1.2 * (height || 10) };
}

/** The edges of a line's column. */
type Column = { left: number; right: number };

/** A line with properties derived from its position on the page. */
export type PlacedLine = Line & {
  column: Column;
  /** The distance to the previous baseline in its column; undefined at the top of a column. */
  above: number | undefined;
  /** Whether it is beside another segment in its column, like a cell of a table. */
  isCell: boolean;
};

/** Lines of a page in reading order, with their columns. */
export function placeLines(lines: readonly Line[], gutter: number | undefined): PlacedLine[] {
  const columnSide = ({ x, right }: Line) =>
    gutter === undefined || (x < gutter - 5 && right > gutter + 5) ? 'whole' : x < gutter ? 'left' : 'right';
  const columns = new Map<string, Column>();
  for (const side of ['whole', 'left', 'right']) {
    const inColumn = lines.filter((line) => columnSide(line) === side && line.text.length > 3);
    const lefts = inColumn.map(({ x }) => x).sort((one, other) => one - other);
    const rights = inColumn.map(({ right }) => right).sort((one, other) => one - other);
    const left = lefts[Math.floor(0.05 * lefts.length)] ?? 0;
    columns.set(side, { left, right: rights[Math.floor(0.95 * (rights.length - 1))] ?? left + 1 });
  }
  return lines.map((line, at) => {
    const side = columnSide(line);
    const before = lines[at - 1];
    const isBelow = before !== undefined && columnSide(before) === side && line.y > before.y - line.height / 2;
    const isBeside = (other: Line | undefined) =>
      other !== undefined && columnSide(other) === side && Math.abs(other.y - line.y) < 0.3 * line.height;
    return {
      ...line,
      column: columns.get(side) ?? { left: line.x, right: line.right },
      above: isBelow ? line.y - before.y : undefined,
      isCell: isBeside(before) || isBeside(lines[at + 1]),
    };
  });
}
