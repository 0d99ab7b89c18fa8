import type { CitedPapers } from '../../papers/report/paper-pane.ts';
import type { Actions } from '../actions.ts';
import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { count } from '../summary.ts';
import { problemOrRemarks, waiting } from './pane-answers.ts';

/** The papers here that a paper cites, or that cite it, and on demand those that sources know beside them. */
export function drawCited(
  model: Model,
  index: number,
  relation: 'references' | 'citations',
  here: readonly number[],
  { findCited }: Actions,
): HTMLElement {
  const { ref } = model.paper(index);
  const verb = relation === 'references' ? 'it cites' : 'cite it';
  const known = here.map((at) =>
    element(
      'li',
      {},
      button({ class: 'link', dir: 'auto' }, () => model.open(at), model.paper(at).title),
    ),
  );
  const found = element('div', { 'aria-live': 'polite' });
  const ask = async () => {
    found.replaceChildren(waiting('Sources are asked …'));
    const jobs = model.data.searches.map((search) => search.ref);
    const answer = await findCited?.(ref, relation, jobs).catch(() => undefined);
    found.replaceChildren(...drawFound(answer, verb, jobs));
  };
  return element(
    'div',
    {},
    element('p', { class: 'says' }, `${count(here.length, 'paper')} of these ${verb}, as far as is known.`),
    element('ul', { class: 'pane-list' }, ...known),
    findCited &&
      element(
        'p',
        {},
        button({ class: 'tab' }, () => void ask(), `Find all that ${verb}`),
      ),
    found,
  );
}

function drawFound(answer: CitedPapers | undefined, verb: string, jobs: readonly string[]): HTMLElement[] {
  if (!answer || answer.problem !== undefined) return problemOrRemarks(answer);
  const { job, papers, known } = answer;
  const others = known > 0 ? ` ${count(known, 'other')} that ${verb} ${known === 1 ? 'is' : 'are'} here already.` : '';
  if (papers.length === 0 || job === undefined)
    return [element('p', {}, `No other paper is known.${others}`), ...problemOrRemarks(answer)];
  const add = element(
    'a',
    { class: 'tab', href: `${[...jobs, job].join(',')}` },
    `Add ${papers.length} to this search`,
  );
  const items = papers.map(({ title, about }) =>
    element(
      'li',
      {},
      element('span', { class: 'name', dir: 'auto' }, title),
      element('span', { class: 'says', dir: 'auto' }, about),
    ),
  );
  return [element('p', {}, add, others), ...problemOrRemarks(answer), element('ul', { class: 'pane-list' }, ...items)];
}
