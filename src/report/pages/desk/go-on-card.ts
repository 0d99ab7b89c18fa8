import { html } from 'hono/html';
import type { Html } from '../../../faces/ui/pages/html.ts';
import { counted } from '../../../lib/counted.ts';
import { curvePath } from '../../../review/pages/recall-curve.ts';
import type { Desk, DeskReview, DeskSearch } from './desk.ts';
import { agoInWords } from './times.ts';

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
