import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import { invalidInput, PaperqueueError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { RouteDeps } from '../../faces/ui/environment.ts';
import type { Page } from '../../faces/ui/pages/layout.ts';
import { messagePage } from '../../faces/ui/pages/message.ts';
import { EXPORT_KINDS, type ExportKind, PAPER_KIND_NAMES } from '../../formats/export-kinds.ts';
import type { JobAnswerView } from '../../jobs/answers/answer-view.ts';
import type { Features } from '../../jobs/features.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { counted } from '../../lib/counted.ts';
import type { PushReport } from '../../library/ports/zotero.ts';
import { createPageKeys } from '../../review/pages/page-keys.ts';
import { readerOf } from '../../review/pages/screening-routes.ts';
import { searchLine } from './desk/searches-list.ts';
import { createFollower } from './follow.ts';
import { type JobActions, type LookUpView, type Result, resultPage, runningPage, sourcesOf } from './job-page.ts';

/** One job, or several whose papers are shown together. */
const JOBS = ':jobs{J[1-9][0-9]*(?:,J[1-9][0-9]*)*}';

const JOB = ':ref{J[1-9][0-9]*}';

const savedPapers = z.object({
  format: z.enum(PAPER_KIND_NAMES as [string, ...string[]]),
  refs: z.array(z.string().max(40)).max(10_000),
});

/** Pages of jobs, their papers, and exports. All of it is free. */
export function jobRoutes(deps: RouteDeps): Hono {
  const { root, features, zotero, notices, removals, facts, show, drainSignal } = deps;
  const follow = createFollower(drainSignal);
  const pageKeys = createPageKeys(deps.folderKey);
  const app = new Hono();

  app.get('/together', (context) => {
    const jobs = [...new Set(context.req.queries('job') ?? [])].filter((ref) => /^J\d+$/.test(ref));
    return context.redirect(jobs.length === 0 ? `${root}#searches` : `${root}/jobs/${jobs.join(',')}`, 303);
  });

  app.get(`/jobs/${JOBS}`, async (context) => {
    const jobs = context.req.param('jobs');
    const searches = await features.jobs();
    if (!jobs.includes(',')) return showJob(context, searches, jobs);
    const running = jobs.split(',').find((ref) => follow(searches, ref)?.isOver === false);
    if (running !== undefined) {
      const { about = '' } = find(searches, running) ?? {};
      return context.html(await show(runningPage({ root, ref: running, about })));
    }
    const { mode } = await searches.getJob(jobs, FIRST, { waitSeconds: 0, signal: drainSignal });
    const lookUps = await lookedUp(features, jobs.split(','));
    return showPapers(context, { jobs, mode, notes: [], lookUps });
  });

  const showJob = async (context: Context, searches: Jobs, ref: string) => {
    const progress = follow(searches, ref);
    const { about = '' } = find(searches, ref) ?? {};
    if (progress && !progress.isOver) return context.html(await show(runningPage({ root, ref, about })));
    try {
      const answer = await searches.getJob(ref, FIRST, { waitSeconds: 0, signal: drainSignal });
      const { mode, credits, job } = answer;
      if (job.status === 'unknown') return context.html(await show(messagePage({ root, ...UNKNOWN })));
      const { watch, onlyNew } = await asRun(ref, answer);
      const notes = context.req.query('reused') === undefined ? [] : [STORED];
      const isNew = context.req.query('new') !== undefined;
      const page = {
        jobs: ref,
        mode,
        credits,
        notes,
        lookUps: await lookedUp(features, [ref]),
        actions: actionsOf(searches, ref, watch),
        onlyNew: isNew ? onlyNew : undefined,
      };
      return showPapers(context, page);
    } catch (error) {
      if (!(error instanceof PaperqueueError) || !progress) throw error;
      return context.html(await show(failedPage(searches, ref, error)));
    }
  };

  /** The page contains a key, so no cache may store it: another program may have the port later. */
  const showPapers = async (context: Context, shown: Omit<Result, 'root' | 'deciding'>) => {
    const { as } = context.req.query();
    const turn = `${root}/job/${shown.jobs}/turn${as ? `?${new URLSearchParams({ as })}` : ''}`;
    const deciding = { turn, ...pageKeys.begin({ of: shown.jobs, who: readerOf(context, deps) }) };
    const page = await show(resultPage({ ...shown, root, deciding }));
    context.header('Cache-Control', 'no-store');
    return context.html(page);
  };

  /** If the job is the last run of a watch, its end is reported now, so that the next run creates a new job. */
  const asRun = async (ref: string, answer: JobAnswerView) => {
    const all = await features.watches();
    const isOfJob = ({ job, lastRun }: { job: string; lastRun: string | null }) => job === ref || lastRun === ref;
    const watch = all.list().find((each) => isOfJob(each) && !removals.isGone(each.watch));
    if (watch?.lastRun === ref) all.markReported({ ...watch, answer });
    return { watch: watch?.watch, onlyNew: watch && all.runsBefore(watch.watch, ref).join(',') };
  };

  const actionsOf = (searches: Jobs, ref: string, watch: string | undefined): JobActions => {
    const { starred, name } = find(searches, ref) ?? {};
    const request = searches.jobStatus(ref)?.request;
    const { query = '', keywords } = request?.body ?? {};
    const isTitle = keywords === undefined && !query.includes('?') && query.split(' ').length <= MAX_TITLE_WORDS;
    return {
      isSearch: Boolean(request),
      isStarred: starred === true,
      name,
      watch,
      hasZotero: zotero !== undefined,
      title: isTitle && query !== '' ? query : undefined,
    };
  };

  /** The failure, with a button to repeat the search and a link to the filled form. */
  const failedPage = (searches: Jobs, ref: string, { details }: PaperqueueError) => {
    const { request, sources = [] } = searches.jobStatus(ref) ?? {};
    return messagePage({
      root,
      title: `${ref} has no papers`,
      details,
      more: sourcesOf(sources),
      ...(request && {
        offer: { action: `${root}/jobs/${ref}/again`, consent: {}, text: 'Search it again' },
        change: `${root}?of=${ref}`,
      }),
    });
  };

  app.post(`/jobs/${JOB}/star`, async (context) => {
    const [ref, form] = [context.req.param('ref'), new URLSearchParams(await context.req.text())];
    const isStarred = form.get('starred') === 'true';
    await (await features.jobs()).starJob(ref, isStarred);
    const fields = { starred: isStarred ? '' : 'true', back: form.get('back') ?? '' };
    const text = isStarred ? `${ref} is starred: it stays on top.` : `${ref} is no longer starred.`;
    notices.say({ text, undo: { path: `/jobs/${ref}/star`, fields } });
    return backTo(context, ref, form);
  });

  app.post(`/jobs/${JOB}/name`, async (context) => {
    const [ref, form] = [context.req.param('ref'), new URLSearchParams(await context.req.text())];
    const searches = await features.jobs();
    const { name: former = '' } = find(searches, ref) ?? {};
    const { name } = await searches.nameJob(ref, form.get('name')?.trim() || null);
    const text = name === undefined ? `${ref} has no name any more.` : `${ref} is named ${name}.`;
    notices.say({ text, undo: { path: `/jobs/${ref}/name`, fields: { name: former } } });
    return backTo(context, ref, form);
  });

  /** The search and its papers are removed when undo is no longer possible. The cost stays recorded. */
  app.post(`/jobs/${JOB}/remove`, async (context) => {
    const ref = context.req.param('ref');
    const searches = await features.jobs();
    const [kept] = searches.findRemovable(ref).kept;
    if (kept && !('watch' in kept && removals.isGone(kept.watch))) {
      notices.say({ text: `${ref} stays: ${WHY_KEPT['watch' in kept ? 'watched' : kept.why]}.` });
      return context.redirect(`${root}/jobs/${ref}`, 303);
    }
    removals.begin(ref, () => searches.removeJobs(ref));
    notices.say({ text: `${ref} is removed.`, undo: { path: `/jobs/${ref}/keep` } });
    return context.redirect(`${root}#searches`, 303);
  });

  app.post(`/jobs/${JOB}/keep`, async (context) => {
    const ref = context.req.param('ref');
    const isBack = removals.undo(ref) && find(await features.jobs(), ref) !== undefined;
    notices.say({ text: isBack ? `${ref} is back.` : `${ref} was removed: it cannot come back.` });
    return context.redirect(`${root}#searches`, 303);
  });

  const backTo = (context: Context, ref: string, form: URLSearchParams) =>
    context.redirect(form.get('back') === 'desk' ? `${root}#line-${ref}` : `${root}/jobs/${ref}`, 303);

  /** A line of the desk with the number of fitting papers; counting takes half a second the first time. */
  app.get(`/jobs/${JOB}/line`, async (context) => {
    const ref = context.req.param('ref');
    const searches = await features.jobs();
    follow(searches, ref);
    const job = find(searches, ref);
    if (!job) return context.notFound();
    const earlier = (context.req.query('earlier') ?? '').split(',').filter((each) => /^J\d+$/.test(each));
    const { mode } = searches.listJobs({ count: 0 });
    return context.html(searchLine(root, { ...job, earlier, facts: await facts.count(ref) }, mode));
  });

  app.post(`/jobs/${JOB}/zotero`, async (context) => {
    const ref = context.req.param('ref');
    if (!zotero) return context.notFound();
    const papers = await (await features.exports()).exportedPapers({ jobId: ref });
    const report = await (await zotero()).push(papers, { signal: drainSignal });
    return context.html(await show(pushedPage(root, ref, report)));
  });

  app.get(`/jobs/${JOBS}/progress.json`, async (context) => {
    const progress = follow(await features.jobs(), context.req.param('jobs'));
    return progress ? context.json(progress) : context.notFound();
  });

  app.get(`/jobs/${JOBS}/view.json`, async (context) =>
    context.json(await (await features.exports()).viewData({ jobId: context.req.param('jobs'), ...newOnly(context) })),
  );

  app.get(`/jobs/${JOBS}/export/:kind`, async (context) => {
    const { jobs, kind } = context.req.param();
    if (!isKind(kind)) return context.notFound();
    const { ending, mimeType } = EXPORT_KINDS[kind];
    const { text } = await (await features.exports()).renderExport({ jobId: jobs, format: kind }, true);
    context.header('Content-Disposition', `attachment; filename="${jobs.replaceAll(',', '-')}.${ending}"`);
    return context.body(text, 200, { 'Content-Type': `${mimeType}; charset=utf-8` });
  });

  /** The chosen papers as text for the page to save. Uses POST, because the choice may be longer than a URL allows. */
  app.post(`/jobs/${JOBS}/export`, async (context) => {
    const body = savedPapers.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) throw invalidInput([invalidField('body', 'format and refs are needed')]);
    const { format, refs } = body.data;
    const request = { jobId: context.req.param('jobs'), format: format as ExportKind, refs };
    return context.text((await (await features.exports()).renderExport(request)).text);
  });

  return app;
}

const WHY_KEPT = {
  sending: 'it is being sent',
  running: 'it is running',
  'charge-unknown': 'it is unknown whether it was charged',
  watched: 'it is watched',
};
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

/** Longer texts are not titles. */
const MAX_TITLE_WORDS = 30;

function find(searches: Jobs, ref: string) {
  return searches.listJobs({ count: Number.MAX_SAFE_INTEGER }).jobs.find((job) => job.ref === ref);
}

async function lookedUp(features: Pick<Features, 'lookups'>, refs: readonly string[]): Promise<LookUpView[]> {
  const lookups = await features.lookups();
  const views = await Promise.all(refs.map((ref) => lookups.lookedUp(ref)));
  return views.filter((view) => view !== undefined);
}

/** Excludes the papers of these jobs, earlier runs of the same search. */
function newOnly(context: Context): { where?: { notIn: string[] } } {
  const jobs = (context.req.query('notIn') ?? '').split(',').filter((ref) => /^J[1-9]\d*$/.test(ref));
  return jobs.length > 0 ? { where: { notIn: jobs } } : {};
}

function pushedPage(root: string, ref: string, { library, added, present, failed }: PushReport): Page {
  const counts = `${counted(added.length, 'paper')} added, ${present.length} there already (${library}).`;
  return {
    title: 'To Zotero',
    body: html`<main class="page"><h1>To Zotero</h1><p>${counts}</p>
${
  failed.length > 0 &&
  html`<div class="problem"><p>${counted(failed.length, 'paper')} could not be added:</p>
<ul>${failed.map(({ ref: paper, title }) => html`<li>${paper} ${title}</li>`)}</ul></div>`
}
<p><a href="${root}/jobs/${ref}">Back to the papers</a></p></main>`,
  };
}
