import type { JobProgress } from '../papers/report/job-progress.ts';
import type { CitedPapers, PaperNotes, PaperText } from '../papers/report/paper-pane.ts';
import type { ViewData } from '../papers/report/report-data.ts';
import type { Actions } from './actions.ts';
import { element } from './dom.ts';
import { drawView } from './draw/draw-report.ts';
import { save } from './file-actions.ts';
import { followAddress } from './follow/follow-address.ts';
import { followBox } from './follow/follow-box.ts';
import type { NotesChange } from './pane/notes-tab.ts';
import { drawLater } from './pane/reading-pane.ts';
import type { TextPart } from './pane/text-tab.ts';
import { count } from './summary.ts';
import { followTheme } from './theme.ts';

/** The pages of `paperqueue ui`: papers of jobs, and a running job's progress, fetched from its server. */

const LOOK_MS = 500;

async function showPapers(root: HTMLElement, jobs: string): Promise<void> {
  try {
    const notIn = root.dataset.new ? `?notIn=${root.dataset.new}` : '';
    // Only pages with papers have what stands below them.
    const [data, { drawMore }] = await Promise.all([
      tell<ViewData>(`${jobs}/view.json${notIn}`),
      import('./draw/more-charts.ts'),
    ]);
    const model = drawView(root, data, pageActions(jobs));
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
    tabs: [
      { name: 'Text', draw: async (paper) => (await import('./pane/text-tab.ts')).drawText(paper, TEXTS) },
      { name: 'Notes', draw: async (paper) => (await import('./pane/notes-tab.ts')).drawNotes(paper, NOTES) },
    ],
    drawFindCited: (ref, relation, verb, notIn) => {
      const find = () => tell<CitedPapers>(`../papers/${ref}/cited.json`, { relation, notIn });
      return drawLater(import('./pane/find-cited.ts').then(({ drawFindCited }) => drawFindCited(verb, notIn, find)));
    },
  };
}

/** Polls the job until it is over, then reloads the page, which shows its papers or why there are none. */
async function followJob(root: HTMLElement, job: string): Promise<void> {
  const state = element('p', { class: 'state', role: 'status' });
  const time = element('p', { class: 'says' });
  const list = element('ul', { class: 'asked-sources' });
  const first = element('ol', { class: 'first-papers' });
  const soon = element('p', { class: 'says', hidden: true }, SOON);
  root.replaceChildren(state, list, time, soon, first);
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
    drawFirst(first, progress?.first ?? []);
    soon.hidden = first.childElementCount === 0;
    time.textContent = progress ? `${progress.seconds} s` : '';
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const SOON = 'The first papers, in the order of their sources. All are ranked when every source has answered.';

/** Keeps the entries that stay, so that a reader does not lose the line, and puts them into the new order. */
function drawFirst(list: HTMLElement, papers: JobProgress['first']): void {
  const known = new Map([...list.children].map((item) => [item.getAttribute('data-key'), item]));
  const items = papers.map(({ title, authors, year, venue }) => {
    const about = [authors, year, venue].filter(Boolean).join(' · ');
    const made = () =>
      element(
        'li',
        { 'data-key': title + about },
        element('span', { class: 'name', dir: 'auto' }, title),
        element('span', { class: 'says', dir: 'auto' }, about),
      );
    return known.get(title + about) ?? made();
  });
  const isSame = items.length === list.children.length && items.every((item, at) => item === list.children[at]);
  if (!isSame) list.replaceChildren(...items);
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

const TEXTS = {
  readText: (ref: string, part: TextPart) => tell<PaperText>(`../papers/${ref}/text.json?${new URLSearchParams(part)}`),
  async attachText(ref: string, file: File) {
    const body = new FormData();
    body.set('file', file);
    return (await ask(`../papers/${ref}/text`, { method: 'POST', body })).json();
  },
};

const NOTES = {
  readNotes: (ref: string) => tell<PaperNotes>(`../papers/${ref}/notes.json`),
  changeNotes: (ref: string, change: NotesChange) => tell<PaperNotes>(`../papers/${ref}/notes.json`, change),
};

/** An answer about a paper; with a body, something is changed or made. */
async function tell<T>(address: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const options = body && { method: 'POST', headers, body: JSON.stringify(body) };
  return (await ask(address, options)).json() as Promise<T>;
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
