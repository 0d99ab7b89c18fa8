import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { invalidInput, type PaperqueueError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { counted } from '../../lib/counted.ts';
import { isFree } from './begin-search.ts';
import type { RouteDeps } from './environment.ts';
import type { Page } from './pages/layout.ts';
import { messagePage } from './pages/message.ts';

const WATCH = ':watch{W[1-9][0-9]*}';

/** Watched searches: repeated on demand, at the usual cost, with the new papers of each run. */
export function watchRoutes({ root, features, notices, removals, show, drainSignal }: RouteDeps): Hono {
  const app = new Hono();

  app.post('/jobs/:ref{J[1-9][0-9]*}/watch', async (context) => {
    const ref = context.req.param('ref');
    const { watch, about } = (await features.watches()).add(ref);
    notices.say({ text: `Watched: ${about}`, undo: { path: `/watches/${watch}/remove` } });
    return context.redirect(`${root}/jobs/${ref}`, 303);
  });

  app.post(`/watches/${WATCH}/remove`, async (context) => {
    const { watch, job, about } = await find(context);
    removals.begin(watch, async () => (await features.watches()).remove(watch));
    notices.say({ text: `No longer watched: ${about}`, undo: { path: `/watches/${watch}/keep` } });
    return context.redirect(`${root}/jobs/${job}`, 303);
  });

  app.post(`/watches/${WATCH}/keep`, async (context) => {
    removals.undo(context.req.param('watch'));
    const { job, about } = await find(context);
    notices.say({ text: `Watched again: ${about}` });
    return context.redirect(`${root}/jobs/${job}`, 303);
  });

  /** The papers that its last run found first. */
  app.get(`/watches/${WATCH}`, async (context) => {
    const { job, news } = await find(context);
    return context.redirect(`${root}/jobs/${news ? `${news.job}?new` : job}`, 303);
  });

  /** If the run costs something, the cost is shown first. An unreported run is shown, not repeated. */
  app.post(`/watches/${WATCH}/run`, async (context) => {
    const watch = context.req.param('watch');
    const { job, about } = await find(context);
    const searches = await features.jobs();
    const { limit = 100 } = searches.jobStatus(job)?.request?.filters ?? {};
    const estimate = await searches.estimate({ limit }, drainSignal);
    const form = new URLSearchParams(await context.req.text());
    if (!isFree(estimate) && form.get('agreed') !== 'true') {
      const cost = `${counted(estimate.credits.cost, 'credit')} of the pool ${estimate.credits.pool}.`;
      return context.html(await show(costPage(`${root}/watches/${watch}/run`, about, cost)));
    }
    const call = { waitSeconds: 0, signal: drainSignal, drainSignal };
    for await (const run of (await features.watches()).run(watch, call)) {
      if ('error' in run) return context.html(await show(messagePage({ root, title: about, details: run.error })), 409);
      return context.redirect(`${root}/jobs/${run.lastRun ?? run.job}?new`, 303);
    }
    return context.notFound();
  });

  const find = async (context: Context) => {
    const watch = context.req.param('watch') ?? '';
    const listed = await features.watches();
    const found = listed.listNews().find((each) => each.watch === watch && !removals.isGone(watch));
    if (!found) throw noWatch(watch);
    return found;
  };

  return app;
}

function noWatch(watch: string): PaperqueueError {
  return invalidInput([invalidField('watch', { kind: 'no-watch', given: watch })]);
}

function costPage(action: string, about: string, cost: string): Page {
  return {
    title: 'Look for new papers',
    body: html`<main class="page"><h1>Look for new papers</h1><p dir="auto">${about}</p><p class="cost">${cost}</p>
<form method="post" action="${action}"><input type="hidden" name="agreed" value="true">
<p><button class="main" type="submit" autofocus>Search</button></p></form></main>`,
  };
}
