import { grouped } from '../../lib/counted.ts';
import type { FlowColumn, PrismaFlow } from './prisma-flow.ts';
import { PRISMA_WORDS as WORDS } from './sentences.ts';
import { type SvgNode, svgNode } from './svg.ts';
import { wrapText } from './wrap-text.ts';

/**
 * The flow diagram of PRISMA 2020 as a drawing: a column of boxes with the excluded records beside it, a second such
 * column for other methods, and the included records below. One column fits a portrait A4 page, two a landscape page,
 * both with nine-point text. Lines and text use the colour of the surrounding text.
 */

const FONT = 12;
const LINE = 15;
const PADDING = 8;
const GAP = 22;
const LABEL = 24;
const WIDTH = { main: 236, side: 236 };
const COLUMN = WIDTH.main + GAP + WIDTH.side;
const HEADING = 30;
/** Tall enough for the name of the last stage, which stands beside its only box. */
const LAST_STAGE = 70;

/**
 * A line of a box; an indented one belongs to the line above. `fills`: screening in the browser may fill in its number,
 * so the line is marked with this name (`data-fills`).
 */
type Line = { text: string; isPart?: boolean; fills?: 'screened' | 'unscreened' | 'excluded' };
type Row = { main: Line[]; side?: Line[] };
type Box = { x: number; y: number; width: number; height: number; lines: Line[] };

/** The numbers of a flow in words. */
export function flowInWords(flow: PrismaFlow): string {
  const columns = columnsOf(flow);
  return describe(columns, columns.map(rowsOf), includedIn(flow));
}

const columnsOf = ({ databases, other }: PrismaFlow) => [databases, ...(other ? [other] : [])];

const includedIn = ({ included: { studies, reports } }: PrismaFlow) => [
  line(WORDS.studies, studies),
  line(WORDS.reports, reports),
];

/** The drawing of a flow. `onPaper`: with a white background, for a separate file. */
export function drawPrisma(flow: PrismaFlow, onPaper = false): SvgNode {
  const columns = columnsOf(flow);
  const rows = columns.map(rowsOf);
  const included = includedIn(flow);
  const left = LABEL + GAP / 2;
  const starts = columns.map((_, index) => left + index * (COLUMN + GAP * 1.5));
  const width = (starts.at(-1) as number) + COLUMN + 1;

  const tops: number[] = [];
  const heights: number[] = [];
  let y = HEADING + GAP / 2;
  for (let row = 0; row < (rows[0] as Row[]).length; row += 1) {
    const boxes = rows.flatMap((column) => [column[row]?.main ?? [], column[row]?.side ?? []]);
    const sizes = boxes.map((lines, index) => heightOf(lines, index % 2 === 0 ? WIDTH.main : WIDTH.side));
    tops.push(y);
    heights.push(Math.max(...sizes));
    y += (heights.at(-1) as number) + GAP;
  }
  const end: Box = {
    x: left,
    y,
    width: WIDTH.main,
    height: Math.max(heightOf(included, WIDTH.main), LAST_STAGE),
    lines: included,
  };
  const height = y + end.height + 1;

  const stages: [string, number, number][] = [
    [WORDS.stages.identification, tops[0] as number, (tops[0] as number) + (heights[0] as number)],
    [WORDS.stages.screening, tops[1] as number, y - GAP],
    [WORDS.stages.included, y, y + end.height],
  ];
  const drawn = rows.flatMap((column, index) => drawColumn(column, starts[index] as number, tops, heights, end));
  const headings = columns.map((_, index) =>
    drawHeading(index === 0 ? WORDS.databases : WORDS.other, starts[index] as number),
  );
  return svgNode(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': 'prisma-title prisma-text',
      fill: 'none',
      'font-size': FONT,
      'font-family': 'Arial, Helvetica, sans-serif',
      stroke: 'none',
      ...(onPaper && { color: '#000' }),
    },
    svgNode('title', { id: 'prisma-title' }, WORDS.title),
    svgNode('desc', { id: 'prisma-text' }, describe(columns, rows, included)),
    ...(onPaper ? [svgNode('rect', { width, height, fill: '#fff' })] : []),
    ...headings,
    ...stages.map(([name, from, to]) => drawStage(name, from, to)),
    ...drawn,
    ...drawBox(end),
  );
}

function drawColumn(
  column: readonly Row[],
  x: number,
  tops: readonly number[],
  heights: readonly number[],
  end: Box,
): SvgNode[] {
  const boxAt = (lines: Line[], index: number, side: 'main' | 'side'): Box => ({
    x: side === 'main' ? x : x + WIDTH.main + GAP,
    y: tops[index] as number,
    width: WIDTH[side],
    lines,
    height: heights[index] as number,
  });
  return column.flatMap(({ main, side }, index) => {
    const box = boxAt(main, index, 'main');
    const beside = side && boxAt(side, index, 'side');
    const middle = x + WIDTH.main / 2;
    const bottom = box.y + box.height;
    const next = tops[index + 1];
    const level = end.y + end.height / 2;
    const down =
      next !== undefined
        ? drawArrow([middle, bottom], [middle, next])
        : x === end.x
          ? drawArrow([middle, bottom], [middle, end.y])
          : drawArrow([middle, bottom], [middle, level], [end.x + end.width, level]);
    const across = beside && drawArrow([x + WIDTH.main, centerY(beside)], [beside.x, centerY(beside)]);
    return [...drawBox(box), ...(beside ? drawBox(beside) : []), ...down, ...(across ?? [])];
  });
}

function centerY({ y, height }: Box): number {
  return y + height / 2;
}

function rowsOf(column: FlowColumn): Row[] {
  const { identified, removed, screened, unscreened, excluded, sought, notRetrieved, assessed } = column;
  const sources = identified.map(({ name, records, remark }) => ({
    text: `${name} ${number(records)}${remark ? `, ${remark}` : ''}`,
    isPart: true,
  }));
  const waiting = unscreened ? [{ ...line(WORDS.unscreened, unscreened, 'unscreened'), isPart: true }] : [];
  const by = removed.automatedBy?.map(({ reason, reports }) => `${reason} ${reports}`).join(', ');
  const rules = by ? `: ${by}` : '';
  const reasons = column.reportsExcluded?.map(({ reason, reports }) => ({
    text: `${reason} ${number(reports)}`,
    isPart: true,
  }));
  return [
    {
      main: [
        { text: WORDS.identified },
        ...(sources.length > 0 ? sources : [{ text: number(undefined), isPart: true }]),
      ],
      side: [
        { text: WORDS.removed },
        { text: `${WORDS.duplicates} ${number(removed.duplicates)}`, isPart: true },
        { text: `${WORDS.automation} ${number(removed.automation)}${rules}`, isPart: true },
        { text: `${WORDS.otherReasons} ${number(removed.otherReasons)}`, isPart: true },
      ],
    },
    {
      main: [line(WORDS.screened, screened, 'screened'), ...waiting],
      side: [line(WORDS.excluded, excluded, 'excluded')],
    },
    { main: [line(WORDS.sought, sought)], side: [line(WORDS.notRetrieved, notRetrieved)] },
    {
      main: [line(WORDS.assessed, assessed)],
      side: [
        { text: WORDS.reportsExcluded },
        ...(reasons && reasons.length > 0 ? reasons : [{ text: number(reasons ? 0 : undefined), isPart: true }]),
      ],
    },
  ];
}

function line(text: string, records: number | undefined, fills?: Line['fills']): Line {
  return { text: `${text} ${number(records)}`, ...(fills && { fills }) };
}

/** As in the template, an empty box has space for a number. Its spaces are non-breaking. */
function number(records: number | string | undefined): string {
  const text = typeof records === 'number' ? grouped(records) : (records ?? '\u2007\u2007\u2007');
  return `(n\u00a0=\u00a0${text})`;
}

function describe(
  columns: readonly FlowColumn[],
  rows: readonly (readonly Row[])[],
  included: readonly Line[],
): string {
  const plainText = (lines: readonly Line[]) =>
    lines
      .map(({ text }) => text.replace(/\(n\u00a0=\u00a0\u2007+\)/, `(${WORDS.unfilled})`).replaceAll('\u00a0', ' '))
      .join(' ');
  const parts = columns.map((_, index) => {
    const name = index === 0 ? WORDS.databases : WORDS.other;
    const boxes = (rows[index] ?? []).map(({ main, side = [] }) => `${plainText(main)}. ${plainText(side)}.`);
    return `${name}: ${boxes.join(' ')}`;
  });
  return `${parts.join(' ')} ${plainText(included)}.`;
}

function heightOf(lines: readonly Line[], width: number): number {
  return lines.length === 0 ? 0 : wrapAll(lines, width).length * LINE + 2 * PADDING;
}

function wrapAll(lines: readonly Line[], width: number): Line[] {
  return lines.flatMap(({ text, isPart = false, fills }) =>
    wrapText(text, width - 2 * PADDING - (isPart ? PADDING : 0), FONT).map((part) => ({
      text: part,
      isPart,
      ...(fills && part.includes('(') && { fills }),
    })),
  );
}

function drawBox({ x, y, width, height, lines }: Box): SvgNode[] {
  const wrapped = wrapAll(lines, width);
  // Centres the text in a box that is taller than it.
  const top = y + (height - wrapped.length * LINE) / 2 + FONT - 1;
  return [
    svgNode('rect', { x, y, width, height, stroke: 'currentColor' }),
    ...wrapped.map(({ text, isPart, fills }, index) =>
      svgNode(
        'text',
        {
          x: x + PADDING + (isPart ? PADDING : 0),
          y: top + index * LINE,
          fill: 'currentColor',
          ...(fills && { 'data-fills': fills }),
        },
        text,
      ),
    ),
  ];
}

function drawHeading(text: string, x: number): SvgNode {
  return svgNode(
    'g',
    {},
    svgNode('rect', { x, y: 0.5, width: COLUMN, height: HEADING - 1, rx: 6, fill: '#ffe699', stroke: 'currentColor' }),
    svgNode(
      'text',
      { x: x + COLUMN / 2, y: HEADING / 2 + 4, 'text-anchor': 'middle', 'font-weight': 'bold', fill: '#000' },
      text,
    ),
  );
}

/** The name of a stage, rotated by 90 degrees. */
function drawStage(name: string, from: number, to: number): SvgNode {
  const middle = (from + to) / 2;
  return svgNode(
    'g',
    {},
    svgNode('rect', {
      x: 0.5,
      y: from,
      width: LABEL,
      height: to - from,
      rx: 6,
      fill: '#bdd7ee',
      stroke: 'currentColor',
    }),
    svgNode(
      'text',
      {
        x: LABEL / 2,
        y: middle,
        'text-anchor': 'middle',
        'dominant-baseline': 'middle',
        'font-weight': 'bold',
        fill: '#000',
        transform: `rotate(-90 ${LABEL / 2} ${middle})`,
      },
      name,
    ),
  );
}

const HEAD = 6;

/** A polyline with an arrowhead at its end. It uses no marker, because some programs do not draw markers. */
function drawArrow(...points: [number, number][]): SvgNode[] {
  const [beforeX, beforeY] = points.at(-2) as [number, number];
  const [x, y] = points.at(-1) as [number, number];
  const [alongX, alongY] = [Math.sign(x - beforeX), Math.sign(y - beforeY)];
  const back: [number, number] = [x - alongX * HEAD, y - alongY * HEAD];
  const side = ([fromX, fromY]: [number, number], by: number) => `${fromX + alongY * by},${fromY + alongX * by}`;
  const path = [...points.slice(0, -1), back].map((point) => point.join(',')).join(' ');
  return [
    svgNode('polyline', { points: path, stroke: 'currentColor' }),
    svgNode('polygon', { points: `${x},${y} ${side(back, HEAD / 2)} ${side(back, -HEAD / 2)}`, fill: 'currentColor' }),
  ];
}
