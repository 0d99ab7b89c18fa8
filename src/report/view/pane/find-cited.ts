import type { CitedPapers } from '../../data/page-answers.ts';
import { button, element, titledItem } from '../dom.ts';
import { count } from '../facts.ts';
import { problemOrRemarks, waiting } from './pane-answers.ts';

/** Finds on demand the papers that sources list as cited by a paper, or citing it, except those of these jobs. */
export function drawFindCited(verb: string, jobs: readonly string[], find: () => Promise<CitedPapers>): HTMLElement {
  const found = element('div', { 'aria-live': 'polite' });
  const ask = async () => {
    found.replaceChildren(waiting('Sources are asked …'));
    const answer = await find().catch(() => undefined);
    found.replaceChildren(...drawFound(answer, verb, jobs));
  };
  return element(
    'div',
    {},
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
  const items = papers.map(({ title, about }) => titledItem(title, about));
  return [element('p', {}, add, others), ...problemOrRemarks(answer), element('ul', { class: 'pane-list' }, ...items)];
}
