import { grouped } from '../../lib/counted.ts';
import type { ViewPaper } from '../../papers/report/report-data.ts';
import type { Actions } from '../actions.ts';
import { button, type Child, element, factList } from '../dom.ts';
import type { Model } from '../model.ts';
import { count } from '../summary.ts';
import { type Column, FACTS, type Fact, sorted } from '../view-filters.ts';
import { byline, evidence, hasMoreAuthors } from './paper-lines.ts';

/** The row of a paper. Its abstract and other details are created when it is opened. */
function drawRow(model: Model, index: number, columns: readonly Fact[], actions: Actions) {
  const paper = model.paper(index);
  const box = element('input', { type: 'checkbox', 'aria-label': `Choose ${paper.ref}: ${paper.title}` });
  box.addEventListener('change', () => model.choose([index], box.checked));
  const id = `more-${paper.ref}`;
  const title = button(
    { class: 'title', 'aria-expanded': 'false', 'aria-controls': id, dir: 'auto' },
    () => open(more.hidden === true),
    paper.title,
  );
  const more = element('div', { class: 'more', id, hidden: true });
  const open = (isOpen: boolean) => {
    if (isOpen && !more.hasChildNodes()) more.append(...details(model, paper, actions));
    more.hidden = !isOpen;
    title.setAttribute('aria-expanded', String(isOpen));
  };
  const cell = (column: Fact) => {
    const value = paper[column];
    const text = typeof value === 'number' && column !== 'year' ? grouped(value) : value;
    return element('td', { class: `num of-${column}` }, String(text ?? ''));
  };
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
        paper.match && element('span', { class: `pill ${paper.match}` }, paper.match),
        ...links(paper, actions),
      ),
      evidence(paper, true),
      more,
    ),
    ...columns.map(cell),
  );
  row.addEventListener('mouseenter', () => model.light(index));
  row.addEventListener('focusin', () => model.light(index));
  row.addEventListener('mouseleave', () => model.light());
  return { row, box, open, title };
}

const LABELS: Record<Column, string> = {
  rank: 'No.',
  title: 'Paper',
  year: 'Year',
  cited: 'Citations',
  citedWithin: 'Cited here',
  match: 'Match',
};

function links({ ref, doi, link, pdf }: ViewPaper, actions: Actions): Child[] {
  return [
    doi
      ? anchor(doiAddress(doi), 'DOI', `DOI ${doi} of ${ref}`, actions)
      : link && anchor(link, 'Page', `Page of ${ref}`, actions),
    pdf && anchor(pdf, 'PDF', `PDF of ${ref}`, actions),
  ];
}

function doiAddress(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replaceAll('#', '%23').replaceAll('?', '%3F')}`;
}

/** A link to the web; an address of another scheme is shown as text. */
function anchor(address: string, text: string, label: string, { openLink }: Actions): HTMLElement {
  if (!/^https?:\/\//i.test(address)) return element('span', {}, address);
  const node = element('a', { href: address, target: '_blank', rel: 'noopener noreferrer', 'aria-label': label }, text);
  if (openLink)
    node.addEventListener('click', (event) => {
      event.preventDefault();
      openLink(address);
    });
  return node;
}

function details(model: Model, paper: ViewPaper, actions: Actions): HTMLElement[] {
  const { papers } = model.data;
  const text = element(
    'p',
    { class: 'abstract', dir: 'auto' },
    paper.abstract ?? paper.summary ?? 'No abstract is known.',
  );
  if (paper.abstract === '' && actions.readAbstract)
    void actions.readAbstract(paper.ref).then((abstract) => {
      if (abstract) text.textContent = abstract;
    });
  const refs = (indices: readonly number[]) => indices.map((index) => papers[index]?.ref).join(', ');
  const self = papers.indexOf(paper);
  const citing = papers.flatMap(({ cites }, index) => (cites?.includes(self) ? [index] : []));
  const facts: [string, string | undefined][] = [
    ['Reference', [paper.ref, ...(paper.also ?? [])].join(', ')],
    ['Authors', hasMoreAuthors(paper) ? paper.authors.join(', ') : undefined],
    ['Type', paper.type],
    ['Fields', paper.fields.join(', ')],
    ['Keywords met', paper.keywords?.join(', ')],
    ['Quartile', paper.quartile],
    ['Lists', paper.references === undefined ? undefined : count(paper.references, 'reference')],
    ['Cites here', refs(paper.cites ?? [])],
    ['Cited here by', refs(citing)],
    ['Found in', paper.foundIn.join(', ')],
    ['DOI', paper.doi],
  ];
  return [text, factList(facts)];
}

/** All papers, one row each. Rows are created once, then hidden and moved as filters and order change. */
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
  const rest = button({ class: 'quiet rest' }, () => model.showAll());
  const table = element(
    'table',
    { class: 'papers' },
    element('caption', { class: 'unseen' }, 'Papers; a title opens the abstract'),
    element('thead', {}, element('tr', {}, element('td', { class: 'pick' }, all), ...heads.map(({ node }) => node))),
    body,
  );
  const drawChosen = () => {
    const { visible, chosen } = model;
    for (const [index, { box }] of rows.entries()) if (box.checked !== chosen.has(index)) box.checked = !box.checked;
    all.checked = visible.length > 0 && visible.every((index) => chosen.has(index));
    all.indeterminate = !all.checked && visible.some((index) => chosen.has(index));
  };
  let drawnOrder = model.order;
  const drawShown = () => {
    const { visible, heldBack } = model;
    const visibleRows = new Set(visible);
    for (const [index, { row }] of rows.entries()) if (row.hidden === visibleRows.has(index)) row.hidden = !row.hidden;
    if (model.order !== drawnOrder) {
      drawnOrder = model.order;
      body.append(...sorted(papers, [...papers.keys()], drawnOrder).map((index) => rows[index]?.row as Element));
    }
    empty.hidden = visible.length > 0;
    table.hidden = visible.length === 0;
    rest.hidden = heldBack === 0;
    rest.textContent = `Show the ${count(heldBack, 'paper')} that fit in part`;
    drawChosen();
    for (const { update } of heads) update();
  };
  model.onChange('shown', drawShown);
  model.onChange('chosen', drawChosen);
  let lit: HTMLElement | undefined;
  model.onLight((index) => {
    lit?.classList.remove('lit');
    lit = index === undefined ? undefined : rows[index]?.row;
    lit?.classList.add('lit');
  });
  model.onOpen((index) => {
    const opened = rows[index];
    opened?.open(true);
    opened?.title.scrollIntoView({ block: 'center' });
    opened?.title.focus({ preventScroll: true });
  });
  drawShown();
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
