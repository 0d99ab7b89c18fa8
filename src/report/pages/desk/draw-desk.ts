import type { Context } from 'hono';
import { html } from 'hono/html';
import type { RouteDeps } from '../../../faces/ui/environment.ts';
import type { Html } from '../../../faces/ui/pages/html.ts';
import { requestCall } from '../../../faces/ui/request-deadline.ts';
import { readerOf } from '../../../review/pages/screening-routes.ts';
import type { Desk, DeskWatch, KeptRetracted } from './desk.ts';
import { makeDesk } from './desk.ts';
import { goOnCard } from './go-on-card.ts';
import { searchesList } from './searches-list.ts';
import { dayInWords } from './times.ts';

/** Recent reviews, news, and the searches from the offset in the query. */
export async function drawDesk(deps: RouteDeps, context: Context): Promise<Html> {
  const { root, features, removals, facts } = deps;
  const offset = Number(/^\d{1,9}$/.exec(context.req.query('offset') ?? '')?.[0] ?? 0);
  const [who, call, factsOf] = [readerOf(context, deps), requestCall(context), facts.known];
  const desk = await makeDesk({ features, removals, factsOf, who, call, offset });
  const isFirst = desk.page.total === 0 && desk.reviews.length === 0;
  return html`${!isFirst && html`<div class="cards">${goOnCard(root, desk)}${newsCard(root, desk)}</div>`}
${searchesList(root, desk)}`;
}

const MAX_SHOWN = 4;

/** New papers of watched searches, and papers that a review includes although they are retracted. */
function newsCard(root: string, { watched, kept }: Pick<Desk, 'watched' | 'kept'>): Html {
  const all = [...kept.map((paper) => keptLine(root, paper)), ...watched.map((watch) => watchLine(root, watch))];
  const more = all.slice(MAX_SHOWN);
  return html`<section class="card" id="news" aria-labelledby="news-head"><div class="card-head"><h2 id="news-head">New since you looked</h2></div>
${
  all.length === 0
    ? html`<p class="empty">Nothing is watched. Watch a search to see here what each new run finds first.</p>`
    : html`<ul class="lines">${all.slice(0, MAX_SHOWN)}</ul>${
        more.length > 0 && html`<details><summary>${more.length} more</summary><ul class="lines">${more}</ul></details>`
      }`
}</section>`;
}

function keptLine(root: string, { review, ref, title, year }: KeptRetracted): Html {
  const at = `${root}/review/${review}?${new URLSearchParams({ record: ref })}`;
  return html`<li class="line"><div class="what"><a class="whole" href="${at}">A paper you kept is retracted</a>
<span class="says" dir="auto">${title}${year && `, ${year}`}</span></div><span class="mark-chip red">look</span></li>`;
}

function watchLine(root: string, { watch, job, name, about, lastRun, news, ranAt, isRunning }: DeskWatch): Html {
  const title = name ?? about;
  const isNew = news !== undefined && news.papers > 0;
  const state = isRunning
    ? 'running now'
    : ranAt === undefined
      ? 'not repeated yet'
      : `ran ${dayInWords(ranAt, undefined, true)}`;
  return html`<li class="line"><div class="what"><a class="whole" href="${isNew ? `${root}/watches/${watch}` : `${root}/jobs/${lastRun ?? job}`}" dir="auto">${title}</a>
<span class="says">watched · ${state}${news && ` · since ${dayInWords(news.since)}`}</span></div>
${news && html`<span class="mark-chip ${isNew && 'new'}">${news.papers} new</span>`}
${
  !isRunning &&
  html`<form method="post" action="${root}/watches/${watch}/run"><button class="quiet" type="submit" aria-label="look now for new papers: ${title}">look now</button></form>`
}</li>`;
}
