import { html } from 'hono/html';
import type { ListedJob } from '../../../jobs/answers/list.ts';
import { counted } from '../../../lib/counted.ts';
import type { Desk, DeskReview, DeskWatch } from '../desk.ts';
import type { Html } from './html.ts';

/** A section of the left column with its entries, or a text that explains what will be there. */
function section(title: string, entries: readonly Html[], empty: string): Html {
  return html`<section><h2>${title}</h2>${
    entries.length > 0
      ? html`<ul>${entries.map((entry) => html`<li>${entry}</li>`)}</ul>`
      : html`<p class="says">${empty}</p>`
  }</section>`;
}

/** The left column of every page. */
export function sideColumn(root: string, { starred, recent, watched, reviews }: Desk, current?: string): Html {
  const link = (job: ListedJob) => searchLink(root, job, current);
  return html`<aside class="at-hand" id="searches" aria-label="Searches at hand">
${starred.length > 0 ? section('Starred', starred.map(link), '') : ''}
${
  watched.length > 0
    ? section(
        'Watched',
        watched.map((watch) => watchEntry(root, watch, current)),
        '',
      )
    : ''
}
${
  reviews.length > 0
    ? section(
        'Screenings',
        reviews.map((review) => reviewEntry(root, review, current)),
        '',
      )
    : ''
}
${section(starred.length + watched.length > 0 ? 'Other searches' : 'Searches', recent.map(link), 'Each search stays here.')}
<p class="says"><a href="${root}#jobs">All jobs</a></p>
</aside>`;
}

function searchLink(root: string, { ref, name, about, papers, status }: ListedJob, current?: string): Html {
  const state = status === 'success' ? counted(papers ?? 0, 'paper') : status === 'error' ? 'failed' : 'not done';
  return html`<a href="${root}/jobs/${ref}" ${ref === current ? 'aria-current=page' : ''} dir="auto">${name ?? (about || ref)}</a>
<span class="says">${ref}, ${state}</span>`;
}

function reviewEntry(root: string, review: DeskReview, current?: string): Html {
  const { ref, question, decided, records, conflicts } = review;
  return html`<a href="${root}/review/${ref}" ${ref === current ? 'aria-current=page' : ''} dir="auto">${question}</a>
<span class="says">${ref}, ${decided} of ${records} decided${conflicts > 0 && ', '}</span>${
    conflicts > 0
      ? html`<a class="some" href="${root}/review/${ref}#conflicts">${counted(conflicts, 'conflict')}</a>`
      : ''
  }`;
}

function watchEntry(root: string, { watch, job, name, about, lastRun, news }: DeskWatch, current?: string): Html {
  const shown = lastRun ?? job;
  return html`<a href="${root}/jobs/${shown}" ${shown === current ? 'aria-current=page' : ''} dir="auto">${name ?? about}</a>
${
  news
    ? html`<a class="news ${news.papers > 0 ? 'some' : ''}" href="${root}/watches/${watch}">${news.papers} new since ${dayInWords(news.since)}</a>`
    : html`<span class="says">not repeated yet</span>`
}
<form method="post" action="${root}/watches/${watch}/run"><button class="quiet" type="submit"
aria-label="Look for new papers: ${name ?? about}">look for new papers</button></form>`;
}

/** `12 November`; with the year if it is another year. */
function dayInWords(at: string, now = new Date()): string {
  const day = new Date(at);
  const isThisYear = day.getUTCFullYear() === now.getUTCFullYear();
  return day.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(!isThisYear && { year: 'numeric' }),
  });
}
