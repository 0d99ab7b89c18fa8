import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import { invalidInput, PaperqueueError } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import { EXPORT_KINDS, type ExportKind, PAPER_KIND_NAMES } from '../jobs/exporting/export-kinds.ts';
import type { Credits } from '../jobs/spending/charge-state.ts';
import type { UseCases } from '../jobs/use-cases.ts';
import { counted } from '../lib/counted.ts';
import type { RouteDeps } from './environment.ts';
import { type Html, layout } from './pages/layout.ts';
import { messagePage } from './pages/message.ts';

/** One job, or several whose papers are shown together. */
const JOBS = ':jobs{J[1-9][0-9]*(?:,J[1-9][0-9]*)*}';

const savedPapers = z.object({
  format: z.enum(PAPER_KIND_NAMES as [string, ...string[]]),
  refs: z.array(z.string().max(40)).max(10_000),
});

/** Jobs, their papers, and exports. All of it is free. */
export function jobRoutes({ root, useCases, follow, drainSignal }: RouteDeps): Hono {
  const app = new Hono();

  app.get('/together', (context) => {
    const jobs = [...new Set(context.req.queries('job') ?? [])].filter((ref) => /^J\d+$/.test(ref));
    return context.redirect(jobs.length === 0 ? `${root}#jobs` : `${root}/jobs/${jobs.join(',')}`, 303);
  });

  app.get(`/jobs/${JOBS}`, async (context) => {
    const jobs = context.req.param('jobs');
    const cases = await useCases();
    if (jobs.includes(',')) {
      const { mode } = await cases.getJob(jobs, FIRST, { waitSeconds: 0, signal: drainSignal });
      return context.html(resultPage({ root, jobs, mode, notes: [] }));
    }
    return showJob(context, cases, jobs);
  });

  const showJob = async (context: Context, cases: UseCases, ref: string) => {
    const progress = follow(cases, ref);
    if (progress && !progress.isOver) return context.html(runningPage({ root, ref, about: aboutOf(cases, ref) }));
    try {
      const { mode, credits, job } = await cases.getJob(ref, FIRST, { waitSeconds: 0, signal: drainSignal });
      if (job.status === 'unknown') return context.html(messagePage({ root, ...UNKNOWN }));
      const notes = context.req.query('reused') === undefined ? [] : [STORED];
      return context.html(resultPage({ root, jobs: ref, mode, credits, notes }));
    } catch (error) {
      if (!(error instanceof PaperqueueError) || !progress) throw error;
      return context.html(messagePage({ root, title: `${ref} has no papers`, details: error.details }));
    }
  };

  app.get(`/jobs/${JOBS}/progress.json`, async (context) => {
    const progress = follow(await useCases(), context.req.param('jobs'));
    return progress ? context.json(progress) : context.notFound();
  });

  app.get(`/jobs/${JOBS}/view.json`, async (context) =>
    context.json(await (await useCases()).viewData({ jobId: context.req.param('jobs') })),
  );

  app.get(`/jobs/${JOBS}/export/:kind`, async (context) => {
    const { jobs, kind } = context.req.param();
    if (!isKind(kind)) return context.notFound();
    const { ending, mimeType } = EXPORT_KINDS[kind];
    const { text } = await (await useCases()).renderExport({ jobId: jobs, format: kind }, true);
    context.header('Content-Disposition', `attachment; filename="${jobs.replaceAll(',', '-')}.${ending}"`);
    return context.body(text, 200, { 'Content-Type': `${mimeType}; charset=utf-8` });
  });

  /** The chosen papers, as text for the page to save. By POST, because the choice may be longer than an address. */
  app.post(`/jobs/${JOBS}/export`, async (context) => {
    const body = savedPapers.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) throw invalidInput([invalidField('body', 'format and refs are needed')]);
    const { format, refs } = body.data;
    const request = { jobId: context.req.param('jobs'), format: format as ExportKind, refs };
    return context.text((await (await useCases()).renderExport(request)).text);
  });

  return app;
}

const FIRST = { count: 1, facets: false };
const STORED = 'This machine has the papers of the same search: they are shown, and nothing was spent.';
const UNKNOWN = {
  title: 'It is unknown whether the search was charged',
  details: {
    code: 'CHARGE_UNKNOWN',
    charged: 'unknown',
    message: "The service's reply was lost. Nothing is sent again by itself.",
  },
} as const;

function isKind(name: string | undefined): name is ExportKind {
  return name !== undefined && Object.hasOwn(EXPORT_KINDS, name);
}

/** The query, as in the list of jobs. */
function aboutOf(cases: UseCases, ref: string): string {
  return cases.listJobs({}).jobs.find((job) => job.ref === ref)?.about ?? '';
}

type Result = {
  root: string;
  /** References of jobs, as in the address: `J1` or `J1,J3`. */
  jobs: string;
  /** Absent for several jobs. */
  credits?: Credits | undefined;
  mode: string;
  notes: readonly string[];
};

/** The papers of one or several jobs: the script draws the same view as in the report. */
function resultPage({ root, jobs, credits, mode, notes }: Result): Html {
  return layout({
    root,
    title: jobs,
    body: html`<section class="job page" aria-label="Cost and downloads">
${notes.map((note) => html`<p>${note}</p>`)}
${credits && html`<p>${jobs}: ${costInWords(credits, mode)}</p>`}
<details class="downloads"><summary>Download all papers, or the receipt</summary><p>${Object.entries(EXPORT_KINDS).map(
      ([kind, { title }]) => html`<a href="${root}/jobs/${jobs}/export/${kind}" download>${title}</a> `,
    )}</p></details>
</section>
<div id="view" data-jobs="${jobs}"><main><h1>${jobs}</h1>
<p class="state" role="status">Reading the papers …</p>
<noscript><p>This page draws the papers by a script. Without one, download them, or the report.</p></noscript>
</main></div>`,
  });
}

/** A running job: the script shows which sources have answered. */
function runningPage({ root, ref, about }: { root: string; ref: string; about: string }): Html {
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
