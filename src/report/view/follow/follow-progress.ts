import type { JobProgress } from '../../data/page-answers.ts';
import { element, titledItem } from '../dom.ts';
import { count } from '../facts.ts';

/** Polls a running job or task, on the page that waits for it. */

const LOOK_MS = 500;

/** Polls the job until it is over, then reloads the page, which shows its papers, or the reason if there are none. */
export async function followJob(root: HTMLElement, job: string): Promise<void> {
  const state = element('p', { class: 'state', role: 'status' });
  const time = element('p', { class: 'says' });
  const list = element('ul', { class: 'asked-sources' });
  const first = element('ol', { class: 'first-papers' });
  const soon = element('p', { class: 'says', hidden: true }, SOON);
  root.replaceChildren(state, list, time, soon, first);
  for (;;) {
    const progress = await look<JobProgress>(`${job}/progress.json`);
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

/** Draws the first papers in order. Keeps existing items, so that a reader does not lose the line. */
function drawFirst(list: HTMLElement, papers: JobProgress['first']): void {
  const known = new Map([...list.children].map((item) => [item.getAttribute('data-key'), item]));
  const items = papers.map(({ title, authors, year, venue }) => {
    const about = [authors, year, venue].filter(Boolean).join(' · ');
    const key = title + about;
    return known.get(key) ?? titledItem(title, about, { 'data-key': key });
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

/** Reloads as soon as the task is over. */
export async function followTask(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const state = await look<{ isOver: boolean }>(`${location.pathname}/over.json`);
    if (state?.isOver) return location.reload();
  }
}

/** The current state; undefined without an answer. */
async function look<T>(address: string): Promise<T | undefined> {
  const response = await fetch(address).catch(() => undefined);
  return response?.ok ? (response.json() as Promise<T>) : undefined;
}
