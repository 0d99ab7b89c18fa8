import type { ViewData, ViewPaper } from '../../data/report-data.ts';
import type { Actions } from '../actions.ts';
import { type Child, element, factList } from '../dom.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';

/** Links to the paper on the web. */
export function drawLinks({ ref, doi, link, pdf }: ViewPaper, actions: Actions): Child[] {
  return [
    doi
      ? anchor(doiAddress(doi), `doi.org/${doi}`, `doi.org/${doi}, DOI of ${ref}`, actions)
      : link && anchor(link, 'Page', `Page of ${ref}`, actions),
    pdf && anchor(pdf, 'PDF', `PDF of ${ref}`, actions),
  ];
}

export function doiAddress(doi: string): string {
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

/** The abstract of a paper with the query words marked, and the details that do not fit on its line. */
export function drawDetails(model: Model, paper: ViewPaper, actions: Actions): HTMLElement[] {
  const { papers } = model.data;
  const text = element('p', { class: 'abstract', dir: 'auto' });
  const show = (abstract: string) => text.replaceChildren(...markAsked(model.data, paper, abstract));
  show(paper.abstract ?? paper.summary ?? 'No abstract is known.');
  if (paper.abstract === '' && actions.readAbstract)
    void actions.readAbstract(paper.ref).then((abstract) => {
      if (abstract) show(abstract);
    });
  const refs = (indices: readonly number[]) => indices.map((index) => papers[index]?.ref).join(', ');
  const citing = model.citing(papers.indexOf(paper));
  const facts: [string, string | undefined][] = [
    ['Reference', [paper.ref, ...(paper.also ?? [])].join(', ')],
    ['Authors', paper.authors.join(', ')],
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

/** A query has fewer different words. */
const MAX_WORDS = 400;

/** Matches all words that the evidence of the papers marks: the query's words in their different forms. */
const patterns = new WeakMap<ViewData, RegExp | undefined>();

function markedWords(data: ViewData): RegExp | undefined {
  if (!patterns.has(data)) {
    const marked = data.papers.flatMap(({ evidence = [] }) => evidence.filter((_, at) => at % 2 === 1));
    const words = [...new Set(marked.map((text) => text.toLowerCase()))].filter(Boolean).slice(0, MAX_WORDS);
    const escaped = words
      .sort((a, b) => b.length - a.length)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
    patterns.set(data, words.length > 0 ? pattern : undefined);
  }
  return patterns.get(data);
}

/** A paper's text with the query's words marked, and the sentence that matches the query best. */
function markAsked(data: ViewData, { evidence = [] }: ViewPaper, text: string): (Node | string)[] {
  const sentence = evidence.join('').replace(/^… ?| ?…$/g, '');
  const at = sentence === '' ? -1 : text.indexOf(sentence);
  if (at < 0) return markWords(data, text);
  const end = at + sentence.length;
  return [
    ...markWords(data, text.slice(0, at)),
    element('span', { class: 'best' }, ...markWords(data, text.slice(at, end))),
    ...markWords(data, text.slice(end)),
  ];
}

function markWords(data: ViewData, text: string): (Node | string)[] {
  const pattern = markedWords(data);
  if (!pattern) return [text];
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    parts.push(text.slice(end, index), element('mark', {}, word));
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}
