import { html } from 'hono/html';
import type { JobsView, ListedJob } from '../../jobs/reading/list.ts';
import { counted } from '../../lib/counted.ts';
import { UI_WORDING } from '../wording.ts';
import type { Html } from './layout.ts';

/** A page of the jobs of this machine, newest first; finished ones can be chosen to be shown together. */
export function jobsTable(root: string, { jobs, page, mode, notes = [] }: JobsView): Html {
  const remarks = UI_WORDING.notes(notes).map((note) => html`<p class="says">${note}</p>`);
  if (page.total === 0)
    return html`<section id="jobs" aria-label="Jobs"><h2>Jobs</h2>${remarks}
<p class="empty">No job yet: each search becomes one, and its papers stay here.</p></section>`;
  return html`<section id="jobs" aria-label="Jobs"><h2>Jobs</h2>${remarks}
<form method="get" action="${root}/together">
<table class="jobs"><caption class="unseen">Jobs, newest first</caption>
<thead><tr><td></td><th scope="col">Job</th><th scope="col">Search</th><th scope="col">Papers</th>
<th scope="col">State</th><th scope="col">Cost</th><th scope="col">Made (UTC)</th></tr></thead>
<tbody>${jobs.map((job) => row(root, job, mode))}</tbody></table>
<p class="actions"><button type="submit">Show the chosen jobs together</button>${pageLinks(root, page)}</p>
</form></section>`;
}

function row(root: string, job: ListedJob, mode: JobsView['mode']): Html {
  const { ref, about, papers, status, cost, pool, charged, createdAt } = job;
  const isDone = status === 'success';
  const isFree = mode === 'embedded' || cost === 0 || charged === 'no';
  const price = isFree ? 'free' : `${counted(cost, 'credit')} (${pool})`;
  return html`<tr><td>${isDone && html`<input type="checkbox" name="job" value="${ref}" aria-label="Choose ${ref}">`}</td>
<th scope="row"><a href="${root}/jobs/${ref}">${ref}</a></th><td class="about" dir="auto">${about}</td>
<td class="num" data-label="Papers">${papers ?? ''}</td><td>${stateInWords(status)}</td>
<td>${price}${!isFree && charged === 'unknown' && ', perhaps'}</td>
<td><time datetime="${createdAt}">${createdAt.slice(0, 16).replace('T', ' ')}</time></td></tr>`;
}

/** The state of a job in a word; a service may have states of its own. */
function stateInWords(status: string): string {
  const words: Record<string, string> = {
    success: 'done',
    error: 'failed',
    refused: 'not made',
    unknown: 'charge unknown',
    submitting: 'being sent',
    queued: 'running',
  };
  return words[status] ?? status;
}

function pageLinks(root: string, { offset, count, total, nextOffset }: JobsView['page']): Html {
  const earlier = Math.max(offset - Math.max(count, 1), 0);
  return html`<span class="says">${offset + 1} to ${offset + count} of ${total}</span>
${offset > 0 && html`<a href="${root}?offset=${earlier}#jobs">Newer</a>`}
${nextOffset !== null && html`<a href="${root}?offset=${nextOffset}#jobs">Older</a>`}`;
}
