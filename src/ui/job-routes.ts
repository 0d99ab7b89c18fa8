import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { invalidInput, PaperqueueError } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import { EXPORT_KINDS, type ExportKind, PAPER_KIND_NAMES } from '../jobs/exporting/export-kinds.ts';
import type { UseCases } from '../jobs/use-cases.ts';
import type { RouteDeps } from './environment.ts';
import { resultPage, runningPage } from './pages/job.ts';
import { messagePage } from './pages/message.ts';

/** One job, or several whose papers are shown together. */
const JOBS = ':jobs{J[1-9][0-9]*(?:,J[1-9][0-9]*)*}';

const savedPapers = z.object({
  format: z.enum(PAPER_KIND_NAMES as [string, ...string[]]),
  refs: z.array(z.string().max(40)).max(10_000),
});

/** Jobs, their papers, and what can be saved of them. All of it is free. */
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
    const text = await (await useCases()).renderExport({ jobId: jobs, format: kind }, true);
    context.header('Content-Disposition', `attachment; filename="${jobs.replaceAll(',', '-')}.${ending}"`);
    return context.body(text, 200, { 'Content-Type': `${mimeType}; charset=utf-8` });
  });

  /** The chosen papers, as text for the page to save: the choice may be longer than an address. */
  app.post(`/jobs/${JOBS}/export`, async (context) => {
    const body = savedPapers.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) throw invalidInput([invalidField('body', 'format and refs are needed')]);
    const { format, refs } = body.data;
    const request = { jobId: context.req.param('jobs'), format: format as ExportKind, refs };
    return context.text(await (await useCases()).renderExport(request));
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

/** What was asked, as the list of jobs shows it. */
function aboutOf(cases: UseCases, ref: string): string {
  return cases.listJobs({}).jobs.find((job) => job.ref === ref)?.about ?? '';
}
