import { html } from 'hono/html';
import type { InvalidField } from '../../contract/invalid.ts';
import type { JobsView } from '../../jobs/reading/list.ts';
import type { FormValues } from '../search-form.ts';
import { jobsTable } from './jobs-table.ts';
import { type Html, layout } from './layout.ts';
import { searchForm } from './search-fields.ts';

export type Home = { root: string; jobs: JobsView; values?: FormValues; invalid?: readonly InvalidField[] };

/** The form for a search, and the jobs of this machine. */
export function homePage({ root, jobs, values = {}, invalid = [] }: Home): Html {
  return layout({
    root,
    title: 'Search',
    body: html`<main class="page">
<h1>Search for papers</h1>
${problems(invalid)}
${searchForm(values, { root, mode: jobs.mode, invalid })}
${jobsTable(root, jobs)}
</main>`,
  });
}

function problems(invalid: readonly InvalidField[]): Html | undefined {
  if (invalid.length === 0) return undefined;
  return html`<div class="problem" role="alert"><p>Nothing was sent. Please correct:</p>
<ul>${invalid.map(({ message }) => html`<li>${message}</li>`)}</ul></div>`;
}
