import { html } from 'hono/html';
import { FILTERS, type FilterName } from '../../contract/filter-table.ts';
import { toQueryString } from '../../contract/filters.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { EstimateView } from '../../jobs/spending/estimate.ts';
import { counted } from '../../lib/counted.ts';
import { UI_WORDING } from '../wording.ts';
import { type Html, layout } from './layout.ts';

export type Review = { root: string; key: string; request: JobRequest; estimate: EstimateView };

/** What will be searched and what it costs, before anything is sent. */
export function reviewPage({ root, key, request, estimate }: Review): Html {
  return layout({
    root,
    title: 'Check the search',
    body: html`<main class="page"><h1>Check the search</h1>
${askedList(request)}
<h2>Cost</h2><p class="cost">${costInWords(estimate)}</p>
<ul class="notes">${notesOf(estimate).map((note) => html`<li>${note}</li>`)}</ul>
<form method="post" action="${root}/searches/${key}">
<p><label class="choice"><input type="checkbox" name="fresh" value="true">
Search again, even if this machine has the papers of the same search</label></p>
<p><button class="main" type="submit" autofocus>${buttonText(estimate)}</button>
<a href="${root}?change=${key}">Change the search</a></p></form></main>`,
  });
}

function isFree({ mode, credits }: EstimateView): boolean {
  return mode === 'embedded' && credits.balance === undefined;
}

/** Where nothing costs anything, nothing is said of credits. */
function notesOf(estimate: EstimateView): string[] {
  const notes = estimate.notes.filter(({ kind }) => !isFree(estimate) || kind === 'nothing-to-enrich');
  return UI_WORDING.notes(notes);
}

function buttonText(estimate: EstimateView): string {
  return isFree(estimate) ? 'Search' : `Search for ${counted(estimate.credits.cost, 'credit')}`;
}

function costInWords(estimate: EstimateView): string {
  if (isFree(estimate)) return 'Free (embedded mode).';
  const { credits, dailyCap } = estimate;
  const { cost, pool, balance } = credits;
  const holds = balance === undefined ? '' : `, which holds ${balance}`;
  const cap = dailyCap ? ` The daily cap of ${dailyCap.credits} leaves ${dailyCap.left}.` : '';
  return `${counted(cost, 'credit')} of the pool ${pool}${holds}.${cap}`;
}

/** The request as a list of names and values. */
function askedList({ body, filters }: JobRequest): Html {
  const { keywords, query, strategy } = body;
  const named = new URLSearchParams(toQueryString(filters));
  const rows: [string, string | undefined][] = [
    ['Keywords', keywords?.join(', ')],
    ['Description', query],
    ['Boolean strategy', strategy],
    ...[...named].map(([name, value]): [string, string] => [FILTERS[name as FilterName].label, value]),
    ['Fill in missing fields', body.enrich === undefined ? undefined : body.enrich ? 'yes' : 'no'],
  ];
  return html`<dl class="asked">${rows.map(
    ([name, value]) => value !== undefined && html`<dt>${name}</dt><dd dir="auto">${value}</dd>`,
  )}</dl>`;
}
