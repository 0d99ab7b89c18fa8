import type { Actions } from '../actions.ts';
import { drawDecisionCounts, drawOrderByKept } from '../decide/decision-bar.ts';
import { drawDecide, drawDecisionForm } from '../decide/draw-decide.ts';
import { nameDecision, signDecision } from '../decide/person-decisions.ts';
import { afterFirstFrame, button, element } from '../dom.ts';
import { mapInBatches } from '../map-in-batches.ts';
import type { Model } from '../model.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';
import { count } from '../summary.ts';
import { type Column, FACTS, sorted } from '../view-filters.ts';
import { drawDetails, drawLinks } from './paper-details.ts';
import { byline, evidence } from './paper-lines.ts';

/** The row of a paper. Its abstract and other details are created when it is opened. */
function drawRow(model: Model, index: number, actions: Actions, pane: ReadingPane) {
  const paper = model.paper(index);
  const box = element('input', { type: 'checkbox', 'aria-label': `Choose ${paper.ref}: ${paper.title}` });
  box.addEventListener('change', () => model.choose([index], box.checked));
  const id = `more-${paper.ref}`;
  const title = button(
    { class: 'title', 'aria-expanded': 'false', 'aria-controls': id, dir: 'auto' },
    () => {
      if (!pane.isBeside()) open(more.hidden === true);
      else if (pane.current() === index) pane.close();
      else pane.show(index);
    },
    paper.title,
  );
  const more = element('div', { class: 'more', id, hidden: true });
  let form: ReturnType<typeof drawDecisionForm> | undefined;
  const open = (isOpen: boolean) => {
    if (isOpen && !more.hasChildNodes()) {
      form = drawDecisionForm(model, index);
      more.append(form.node, ...drawDetails(model, paper, actions));
    }
    more.hidden = !isOpen;
    title.setAttribute('aria-expanded', String(isOpen));
  };
  const decide = drawDecide(model, index);
  const said = element('b', { class: 'on-paper' });
  const note = element('div', { class: 'noted', dir: 'auto' });
  const row = element(
    'tr',
    { 'data-ref': paper.ref },
    element('td', { class: 'pick' }, box),
    element('td', { class: 'num of-rank' }, String(index + 1)),
    element(
      'th',
      { scope: 'row' },
      title,
      element(
        'div',
        { class: 'line' },
        byline(paper),
        said,
        paper.match && element('span', { class: `pill ${paper.match}` }, paper.match),
        ...drawLinks(paper, actions),
        decide.node,
      ),
      evidence(paper, true),
      note,
      more,
    ),
  );
  /** Redraws the decision only. */
  const update = () => {
    decide.update();
    form?.update();
    const decided = model.decisions.of(index);
    row.dataset.decision = nameDecision(decided);
    said.textContent = decided?.decision ? signDecision(decided) : '';
    note.textContent = decided?.note ?? '';
  };
  if (model.decisions.of(index)) update();
  // Shows each paper to a person who moves through the list by keyboard.
  title.addEventListener('focus', () => {
    if (pane.current() !== undefined && title.matches(':focus-visible')) pane.show(index);
  });
  row.addEventListener('mouseenter', () => model.light(index));
  row.addEventListener('focusin', () => model.light(index));
  row.addEventListener('mouseleave', () => model.light());
  return { row, box, open, title, update };
}

const LABELS: Record<Column, string> = {
  rank: 'No.',
  title: 'Paper',
  year: 'Year',
  cited: 'Citations',
  citedWithin: 'Cited here',
  match: 'Match',
};

/** Rows of the first screens; the others are created after the first frame, or when something needs them. */
const FIRST_ROWS = 30;

/** All papers, one row each. Rows are created once, then hidden and moved as filters and order change. */
export function drawTable(model: Model, actions: Actions, pane: ReadingPane): Element {
  const { papers } = model.data;
  const facts = FACTS.filter((column) => papers.some((paper) => paper[column] !== undefined));
  const rows: ReturnType<typeof drawRow>[] = [];
  const all = element('input', { type: 'checkbox', 'aria-label': 'Choose all papers shown' });
  all.addEventListener('change', () => model.choose(model.visible, all.checked));
  const heads = (['rank', 'title', ...facts] as const).map((column) => head(model, column));
  const body = element('tbody');
  const drawRows = (last: number) => {
    const first = rows.length;
    for (let index = first; index < last; index += 1) rows.push(drawRow(model, index, actions, pane));
    body.append(...rows.slice(first).map(({ row }) => row));
  };
  const empty = element(
    'p',
    { class: 'empty' },
    papers.length === 0 ? 'The search found no papers.' : 'No paper passes these filters.',
  );
  const rest = button({ class: 'quiet rest' }, () => model.showAll());
  const table = element(
    'table',
    { class: 'papers' },
    element('caption', { class: 'unseen' }, 'Papers'),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('td', { class: 'pick' }, all),
        ...heads.map(({ node }) => node),
        element('td', { class: 'to-decide' }, drawOrderByKept(model), drawDecisionCounts(model)),
      ),
    ),
    body,
  );
  const drawChosen = () => {
    const { visible, chosen } = model;
    for (const [index, { box }] of rows.entries()) if (box.checked !== chosen.has(index)) box.checked = !box.checked;
    all.checked = visible.length > 0 && visible.every((index) => chosen.has(index));
    all.indeterminate = !all.checked && visible.some((index) => chosen.has(index));
  };
  let drawnOrder = model.order;
  /** Moves the rows to their positions, starting at the top, until a different order is requested. */
  const place = async () => {
    const order = model.order;
    drawnOrder = order;
    let last: Element | undefined;
    await mapInBatches(sorted(papers, [...papers.keys()], order), (index) => {
      const { row } = rows[index] as (typeof rows)[number];
      if (drawnOrder !== order) return;
      if (last) last.after(row);
      else body.prepend(row);
      last = row;
    });
  };
  const drawShown = () => {
    const { visible, heldBack } = model;
    const visibleRows = new Set(visible);
    for (const [index, { row }] of rows.entries()) if (row.hidden === visibleRows.has(index)) row.hidden = !row.hidden;
    if (model.order !== drawnOrder) void place();
    empty.hidden = visible.length > 0;
    table.hidden = visible.length === 0;
    rest.hidden = heldBack === 0;
    rest.textContent = `Show the ${count(heldBack, 'paper')} that fit in part`;
    drawChosen();
    for (const { update } of heads) update();
  };
  const drawAll = () => {
    drawRows(papers.length);
    drawShown();
  };
  model.onChange('shown', drawAll);
  model.onChange('chosen', drawChosen);
  model.onDecided((indices) => {
    for (const index of indices) rows[index]?.update();
  });
  let lit: HTMLElement | undefined;
  model.onLight((index) => {
    lit?.classList.remove('lit');
    lit = index === undefined ? undefined : rows[index]?.row;
    lit?.classList.add('lit');
  });
  model.onOpen((index) => {
    drawAll();
    const opened = rows[index];
    if (pane.isBeside()) pane.show(index);
    else opened?.open(true);
    const { top = 0, bottom = 0 } = opened?.row.getBoundingClientRect() ?? {};
    // Rows get their layout and height only when they are near the viewport, so scrolling is repeated.
    let frames = 3;
    const scroll = () => {
      opened?.title.scrollIntoView({ block: 'center' });
      if (frames-- > 0) requestAnimationFrame(scroll);
    };
    if (top < 0 || bottom > innerHeight) scroll();
    opened?.title.focus({ preventScroll: true });
  });
  let read: (typeof rows)[number] | undefined;
  pane.onChange((index) => {
    const former = read;
    read = index === undefined ? undefined : rows[index];
    for (const each of [former, read]) {
      each?.row.classList.toggle('read', each === read);
      each?.title.setAttribute('aria-expanded', String(each === read));
    }
  });
  drawRows(Math.min(FIRST_ROWS, papers.length));
  drawShown();
  afterFirstFrame(drawAll);
  addEventListener('beforeprint', drawAll);
  return element('div', {}, table, empty, rest);
}

function head(model: Model, column: Column) {
  // Numbers sort descending on the first click.
  const sort = () => {
    const { by, descending } = model.order;
    model.sort({ by: column, descending: by === column ? !descending : FACTS.some((fact) => fact === column) });
  };
  const name = column === 'title' ? 'of-title' : `num of-${column}`;
  const node = element(
    'th',
    { scope: 'col', class: name },
    element('span', { class: 'on-paper' }, LABELS[column]),
    button({ class: 'sort' }, sort, LABELS[column]),
  );
  const update = () => {
    const { by, descending } = model.order;
    if (by === column) node.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    else node.removeAttribute('aria-sort');
  };
  return { node, update };
}
