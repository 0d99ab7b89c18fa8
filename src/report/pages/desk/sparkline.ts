import { html } from 'hono/html';
import type { Html } from '../../../faces/ui/pages/html.ts';
import type { SearchFacts } from '../../../jobs/answers/search-facts.ts';

const [BARS, STEP, WIDTH, HEIGHT] = [20, 6, 4, 28];

/** The oldest papers, up to this share of all, are counted in the first bar: bars for their years would be empty. */
const OLDEST_SHARE = 0.03;

/** Bars of the papers by year, at most twenty, of equal spans of years. Undefined if no year is known. */
export function sparkline({ years, fitting }: SearchFacts): Html | undefined {
  const first = firstOfMost(years);
  const [last] = years.at(-1) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const span = Math.max(Math.ceil((last - first + 1) / BARS), 1);
  // The last bar ends with the last year.
  const begin = last + 1 - span * BARS;
  const heights = new Array<number>(BARS).fill(0);
  for (const [year, works] of years) {
    const bar = Math.max(Math.floor((year - begin) / span), Math.floor((first - begin) / span));
    heights[bar] = (heights[bar] ?? 0) + works;
  }
  const most = Math.max(...heights);
  const says = `Papers by year, ${years[0]?.[0] === last ? last : `${years[0]?.[0]} to ${last}`}`;
  return html`<svg class="spark ${fitting === 0 && 'pale'}" viewBox="0 0 ${BARS * STEP} ${HEIGHT}" role="img" aria-label="${says}"><title>${says}</title>${heights.map(
    (works, bar) => {
      const height = works === 0 ? 0 : Math.max((works / most) * (HEIGHT - 1), 2);
      return (
        height > 0 &&
        html`<rect x="${bar * STEP}" y="${(HEIGHT - height).toFixed(1)}" width="${WIDTH}" height="${height.toFixed(1)}" rx="1"/>`
      );
    },
  )}</svg>`;
}

function firstOfMost(years: SearchFacts['years']): number | undefined {
  const oldest = OLDEST_SHARE * years.reduce((sum, [, works]) => sum + works, 0);
  let before = 0;
  return years.find(([, works]) => {
    before += works;
    return before > oldest;
  })?.[0];
}
