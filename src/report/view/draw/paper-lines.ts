import type { ViewPaper } from '../../data/report-data.ts';
import { element } from '../dom.ts';
import { count } from '../summary.ts';

const MAX_NAMED_AUTHORS = 2;

/**
 * One line about a paper: a warning, authors and year, venue, citations, and type; the short form has only the first
 * author, the year and the citations.
 */
export function byline(paper: ViewPaper, isShort = false): HTMLElement {
  const { authors, moreAuthors = 0, venue, year, cited, citedWithin, retracted, notice, oa, design, type } = paper;
  const all = authors.length + moreAuthors;
  const named = isShort || all > MAX_NAMED_AUTHORS ? 1 : all;
  const parts: [name: string, text: string | undefined | false][] = [
    ['warn', notice ?? (retracted && 'Retracted')],
    ['names', authors.slice(0, named).join(', ') + (all > named ? ' et al.' : '')],
    ['num', year === undefined ? undefined : String(year)],
    ['venue', !isShort && venue],
    ['num', cited === undefined ? undefined : count(cited, 'citation')],
    ['', !isShort && citedWithin ? `${citedWithin} here` : undefined],
    ['', !isShort && design?.replaceAll('-', ' ')],
    ['', !isShort && type === 'preprint' && type],
    ['', !isShort && oa && 'open access'],
  ];
  const known = parts.filter(([, text]) => text);
  // A separator belongs to the part behind it, and a right-to-left part does not absorb it.
  const drawn = known.map(([name, text], at) =>
    element('span', { class: name || undefined }, at > 0 && ' · ', element('bdi', {}, text)),
  );
  return element('div', { class: 'by' }, ...drawn);
}

/** The sentence of the abstract that matches the query best, with the query words marked. */
export function evidence({ evidence: parts, summary }: ViewPaper, isShort = false): HTMLElement | undefined {
  if (!parts) return summary ? element('div', { class: 'evidence', dir: 'auto' }, summary) : undefined;
  const [before = '', ...rest] = parts;
  // The short form starts close to the query words.
  const start = isShort && rest.length > 0 ? before.replace(/^.{12,}\s(?=\S+(?:\s\S+)?\s*$)/, '… ') : before;
  const marked = [start, ...rest].map((text, at) => (at % 2 === 0 ? text : element('mark', {}, text)));
  return element('div', { class: 'evidence', dir: 'auto' }, ...marked);
}

/** Opening the paper lists more authors than this line. */
export function hasMoreAuthors({ authors }: ViewPaper): boolean {
  return authors.length > MAX_NAMED_AUTHORS;
}
