import type { ViewData } from '../data/report-data.ts';
import { takeSeal } from './ask-sealed.ts';
import { closeByEscape } from './dom.ts';
import { drawView } from './draw/draw-report.ts';
import { followAddress } from './follow/follow-address.ts';
import { ask, pageActions } from './page-actions.ts';
import { followTheme } from './theme.ts';

/** The pages of `paperqueue ui`: papers of jobs, and a running job's progress, fetched from its server. */

async function showPapers(root: HTMLElement, jobs: string): Promise<void> {
  try {
    const seal = takeSeal(root);
    const notIn = root.dataset.new ? `?notIn=${root.dataset.new}` : '';
    // Only pages with papers have the sections below them.
    const [data, { drawMore }] = await Promise.all([
      ask<ViewData>(`${jobs}/view.json${notIn}`),
      import('./draw/more-charts.ts'),
    ]);
    const model = drawView(root, data, pageActions(jobs, seal));
    drawMore(root, model);
    followAddress(model);
  } catch {
    const text = 'The papers could not be read. Is paperqueue ui still running?';
    root.querySelector('.state')?.replaceChildren(text);
  }
}

followTheme(document.documentElement);
const menu = document.querySelector<HTMLDetailsElement>('details.menu');
if (menu) closeByEscape(menu);
const box = document.querySelector<HTMLFormElement>('form.one-box');
if (box) void import('./follow/follow-box.ts').then(({ followBox }) => followBox(box));
const opener = document.getElementById('go-to');
const { root: pages = '' } = document.body.dataset;
if (opener && box) void import('./follow/go-to.ts').then(({ followGoTo }) => followGoTo(opener, pages, box));
if (document.querySelector('[data-line]')) void import('./follow/fill-lines.ts').then(({ fillLines }) => fillLines());
const isWaitingPage = document.getElementById('errand') !== null;
const view = document.getElementById('view');
const progress = document.getElementById('progress');
if (view?.dataset.jobs) void showPapers(view, view.dataset.jobs);
const { job } = progress?.dataset ?? {};
if (isWaitingPage || job)
  void import('./follow/follow-progress.ts').then(({ followTask, followJob }) =>
    progress && job ? followJob(progress, job) : followTask(),
  );
const screen = document.getElementById('screen');
if (screen?.dataset.turn) void import('./screening/screen-page.ts').then(({ followScreen }) => followScreen(screen));
