import { html } from 'hono/html';
import { EXPORT_KINDS, type ExportKind } from '../../jobs/exporting/export-kinds.ts';
import type { Credits } from '../../jobs/spending/charge-state.ts';
import { counted } from '../../lib/counted.ts';
import { type Html, layout } from './layout.ts';

const KIND_NAMES: Record<ExportKind, string> = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  'csl-json': 'CSL-JSON',
  csv: 'CSV',
  jsonl: 'JSON Lines',
  markdown: 'Markdown',
  bibliography: 'Bibliography (APA)',
  html: 'Report (HTML)',
  receipt: 'Receipt',
  'receipt-json': 'Receipt (JSON)',
};

export type Result = {
  root: string;
  /** References of jobs, as they stand in the address: `J1` or `J1,J3`. */
  jobs: string;
  /** Absent for several jobs. */
  credits?: Credits | undefined;
  mode: string;
  notes: readonly string[];
};

/** The papers of a job or several: the script draws the same view as in the report. */
export function resultPage({ root, jobs, credits, mode, notes }: Result): Html {
  return layout({
    root,
    title: jobs,
    body: html`<section class="job page" aria-label="Cost and downloads">
${notes.map((note) => html`<p>${note}</p>`)}
${credits && html`<p>${jobs}: ${costInWords(credits, mode)}</p>`}
<details class="downloads"><summary>Download all papers, or the receipt</summary><p>${Object.keys(EXPORT_KINDS).map(
      (kind) => html`<a href="${root}/jobs/${jobs}/export/${kind}" download>${KIND_NAMES[kind as ExportKind]}</a> `,
    )}</p></details>
</section>
<div id="view" data-jobs="${jobs}"><main><h1>${jobs}</h1>
<p class="state" role="status">Reading the papers …</p>
<noscript><p>This page draws the papers by a script. Without one, download them, or the report.</p></noscript>
</main></div>`,
  });
}

/** A job that still runs: the script shows which sources have answered. */
export function runningPage({ root, ref, about }: { root: string; ref: string; about: string }): Html {
  return layout({
    root,
    title: `${ref} is searching`,
    refreshSeconds: 5,
    body: html`<main class="page"><h1>Searching</h1><p dir="auto">${ref}: ${about}</p>
<div id="progress" data-job="${ref}"><p class="state" role="status">The search runs …</p></div>
<p class="says">You can close this page: the job continues, and the list of jobs has it.</p></main>`,
  });
}

function costInWords({ cost, pool, charged }: Credits, mode: string): string {
  if (mode === 'embedded') return 'free (embedded mode)';
  if (cost === 0) return 'free';
  const price = `${counted(cost, 'credit')} of the pool ${pool}`;
  if (charged === 'no') return `${price}, not charged`;
  if (charged === 'unknown') return `${price}; it is unknown whether they were charged`;
  return `${price}, charged`;
}
