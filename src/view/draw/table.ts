import type { Actions } from '../actions.ts';
import { button, element } from '../dom.ts';
import { type Column, FACTS } from '../filters.ts';
import type { Model } from '../model.ts';
import { drawRow, LABELS } from './row.ts';

/** All papers, one row each; rows are made once, and hidden and moved as filters and order change. */
export function drawTable(model: Model, actions: Actions): Element {
  const { papers } = model.data;
  const facts = FACTS.filter((column) => papers.some((paper) => paper[column] !== undefined));
  const rows = papers.map((_, index) => drawRow(model, index, facts, actions));
  const all = element('input', { type: 'checkbox', 'aria-label': 'Choose all papers shown' });
  all.addEventListener('change', () => model.choose(model.visible, all.checked));
  const heads = (['rank', 'title', ...facts] as const).map((column) => head(model, column));
  const body = element('tbody', {}, ...rows.map(({ row }) => row));
  const empty = element(
    'p',
    { class: 'empty' },
    papers.length === 0 ? 'The search found no papers.' : 'No paper passes these filters.',
  );
  const table = element(
    'table',
    { class: 'papers' },
    element('caption', { class: 'unseen' }, 'Papers; a title opens the abstract'),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('td', { class: 'pick' }, all),
        ...heads.map(({ node }) => node),
        element('th', { scope: 'col', class: 'links' }, 'Links'),
      ),
    ),
    body,
  );
  const draw = () => {
    const { visible, chosen } = model;
    const visibleRows = new Set(visible);
    for (const [index, { row, box }] of rows.entries()) {
      row.hidden = !visibleRows.has(index);
      box.checked = chosen.has(index);
    }
    const order = visible.map((index) => rows[index]?.row as Element);
    if (order.some((row, place) => body.children[place] !== row)) body.prepend(...order);
    empty.hidden = visible.length > 0;
    table.hidden = visible.length === 0;
    all.checked = visible.length > 0 && visible.every((index) => chosen.has(index));
    all.indeterminate = !all.checked && visible.some((index) => chosen.has(index));
    for (const { update } of heads) update();
  };
  model.onChange(draw);
  model.onOpen((index) => {
    const opened = rows[index];
    opened?.open(true);
    opened?.title.scrollIntoView({ block: 'center' });
    opened?.title.focus({ preventScroll: true });
  });
  draw();
  return element('div', {}, table, empty);
}

function head(model: Model, column: Column) {
  // Numbers sort descending on the first click.
  const sort = () => {
    const { by, descending } = model.order;
    model.sort({ by: column, descending: by === column ? !descending : FACTS.some((fact) => fact === column) });
  };
  const name = column === 'title' ? 'of-title' : `num of-${column}`;
  const node = element('th', { scope: 'col', class: name }, button({ class: 'sort' }, sort, LABELS[column]));
  const update = () => {
    const { by, descending } = model.order;
    if (by === column) node.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    else node.removeAttribute('aria-sort');
  };
  return { node, update };
}
