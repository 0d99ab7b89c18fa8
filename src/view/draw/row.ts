import type { ViewPaper } from '../../papers/report/view-data.ts';
import type { Actions } from '../actions.ts';
import { element } from '../dom.ts';
import type { Column } from '../filters.ts';
import type { Model } from '../model.ts';
import { count } from '../summary.ts';

const MAX_NAMED_AUTHORS = 4;

/** The row of a paper. Its abstract and the rest of what is known are made when it is opened. */
export function drawRow(model: Model, index: number, columns: readonly Column[], actions: Actions) {
  const paper = model.paper(index);
  const box = element('input', { type: 'checkbox', 'aria-label': `Choose ${paper.ref}: ${paper.title}` });
  box.addEventListener('change', () => model.choose([index], box.checked));
  const id = `more-${paper.ref}`;
  const button = element(
    'button',
    { type: 'button', class: 'title', 'aria-expanded': 'false', 'aria-controls': id, dir: 'auto' },
    paper.title,
  );
  const more = element('div', { class: 'more', id, hidden: true });
  const open = (isOpen: boolean) => {
    if (isOpen && !more.hasChildNodes()) more.append(...details(model, paper, actions));
    more.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => open(more.hidden !== false));
  const cell = (column: Column) =>
    element('td', { class: `num ${column}`, 'data-label': LABELS[column] }, cellText(paper, column));
  const row = element(
    'tr',
    { 'data-ref': paper.ref, ...(paper.retracted && { class: 'retracted' }) },
    element('td', { class: 'pick' }, box),
    element('td', { class: 'num rank', 'data-label': 'No.' }, String(index + 1)),
    element('th', { scope: 'row' }, button, ...byline(paper), badges(paper), more),
    ...columns.filter((column) => column !== 'rank' && column !== 'title').map(cell),
    element('td', { class: 'links' }, ...links(paper, actions)),
  );
  return { row, box, open, button };
}

export const LABELS: Record<Column, string> = {
  rank: 'No.',
  title: 'Paper',
  year: 'Year',
  cited: 'Citations',
  citedWithin: 'Cited here',
  match: 'Match',
};

function cellText(paper: ViewPaper, column: Column): string {
  const value = column === 'rank' ? undefined : paper[column];
  return typeof value === 'number' && column !== 'year' ? value.toLocaleString('en') : String(value ?? '');
}

function byline({ authors, venue }: ViewPaper): HTMLElement[] {
  const named = authors.slice(0, MAX_NAMED_AUTHORS).join(', ');
  const names = authors.length > MAX_NAMED_AUTHORS ? `${named} and ${authors.length - MAX_NAMED_AUTHORS} more` : named;
  const parts = [
    ...(names ? [element('span', { dir: 'auto' }, names)] : []),
    ...(venue ? [element('span', { class: 'venue', dir: 'auto' }, venue)] : []),
  ];
  return parts.length > 0 ? [element('div', { class: 'by' }, ...parts)] : [];
}

function badges({ retracted, oa, design, type }: ViewPaper): HTMLElement | undefined {
  const names = [
    ...(retracted ? [element('b', { class: 'badge warn' }, 'Retracted')] : []),
    ...(design ? [element('span', { class: 'badge' }, design.replaceAll('-', ' '))] : []),
    ...(type === 'preprint' ? [element('span', { class: 'badge' }, 'preprint')] : []),
    ...(oa ? [element('span', { class: 'badge open' }, 'open access')] : []),
  ];
  return names.length > 0 ? element('div', { class: 'badges' }, ...names) : undefined;
}

function links(paper: ViewPaper, actions: Actions): HTMLElement[] {
  const { doi, link, pdf } = paper;
  const page = doi === undefined ? link : doiAddress(doi);
  return [
    ...(page
      ? [
          anchor(
            page,
            doi === undefined ? 'Page' : 'DOI',
            `${doi === undefined ? 'Page' : `DOI ${doi}`} of ${paper.ref}`,
            actions,
          ),
        ]
      : []),
    ...(pdf ? [anchor(pdf, 'PDF', `PDF of ${paper.ref}`, actions)] : []),
  ];
}

function doiAddress(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replaceAll('#', '%23').replaceAll('?', '%3F')}`;
}

/** A link to the web; an address of another scheme is shown as text. */
function anchor(address: string, text: string, label: string | undefined, { openLink }: Actions): HTMLElement {
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
    ['Authors', paper.authors.length > MAX_NAMED_AUTHORS ? paper.authors.join(', ') : undefined],
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
  const list = facts
    .filter(([, value]) => value)
    .flatMap(([name, value = '']) => [element('dt', {}, name), element('dd', { dir: 'auto' }, value)]);
  return [text, element('dl', {}, ...list)];
}
