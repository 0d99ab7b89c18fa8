import { html } from 'hono/html';
import type { Html } from '../../../faces/ui/pages/html.ts';
import type { SearchFacts } from '../../../jobs/answers/search-facts.ts';
import type { Mode } from '../../../jobs/ports/service.ts';
import { counted, grouped } from '../../../lib/counted.ts';
import { POOR_SHARE } from '../../data/report-data.ts';
import { type Desk, type DeskSearch, PAGE_SEARCHES } from './desk.ts';
import { dayInWords } from './times.ts';

const MAX_EARLIER = 6;

/** The searches of this machine, one a line. Finished ones can be chosen and shown together. */
export function searchesList(root: string, { mode, searches, page }: Pick<Desk, 'mode' | 'searches' | 'page'>): Html {
  if (page.total === 0)
    return html`<section class="card" id="searches" aria-labelledby="searches-head"><h2 id="searches-head">Searches</h2>
<p class="empty">No search yet. Each one stays here, with how many of its papers fit. A <a href="${root}/review/new">review</a> can also begin with the files of databases.</p></section>`;
  const canChoose = searches.filter(({ status }) => status === 'success').length > 1;
  return html`<section class="card" id="searches" aria-labelledby="searches-head"><div class="card-head"><h2 id="searches-head">Searches</h2>
${
  canChoose &&
  html`<form id="together" method="get" action="${root}/together"><label class="choice says"><input type="checkbox" id="choose-several"> Choose several</label>
<button type="submit">Show them together</button></form>`
}</div>
<ul class="lines">${searches.map((search) => searchLine(root, search, mode))}</ul>
${pageLinks(root, page, searches.length)}</section>`;
}

/** One search: its words, how many papers fit, and the years of its papers. */
export function searchLine(root: string, search: DeskSearch, mode: Mode): Html {
  const { ref, name, group, about, status, facts, starred, earlier } = search;
  const isDone = status === 'success';
  const title = name ?? (about || ref);
  const says = [name && about, group, facts ? fitInWords(facts) : stateInWords(search), costInWords(search, mode)];
  return html`<li class="line" id="line-${ref}" ${(isDone ? !facts : isRunning(status)) && html`data-line="${root}/jobs/${ref}/line${earlier.length > 0 ? `?earlier=${earlier.join(',')}` : ''}"`}>
${isDone && html`<input class="pick" type="checkbox" form="together" name="job" value="${ref}" aria-label="Choose ${ref}: ${title}">`}
<span class="ref">${ref}</span>
<div class="what"><a class="whole" href="${root}/jobs/${ref}" dir="auto">${title}</a>
<span class="says" dir="auto">${says.filter(Boolean).join(' · ')} · <time datetime="${search.createdAt}">${dayInWords(search.createdAt)}</time>${earlierRuns(root, earlier)}</span></div>
<form class="star" method="post" action="${root}/jobs/${ref}/star"><input type="hidden" name="back" value="desk">
<button class="icon ${starred && 'on'}" type="submit" name="starred" value="${starred ? '' : 'true'}" aria-pressed="${starred ? 'true' : 'false'}" aria-label="Star ${ref}" title="${starred ? 'Starred: stays on top' : 'Keep it on top'}">${starred ? '★' : '☆'}</button></form>
${chipsOf(search)}
<span class="spark-place">${facts && sparkline(facts)}</span></li>`;
}

function isRunning(status: string): boolean {
  return !['success', 'error', 'refused', 'unknown', 'removed'].includes(status);
}

function fitInWords({ papers, fitting }: SearchFacts): string {
  if (papers === 0) return 'no paper';
  if (fitting === undefined) return counted(papers, 'paper');
  return `${grouped(fitting)} of ${grouped(papers)} ${fitting === 1 ? 'fits' : 'fit'} well`;
}

/** A search's state in words. A service may have its own states. */
function stateInWords({ status, papers }: DeskSearch): string {
  const words: Record<string, string> = {
    success: counted(papers ?? 0, 'paper'),
    error: 'failed',
    refused: 'not made',
    unknown: 'charge unknown',
    submitting: 'being sent',
    queued: 'running',
  };
  return words[status] ?? status;
}

function costInWords({ cost, pool, charged }: DeskSearch, mode: Mode): string {
  if (mode === 'embedded' || cost === 0 || charged === 'no') return '';
  return `${counted(cost, 'credit')} (${pool})${charged === 'unknown' ? ', perhaps' : ''}`;
}

function chipsOf({ status, facts }: DeskSearch): Html | '' {
  if (status === 'error' || status === 'unknown')
    return html`<span class="mark-chip red">${status === 'error' ? 'failed' : 'charge unknown'}</span>`;
  if (status !== 'success')
    return html`<span class="mark-chip">${status === 'refused' ? 'not made' : 'running'}</span>`;
  if (!facts) return '';
  const { papers, fitting = papers, retracted } = facts;
  return html`${retracted > 0 && html`<span class="mark-chip red">${retracted} retracted</span>`}${
    papers === 0
      ? html`<span class="mark-chip">nothing found</span>`
      : fitting === 0
        ? html`<span class="mark-chip">nothing fits well</span>`
        : fitting < POOR_SHARE * papers && html`<span class="mark-chip">hardly anything fits</span>`
  }`;
}

function earlierRuns(root: string, earlier: readonly string[]): Html | '' {
  if (earlier.length === 0) return '';
  const [shown, more] = [earlier.slice(0, MAX_EARLIER), earlier.length - MAX_EARLIER];
  return html` · earlier ${shown.map((ref) => html`<a class="earlier" href="${root}/jobs/${ref}">${ref}</a> `)}${more > 0 && `and ${more} more`}`;
}

function pageLinks(root: string, { offset, total }: Desk['page'], count: number): Html | '' {
  if (count === total) return '';
  return html`<p class="says actions">${offset + 1} to ${offset + count} of ${total}
${offset > 0 && html`<a href="${root}?offset=${Math.max(offset - PAGE_SEARCHES, 0)}#searches">Newer</a>`}
${offset + count < total && html`<a href="${root}?offset=${offset + count}#searches">Older</a>`}</p>`;
}

const [BARS, STEP, WIDTH, HEIGHT] = [20, 6, 4, 28];

/** The oldest papers, up to this share of all, are counted in the first bar: bars for their years would be empty. */
const OLDEST_SHARE = 0.03;

/** Bars of the papers by year, at most twenty, of equal spans of years. Undefined if no year is known. */
function sparkline({ years, fitting }: SearchFacts): Html | undefined {
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
