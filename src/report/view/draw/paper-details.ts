import type { ViewPaper } from '../../data/report-data.ts';
import type { Actions } from '../actions.ts';
import { type Child, element, factList } from '../dom.ts';
import type { Model } from '../model.ts';
import { count } from '../summary.ts';
import { hasMoreAuthors } from './paper-lines.ts';

/** Links to the paper on the web. */
export function drawLinks({ ref, doi, link, pdf }: ViewPaper, actions: Actions): Child[] {
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

/** A web link; an address with another scheme is shown as text. */
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

/** The abstract of a paper, and the details that do not fit on its line. */
export function drawDetails(model: Model, paper: ViewPaper, actions: Actions): HTMLElement[] {
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
