import type { Actions } from '../actions.ts';
import { drawDecide, drawDecisionForm } from '../decide/draw-decide.ts';
import { nameDecision, signDecision } from '../decide/person-decisions.ts';
import { afterFirstFrame, button, element, tableHead } from '../dom.ts';
import { count } from '../facts.ts';
import { createTypedMarks } from '../mark-typed.ts';
import type { Model } from '../model.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';
import { nameValue } from '../view-filters.ts';
import { doiAddress, drawDetails, drawLinks } from './paper-details.ts';
import { byline, evidence, warningOf } from './paper-lines.ts';

/** The row of a paper. Its abstract and other details are created when it is opened. */
function drawRow(model: Model, index: number, actions: Actions, pane: ReadingPane) {
  const paper = model.paper(index);
  const { ref, match, doi } = paper;
  const warning = warningOf(paper);
  const id = `more-${ref}`;
  const title = button(
    { class: 'title', 'aria-expanded': 'false', 'aria-controls': id, dir: 'auto' },
    () => {
      if (!pane.isBeside()) open(more.hidden === true);
      else pane.show(index, pane.current() === index ? title : undefined);
    },
    paper.title,
  );
  const more = element('div', { class: 'more', id, hidden: true });
  let form: ReturnType<typeof drawDecisionForm> | undefined;
  const open = (isOpen: boolean) => {
    if (isOpen && !more.hasChildNodes()) {
      form = drawDecisionForm(model, index);
      const links = element('p', { class: 'links' }, ...drawLinks(paper, actions));
      more.append(form.node, links, ...drawDetails(model, paper, actions));
    }
    more.hidden = !isOpen;
    row.classList.toggle('opened', isOpen);
    title.setAttribute('aria-expanded', String(isOpen));
  };
  const decide = drawDecide(model, index);
  const decision = element('b', { class: 'on-paper' });
  const note = element('div', { class: 'noted', dir: 'auto' });
  const row = element(
    'tr',
    { 'data-ref': ref },
    element(
      'td',
      { class: 'ref' },
      ref,
      match && element('span', { class: `match ${match}` }, nameValue('match', match, model.data)),
    ),
    element(
      'th',
      { scope: 'row' },
      title,
      warning !== undefined && element('div', { class: 'warn' }, warning),
      byline(paper),
      element('div', { class: 'on-paper' }, decision, doi && ` ${doiAddress(doi)}`),
      evidence(paper),
      note,
      more,
    ),
    element('td', { class: 'to-decide' }, decide.node),
  );
  /** Redraws the decision only. */
  const update = () => {
    decide.update();
    form?.update();
    const decided = model.decisions.of(index);
    row.dataset.decision = nameDecision(decided);
    decision.textContent = decided?.decision ? signDecision(decided) : '';
    note.textContent = decided?.note ?? '';
  };
  if (model.decisions.of(index)) update();
  // Shows each paper to a person who moves through the list by keyboard.
  title.addEventListener('focus', () => {
    if (pane.isBeside() && title.matches(':focus-visible')) pane.show(index);
  });
  row.addEventListener('mouseenter', () => model.light(index));
  row.addEventListener('focusin', () => model.light(index));
  row.addEventListener('mouseleave', () => model.light());
  return { row, open, title, update };
}

/** The usual height of a row, in pixels. The first frame draws rows for one screen, the next frame the others. */
const ROW_HEIGHT = 80;
/** Lists of more papers are drawn in steps, because each typed letter and each order redraws their rows. */
const ALL_AT_ONCE = 300;
const STEP_OF_MANY = 100;

/** The visible papers, a row each, in steps. A row is created once, then moved as filters and order change. */
export function drawTable(model: Model, actions: Actions, pane: ReadingPane): Element {
  const { papers } = model.data;
  const step = papers.length <= ALL_AT_ONCE ? ALL_AT_ONCE : STEP_OF_MANY;
  const rows = new Map<number, ReturnType<typeof drawRow>>();
  const rowOf = (index: number) => {
    const drawn = rows.get(index);
    if (drawn) return drawn;
    const row = drawRow(model, index, actions, pane);
    row.row.addEventListener('contentvisibilityautostatechange', () => marks.mark(row.row));
    rows.set(index, row);
    return row;
  };
  const marks = createTypedMarks(model);
  let limit = step;
  const body = element('tbody');
  const empty = element(
    'p',
    { class: 'empty' },
    papers.length === 0 ? 'The search found no papers.' : 'No paper passes these filters.',
  );
  const next = button({ class: 'quiet rest' }, () => {
    limit += step;
    draw();
  });
  const heldBack = button({ class: 'quiet rest' }, () => model.showAll());
  const table = element(
    'table',
    { class: 'papers' },
    element('caption', { class: 'unseen' }, 'Papers'),
    tableHead(['Reference', 'Paper', 'Decision']),
    body,
  );
  /** Replaces the rows; a row that has the focus keeps it. */
  const replaceRows = (drawn: readonly HTMLElement[]) => {
    if (!body.contains(document.activeElement)) return body.replaceChildren(...drawn);
    const kept = new Set<Element>(drawn);
    for (const row of [...body.children]) if (!kept.has(row)) row.remove();
    let at = body.firstElementChild;
    for (const row of drawn)
      if (row === at) at = at.nextElementSibling;
      else body.insertBefore(row, at);
  };
  const draw = (most = limit) => {
    const { visible, heldBack: held } = model;
    const drawn = visible.slice(0, Math.min(most, limit)).map((index) => rowOf(index).row);
    replaceRows(drawn);
    empty.hidden = visible.length > 0;
    table.hidden = visible.length === 0;
    next.hidden = visible.length <= limit;
    next.textContent = `Show ${Math.min(step, visible.length - limit)} more of ${count(visible.length, 'paper')}`;
    heldBack.hidden = held === 0;
    heldBack.textContent = `Show the ${count(held, 'paper')} that fit less well`;
    marks.begin(drawn);
  };
  model.onShown(() => {
    limit = step;
    draw();
  });
  model.onDecided((indices) => {
    for (const index of indices) rows.get(index)?.update();
  });
  let lit: HTMLElement | undefined;
  model.onLight((index) => {
    lit?.classList.remove('lit');
    lit = index === undefined ? undefined : rows.get(index)?.row;
    lit?.classList.add('lit');
  });
  model.onOpen((index) => {
    const at = model.visible.indexOf(index);
    if (at >= limit) limit = at + step;
    draw();
    const opened = rowOf(index);
    if (pane.isBeside()) pane.show(index);
    else opened.open(true);
    const { top, bottom } = opened.row.getBoundingClientRect();
    // Rows get their layout and height only when they are near the viewport, so scrolling is repeated.
    let frames = 3;
    const scroll = () => {
      opened.title.scrollIntoView({ block: 'center' });
      if (frames-- > 0) requestAnimationFrame(scroll);
    };
    if (top < 0 || bottom > innerHeight) scroll();
    opened.title.focus({ preventScroll: true });
  });
  let inPane: ReturnType<typeof drawRow> | undefined;
  pane.onChange((index) => {
    const former = inPane;
    inPane = index === undefined ? undefined : rowOf(index);
    for (const each of [former, inPane]) {
      each?.row.classList.toggle('read', each === inPane);
      each?.title.setAttribute('aria-expanded', String(each === inPane));
    }
  });
  draw(Math.ceil(innerHeight / ROW_HEIGHT));
  afterFirstFrame(() => draw());
  addEventListener('beforeprint', () => {
    limit = Number.POSITIVE_INFINITY;
    draw();
  });
  return element('div', { class: 'list' }, table, empty, next, heldBack);
}
