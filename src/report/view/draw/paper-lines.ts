import type { ViewPaper } from '../../data/report-data.ts';
import { element } from '../dom.ts';
import { count } from '../facts.ts';

/**
 * One line about a paper: authors and year, venue, citations, and further details. A narrow line cuts the venue, then
 * omits the last parts. The short form has a warning, authors, year and citations.
 */
export function byline(paper: ViewPaper, isShort = false): HTMLElement {
  const { venue, year, cited, citedWithin, oa, design, type } = paper;
  const parts: [name: string, text: string | undefined | false][] = [
    ['warn', isShort && warningOf(paper)],
    ['names', [citedNames(paper), year].filter(Boolean).join(' ')],
    ['venue', !isShort && venue],
    ['num', cited === undefined ? undefined : count(cited, 'citation')],
    ['', !isShort && citedWithin ? `${citedWithin} here` : undefined],
    ['', !isShort && design?.replaceAll('-', ' ')],
    ['', !isShort && type === 'preprint' && type],
    ['', !isShort && oa && 'open'],
  ];
  const known = parts.filter(([, text]) => text);
  // A separator belongs to the part behind it, and a right-to-left part does not absorb it.
  const drawn = known.map(([name, text], at) =>
    element('span', { class: name || undefined }, at > 0 && ' · ', element('bdi', {}, text)),
  );
  return element('div', { class: 'by' }, ...drawn);
}

/** A notice or retraction, which readers must see. */
export function warningOf({ notice, retracted }: ViewPaper): string | undefined {
  return notice ?? (retracted ? 'Retracted' : undefined);
}

/** The authors as cited. If the data has only full names, the family name is the last word that is no initials. */
export function citedNames({ by, authors, moreAuthors = 0 }: ViewPaper): string {
  if (by !== undefined) return by;
  const [first = ''] = authors;
  const family = first.split(' ').findLast((word) => !/^\p{Lu}{1,3}$/u.test(word)) ?? first;
  return authors.length + moreAuthors > 1 ? `${family} et al.` : family;
}

/** Longer beginnings would push the first query word out of a narrow line. */
const MAX_BEFORE = 60;

/**
 * The sentence of the abstract that matches the query best, with the query words marked. If the first one is far from
 * the beginning, the beginning is only shown while the row has the focus.
 */
export function evidence({ evidence: parts, summary }: ViewPaper): HTMLElement | undefined {
  if (!parts) return summary ? element('div', { class: 'evidence', dir: 'auto' }, summary) : undefined;
  const [before = '', ...rest] = parts;
  const cut = rest.length > 0 && before.length > MAX_BEFORE ? startOfLastWords(before) : 0;
  const front = cut > 0 && [
    element('span', { class: 'front' }, before.slice(0, cut)),
    element('span', { class: 'dots' }, '… '),
  ];
  const marked = rest.map((text, at) => (at % 2 === 1 ? text : element('mark', {}, text)));
  return element(
    'div',
    { class: 'evidence', dir: 'auto' },
    ...(front || []),
    before.slice(Math.max(cut, 0)),
    ...marked,
  );
}

/** The position at which the last two words of a text begin. */
function startOfLastWords(text: string): number {
  const end = text.trimEnd();
  return end.lastIndexOf(' ', end.lastIndexOf(' ') - 1) + 1;
}
