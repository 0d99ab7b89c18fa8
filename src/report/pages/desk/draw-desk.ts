import type { Context } from 'hono';
import { html } from 'hono/html';
import type { RouteDeps } from '../../../faces/ui/environment.ts';
import type { Html } from '../../../faces/ui/pages/html.ts';
import { requestCall } from '../../../faces/ui/request-deadline.ts';
import { counted } from '../../../lib/counted.ts';
import { curvePath } from '../../../review/pages/recall-curve.ts';
import { readerOf } from '../../../review/pages/screening-routes.ts';
import { type Desk, type DeskReview, type DeskSearch, type DeskWatch, type KeptRetracted, makeDesk } from './desk.ts';
import { searchesList } from './searches-list.ts';
import { agoInWords, dayInWords } from './times.ts';

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

const MAX_OTHERS = 3;
/** The number of latest decisions that are summed up. */
const LAST = 10;

/** The review where the person was last, with the others below; without a review, the newest search. */
export function goOnCard(root: string, { reviews, searches }: Pick<Desk, 'reviews' | 'searches'>): Html {
  const [first, ...others] = reviews;
  const search = searches.find(({ status, papers }) => status === 'success' && (papers ?? 0) > 0);
  const more = others.slice(MAX_OTHERS);
  return html`<section class="card go-on" id="reviews" aria-labelledby="go-on-head"><div class="card-head"><h2 id="go-on-head">Go on where you were</h2>
${(first || !search) && html`<a class="says" href="${root}/review/new">Begin a review</a>`}</div>
${first ? reviewInFull(root, first) : search ? searchInFull(root, search) : html`<p class="empty">A review begins with a search, or with the files of databases.</p>`}
${others.length > 0 && html`<ul class="lines">${others.slice(0, MAX_OTHERS).map((review) => reviewLine(root, review))}</ul>`}
${more.length > 0 && html`<details><summary>${counted(more.length, 'more review')}</summary><ul class="lines">${more.map((review) => reviewLine(root, review))}</ul></details>`}
</section>`;
}

function reviewInFull(root: string, review: DeskReview): Html {
  const { ref, question, at, here, conflicts, hasWork, labels } = review;
  const { include, exclude, maybe } = here;
  const found = labels.filter(Boolean).length;
  return html`<div class="halves"><div class="what"><p class="head-line"><a href="${root}/review/${ref}" dir="auto">${question}</a></p>
<p class="says">${[ref, `${readOf(here)} of ${here.records} read`, `${include} in, ${exclude} out, ${maybe} maybe`, at && `last decided ${agoInWords(at)}`].filter(Boolean).join(' · ')}</p>
${progressBar(here)}
<p class="says">${hasWork ? lastInWords(review) : 'Nothing is left to read or to settle.'}</p>
<p class="actions"><a class="main" href="${root}/review/${ref}">${hasWork ? 'Go on screening' : 'See the review'}</a>
${conflicts > 0 && html`<a class="act" href="${root}/review/${ref}#conflicts">${conflicts} to settle</a>`}</p></div>
${
  labels.length > 0 &&
  html`<figure><svg class="desk-curve" viewBox="0 0 ${CURVE.width} ${CURVE.height}" role="img" aria-label="${found} relevant of ${labels.length} read">
<path class="area" d="${curvePath(labels, CURVE)}V${CURVE.height}H0Z"/><path class="even" d="M0 ${CURVE.height}L${CURVE.width} ${CURVE.top}"/><path class="found" d="${curvePath(labels, CURVE)}"/></svg>
<figcaption class="says">relevant found, by records read</figcaption></figure>`
}</div>`;
}

const CURVE = { width: 250, height: 92, top: 8 };

/** The number of records with an outcome or a conflict. */
const readOf = ({ include, exclude, maybe, conflicts }: DeskReview['here']) => include + exclude + maybe + conflicts;

function progressBar(here: DeskReview['here']): Html {
  const parts = [
    ['include', here.include],
    ['maybe', here.maybe + here.conflicts],
    ['exclude', here.exclude],
  ] as const;
  const total = Math.max(here.records, 1);
  let from = 0;
  return html`<svg class="seg" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="10"/>${parts.map(
    ([name, count]) => {
      const x = from;
      from += (100 * count) / total;
      return (
        count > 0 && html`<rect class="${name}" x="${x.toFixed(2)}" width="${(from - x).toFixed(2)}" height="10"/>`
      );
    },
  )}</svg>`;
}

/** The labels are the person's own in a blind review, and unknown in one that was not read here (no time). */
function lastInWords({ labels, here, at }: DeskReview): string | undefined {
  if (labels.length === 0 && readOf(here) === 0) return 'No record is decided yet.';
  if (labels.length === 0) return at && 'Others have decided; you have not yet.';
  const last = labels.slice(-LAST);
  const relevant = last.filter(Boolean).length;
  const which = last.length === 1 ? 'The last record' : `The last ${last.length} records`;
  if (relevant === 0) return `${which} held no relevant one.`;
  return `${which} held ${relevant} relevant ${relevant === 1 ? 'one' : 'ones'}: go on.`;
}

function reviewLine(root: string, { ref, question, here, conflicts, hasWork }: DeskReview): Html {
  return html`<li class="line"><span class="ref">${ref}</span><div class="what"><a class="whole" href="${root}/review/${ref}" dir="auto">${question}</a>
<span class="says">${readOf(here)} of ${here.records} read${!hasWork && ' · done'}</span></div>
${conflicts > 0 && html`<a class="mark-chip" href="${root}/review/${ref}#conflicts">${conflicts} to settle</a>`}</li>`;
}

function searchInFull(root: string, { ref, name, about, papers, facts }: DeskSearch): Html {
  const fits =
    facts?.fitting === undefined ? counted(papers ?? 0, 'paper') : `${facts.fitting} of ${facts.papers} fit well`;
  return html`<div class="what"><p class="head-line"><a href="${root}/jobs/${ref}" dir="auto">${name ?? about}</a></p>
<p class="says">${ref} · ${fits} · no decision yet</p>
<p class="actions"><a class="main" href="${root}/jobs/${ref}">Read on</a>
<a class="act" href="${root}/review/new?jobs=${ref}">Begin a review</a></p></div>`;
}
