import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { PaperqueueError } from '../../../contract/errors.ts';
import { DEFAULT_LIMIT } from '../../../contract/rules.ts';
import type { GivenFile, TakenFile } from '../../../faces/ui/attach-file.ts';
import { beginSearch } from '../../../faces/ui/begin-search.ts';
import type { RouteDeps } from '../../../faces/ui/environment.ts';
import type { Html } from '../../../faces/ui/pages/html.ts';
import type { Page } from '../../../faces/ui/pages/layout.ts';
import { messagePage } from '../../../faces/ui/pages/message.ts';
import { searchOfForm } from '../../../faces/ui/search-form.ts';
import { counted } from '../../../lib/counted.ts';
import { MAX_ITEMS } from '../look-up-limits.ts';
import { asLookUp, type BoxRequest, readBox } from './read-box.ts';
import { takeFile } from './take-files.ts';

/** A task that finishes within this time is answered directly. */
const DIRECT_ANSWER_MS = 1_200;

/** The search box: a text is searched or looked up; files are imported, attached or looked up. */
export function findRoutes(deps: RouteDeps): Hono {
  const { root, features, tasks, notices, takeOwnFile, show, showDesk, drainSignal } = deps;
  const app = new Hono();

  app.post('/find', async (context) => {
    const form = await context.req.formData();
    const text = String(form.get('text') ?? '');
    const files = await readFiles(form);
    if (files.length > 0) {
      const title = files.length === 1 ? (files[0]?.name ?? '') : counted(files.length, 'file');
      return startTask(context, title, () => takeFiles(context, files));
    }
    const request = form.get('as') === 'look-up' ? asLookUp(text) : readBox(text);
    return request.kind === 'look-up'
      ? startTask(
          context,
          request.items.length === 1 ? (request.items[0] ?? '') : counted(request.items.length, 'reference'),
          () => lookUp(request.items),
        )
      : search(context, text, request);
  });

  const search = async (context: Context, text: string, request: BoxRequest) => {
    if (request.kind !== 'search') return context.redirect(root, 303);
    try {
      const search = searchOfForm({ ...request.values, limit: [String(DEFAULT_LIMIT)] });
      return await beginSearch(deps, context, search);
    } catch (error) {
      const { fields: invalid } = error instanceof PaperqueueError ? error.details : {};
      if (!invalid) throw error;
      return context.html(await showDesk(context, { values: request.values, invalid, asked: text }), 400);
    }
  };

  /** Starts a task and redirects to its result: directly if it finishes soon, otherwise by way of a waiting page. */
  const startTask = async (context: Context, title: string, run: () => Promise<string>) => {
    const key = tasks.start(title, run);
    const outcome = tasks.find(key)?.outcome.catch(() => undefined);
    const soon = await Promise.race([outcome, setTimeout(DIRECT_ANSWER_MS, undefined)]);
    return context.redirect(soon ?? `${root}/errands/${key}`, 303);
  };

  /** Looks up items in jobs of the maximum size; the page shows the jobs together. */
  const lookUp = async (items: readonly string[]): Promise<string> => {
    const lookups = await features.lookups();
    const refs: string[] = [];
    for (let from = 0; from < items.length; from += MAX_ITEMS) {
      const batch = items.slice(from, from + MAX_ITEMS);
      const { job } = await lookups.lookUpPapers({ items: batch }, { signal: drainSignal }, { limitSize: false });
      refs.push(job.ref);
    }
    return `${root}/jobs/${[...new Set(refs)].join(',')}`;
  };

  /** A single list of references is looked up as if it had been pasted. */
  const takeFiles = async (context: Context, files: readonly GivenFile[]): Promise<string> => {
    const taken: TakenFile[] = [];
    for (const file of files)
      taken.push((await takeOwnFile(context, file)) ?? (await takeFile(deps, file, drainSignal)));
    const [only] = taken;
    if (taken.length === 1 && only?.review) {
      notices.say({ text: only.says });
      return `${root}/review/${only.review}#compare`;
    }
    const [first] = taken;
    if (taken.length === 1 && first?.references && first.isList) return lookUp(first.references);
    const key = randomUUID();
    results.set(key, taken);
    for (const oldest of results.keys()) if (results.size > MAX_RESULTS) results.delete(oldest);
    return `${root}/files/${key}`;
  };
  const results = new Map<string, TakenFile[]>();

  app.get('/files/:key', async (context) => {
    const taken = results.get(context.req.param('key'));
    return taken ? context.html(await show(filesPage(root, taken))) : context.notFound();
  });

  app.get('/errands/:key', async (context) => {
    const task = tasks.find(context.req.param('key'));
    if (!task) return context.notFound();
    if (!task.isOver) return context.html(await show(waitingPage(task.title)));
    try {
      return context.redirect(await task.outcome, 303);
    } catch (error) {
      if (!(error instanceof PaperqueueError)) throw error;
      return context.html(await show(messagePage({ root, title: 'That did not work', details: error.details })), 400);
    }
  });

  app.get('/errands/:key/over.json', (context) => {
    const task = tasks.find(context.req.param('key'));
    return task ? context.json({ isOver: task.isOver }) : context.notFound();
  });

  return app;
}

const MAX_RESULTS = 100;

async function readFiles(form: FormData): Promise<GivenFile[]> {
  const files = form.getAll('file').filter((value): value is File => value instanceof File && value.size > 0);
  return Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

function waitingPage(title: string): Page {
  return {
    title: 'Looking it up',
    refreshSeconds: 2,
    body: html`<main class="page"><h1>Looking it up</h1><p dir="auto">${title}</p>
<div id="errand"><p class="state" role="status">Sources are asked …</p></div></main>`,
  };
}

function filesPage(root: string, files: readonly TakenFile[]): Page {
  return {
    title: 'Files',
    body: html`<main class="page"><h1>Files</h1><ul class="taken">${files.map((file) => fileItem(root, file))}</ul></main>`,
  };
}

function fileItem(root: string, { name, says, references, imported = [], paper, review }: TakenFile): Html {
  const [job] = paper?.split('-') ?? [];
  return html`<li><b dir="auto">${name}</b>: ${says}
${paper && html`<a href="${root}/${/^J/.test(paper) ? `jobs/${job}#${paper}` : `library/${paper}`}">Show the paper</a>`}
${
  imported.length > 0 &&
  html`<ul>${imported.map(({ ref, title }) => html`<li>${ref} <a dir="auto" href="${root}/library/${ref}">${title || 'Without a title'}</a></li>`)}</ul>`
}
${review && html`<a href="${root}/review/${review}#compare">Compare the decisions</a>`}
${
  references &&
  html`<form method="post" action="${root}/find" enctype="multipart/form-data">
<input type="hidden" name="as" value="look-up"><textarea name="text" hidden>${references.join('\n\n')}</textarea>
<p class="actions"><button type="submit">Look up its ${counted(references.length, 'reference')}</button></p></form>`
}</li>`;
}
