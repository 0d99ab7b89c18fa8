import type { JobProgress } from '../papers/report/job-progress.ts';
import type { ViewData } from '../papers/report/report-data.ts';
import type { Actions } from './actions.ts';
import { element } from './dom.ts';
import { drawView } from './draw/draw-report.ts';
import { drawMore } from './draw/more-charts.ts';
import { save } from './file-actions.ts';
import { followAddress } from './follow/follow-address.ts';
import { followBox } from './follow/follow-box.ts';
import { count } from './summary.ts';
import { followTheme } from './theme.ts';

/** The pages of `paperqueue ui`: papers of jobs, and a running job's progress, fetched from its server. */

const LOOK_MS = 1_000;

async function showPapers(root: HTMLElement, jobs: string): Promise<void> {
  try {
    const notIn = root.dataset.new ? `?notIn=${root.dataset.new}` : '';
    const response = await ask(`${jobs}/view.json${notIn}`);
    const model = drawView(root, (await response.json()) as ViewData, pageActions(jobs));
    drawMore(root, model);
    followAddress(model);
  } catch {
    const text = 'The papers could not be read. Is paperqueue ui still running?';
    root.querySelector('.state')?.replaceChildren(text);
  }
}

function pageActions(jobs: string): Actions {
  return {
    save,
    exportPapers: async ({ name: format }, refs) => {
      const body = JSON.stringify({ format, refs });
      const headers = { 'content-type': 'application/json' };
      return (await ask(`${jobs}/export`, { method: 'POST', headers, body })).text();
    },
  };
}

/** Polls the job until it is over, then reloads the page, which shows its papers or why there are none. */
async function followJob(root: HTMLElement, job: string): Promise<void> {
  const state = element('p', { class: 'state', role: 'status' });
  const time = element('p', { class: 'says' });
  const list = element('ul', { class: 'asked-sources' });
  root.replaceChildren(state, list, time);
  for (;;) {
    const progress = await ask(`${job}/progress.json`).then(
      (response) => response.json() as Promise<JobProgress>,
      () => undefined,
    );
    if (progress?.isOver) return location.reload();
    const text = progress ? stateInWords(progress) : 'No answer. Is paperqueue ui still running?';
    // Unchanged text is not announced again.
    if (state.textContent !== text) {
      state.textContent = text;
      list.replaceChildren(...(progress?.sources ?? []).map(sourceItem));
    }
    time.textContent = progress ? `${progress.seconds} s` : '';
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function stateInWords({ sources, status, problem }: JobProgress): string {
  if (problem !== undefined) return problem;
  const answered = sources.filter(({ gave }) => gave !== undefined).length;
  if (sources.length === 0) return status === 'submitting' ? 'The search is being sent …' : 'The search runs …';
  if (answered < sources.length)
    return `${answered} of ${count(sources.length, 'source has', 'sources have')} answered.`;
  return 'All sources have answered. The papers are merged and ranked …';
}

function sourceItem({ title, gave, failed }: JobProgress['sources'][number]): HTMLElement {
  const text = failed ?? (gave === undefined ? 'searching …' : count(gave, 'record'));
  return element('li', { class: gave === undefined ? 'waiting' : 'answered' }, `${title}: ${text}`);
}

/** Goes on as soon as what was asked for is there. */
async function followErrand(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const state = await ask(`${location.pathname}/over.json`).then(
      (response) => response.json() as Promise<{ isOver: boolean }>,
      () => undefined,
    );
    if (state?.isOver) return location.reload();
  }
}

/** Addresses are relative to the job's page, which is beside its folder. */
async function ask(address: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response;
}

followTheme(document.documentElement);
const box = document.querySelector<HTMLFormElement>('form.one-box');
if (box) followBox(box);
if (document.getElementById('errand')) void followErrand();
const view = document.getElementById('view');
const progress = document.getElementById('progress');
if (view?.dataset.jobs) void showPapers(view, view.dataset.jobs);
if (progress?.dataset.job) void followJob(progress, progress.dataset.job);
