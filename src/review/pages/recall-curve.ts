import { html } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import { counted } from '../../lib/counted.ts';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 150, 30, 8, 8, 24];
/** More points would be closer together than a pixel. */
const MAX_POINTS = 250;
const MAX_ROWS = 10;

/** The number of relevant records after each record read, from 0. */
function countFound(labels: readonly boolean[]): number[] {
  const found = [0];
  for (const isRelevant of labels) found.push((found.at(-1) ?? 0) + (isRelevant ? 1 : 0));
  return found;
}

/** The curve alone, as the path of a drawing of this size: it begins at the bottom left. */
export function curvePath(
  labels: readonly boolean[],
  { width, height, top }: { width: number; height: number; top: number },
): string {
  const found = countFound(labels);
  const relevant = Math.max(found.at(-1) ?? 0, 1);
  const every = Math.ceil(found.length / MAX_POINTS);
  const points = found.flatMap((count, read) => {
    if (read % every !== 0 && read !== labels.length) return [];
    const x = (read / Math.max(labels.length, 1)) * width;
    return `${x.toFixed(1)} ${(height - (count / relevant) * (height - top)).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

/** A curve of the relevant records found by the number of records read. Undefined before the first. */
export function recallCurve(labels: readonly boolean[]): Html | undefined {
  if (labels.length === 0) return undefined;
  const found = countFound(labels);
  const relevant = found.at(-1) ?? 0;
  const x = (read: number) => LEFT + (read / labels.length) * (WIDTH - LEFT - RIGHT);
  const y = (count: number) => HEIGHT - BOTTOM - (count / Math.max(relevant, 1)) * (HEIGHT - TOP - BOTTOM);
  const every = Math.ceil(found.length / MAX_POINTS);
  const shown = found.flatMap((count, read) =>
    read % every === 0 || read === labels.length ? `${x(read).toFixed(1)},${y(count).toFixed(1)}` : [],
  );
  const last = labels.lastIndexOf(true);
  const since = labels.length - 1 - last;
  const says =
    last < 0
      ? `None in or maybe among ${labels.length} read.`
      : `${relevant} in or maybe among ${labels.length} read; the last one ${since === 0 ? 'just now' : `${counted(since, 'record')} ago`}.`;
  return html`<figure><figcaption class="says">${says}</figcaption>
<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Relevant records by records read: ${says}">
<path class="grid" d="M${LEFT} ${y(relevant)}H${WIDTH - RIGHT}"/>
<path class="axis" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>
<polyline points="${shown.join(' ')}"/>
<text x="${LEFT - 4}" y="${y(relevant) + 4}" text-anchor="end">${relevant}</text>
<text x="${LEFT - 4}" y="${y(0)}" text-anchor="end">${relevant > 0 && '0'}</text>
<text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">${labels.length} read</text>
</svg>
<details class="data"><summary>Numbers</summary><table class="numbers"><caption class="unseen">Relevant records by records read</caption>
<thead><tr><th scope="col">Read</th><th scope="col">Relevant</th></tr></thead>
<tbody>${rowsOf(labels.length).map((read) => html`<tr><th scope="row">${read}</th><td>${found[read]}</td></tr>`)}</tbody></table></details></figure>`;
}

function rowsOf(read: number): number[] {
  const rows = Math.min(read, MAX_ROWS);
  return Array.from({ length: rows }, (_, at) => Math.round(((at + 1) * read) / rows));
}
