import type { Actions } from '../actions.ts';
import { drawDecide, drawKeeping } from '../decide/draw-decide.ts';
import { nameDecision } from '../decide/person-decisions.ts';
import { button, element } from '../dom.ts';
import { isPoor, listFacts } from '../facts.ts';
import type { Model } from '../model.ts';
import { byline, evidence } from './paper-lines.ts';
import { drawYearStrip } from './years.ts';

/** Papers shown at first, and per step. */
const STEP = 6;

/**
 * A search as one card in a conversation: its numbers, its years, the first papers with the reason for each, and two
 * actions. `openAll` shows the whole report, opened at the paper with this index.
 */
export function drawAnswerCard(model: Model, actions: Actions, openAll: (index?: number) => void): HTMLElement {
  const { data } = model;
  const advice = isPoor(data) ? data.searches.flatMap(({ fit = [] }) => fit) : [];
  let limit = STEP;
  const list = element('ol', { class: 'few' });
  const shown = element('span', { class: 'says', role: 'status' });
  const more = button({ class: 'quiet' }, () => {
    limit += STEP;
    draw();
  });
  const clear = button({ class: 'quiet' }, () => model.filter({ yearFrom: undefined, yearTo: undefined }), 'all years');
  const ask = actions.ask && button({ class: 'box-button' }, () => actions.ask?.(keptRefs()), 'Ask about the kept');
  const keptRefs = () => model.kept().map((index) => model.paper(index).ref);
  let items = new Map<number, ReturnType<typeof drawItem>>();
  const { urgent } = drawKeeping(model, actions);
  model.onDecided((changed) => {
    for (const index of changed) items.get(index)?.update();
    drawKept();
    actions.onKept?.(keptRefs());
  });
  const draw = () => {
    const { visible, filters } = model;
    const indices = visible.slice(0, limit);
    items = new Map(indices.map((index) => [index, drawItem(model, index, openAll)]));
    list.replaceChildren(...[...items.values()].map(({ node }) => node));
    shown.textContent = visible.length === 0 ? 'No papers.' : `${indices.length} of ${visible.length}`;
    more.hidden = indices.length === visible.length;
    more.textContent = `show ${Math.min(STEP, visible.length - indices.length)} more`;
    clear.hidden = filters.yearFrom === undefined && filters.yearTo === undefined;
  };
  const drawKept = () => {
    if (ask) ask.disabled = keptRefs().length === 0;
  };
  model.onShown(draw);
  draw();
  drawKept();
  return element(
    'main',
    { class: 'answer' },
    element(
      'header',
      { class: 'line' },
      element('h1', { class: 'facts' }, listFacts(data).join(' · ')),
      data.papers.length > 0 && button({ class: 'box-button open-all' }, () => openAll(), 'Open all'),
    ),
    ...advice.map((text) => element('p', {}, text)),
    drawYearStrip(model),
    list,
    urgent,
    element('footer', { class: 'line' }, element('span', {}, shown, ' ', more, ' ', clear), ask),
  );
}

function drawItem(model: Model, index: number, openAll: (index?: number) => void) {
  const paper = model.paper(index);
  const decide = drawDecide(model, index);
  const node = element(
    'li',
    { class: 'item', 'data-ref': paper.ref },
    element('span', { class: 'ref' }, paper.ref),
    element(
      'div',
      {},
      element(
        'div',
        { class: 'line' },
        button({ class: 'title', dir: 'auto', title: paper.title }, () => openAll(index), paper.title),
        paper.match && element('span', { class: `pill ${paper.match}` }, paper.match),
      ),
      element('div', { class: 'line reason' }, byline(paper, true), evidence(paper)),
    ),
    decide.node,
  );
  const update = () => {
    decide.update();
    node.dataset.decision = nameDecision(model.decisions.of(index));
  };
  update();
  return { node, update };
}
