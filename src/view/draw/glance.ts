import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { type SummaryLine, summarise } from '../summary.ts';

/** What was found, what matters, what is missing. */
export function drawGlance(model: Model): Element {
  const { found, matters, missing } = summarise(model.data);
  return element(
    'section',
    { class: 'glance', 'aria-label': 'At a glance' },
    column(model, 'Found', found),
    matters.length > 0 && column(model, 'What matters', matters),
    (missing.length > 0 || model.data.papers.length > 0) &&
      column(model, 'What is missing', missing.length > 0 ? missing : [{ text: 'Nothing that is known' }]),
  );
}

function column(model: Model, title: string, lines: readonly SummaryLine[]): HTMLElement {
  return element(
    'div',
    {},
    element('h2', {}, title),
    element('ul', {}, ...lines.map((line) => element('li', {}, shown(model, line)))),
  );
}

function shown(model: Model, { text, paper }: SummaryLine): HTMLElement {
  if (paper === undefined) return element('span', {}, text);
  return button({ class: 'link', dir: 'auto' }, () => model.open(paper), text);
}
