import type { ViewPaper } from '../../papers/report/report-data.ts';
import { element } from '../dom.ts';
import { count } from '../summary.ts';

const MAX_NAMED_AUTHORS = 2;

/**
 * On one line: a warning, who wrote a paper and when, where, how often it is cited, and what kind of paper it is; in
 * short only the first author, the year and the citations.
 */
export function byline(paper: ViewPaper, isShort = false): HTMLElement | undefined {
  const { authors, moreAuthors = 0, venue, year, cited, citedWithin, retracted, notice, oa, design, type } = paper;
  const named = isShort ? 1 : MAX_NAMED_AUTHORS;
  const names = authors.slice(0, named).join(', ') + (authors.length + moreAuthors > named ? ' et al.' : '');
  const parts = [
    part('warn', notice ?? (retracted && 'Retracted')),
    part('names', names),
    part('', year === undefined ? undefined : String(year)),
    part('venue', !isShort && venue),
    part('', cited === undefined ? undefined : count(cited, 'citation')),
    part('', !isShort && citedWithin ? `${citedWithin} here` : undefined),
    part('', !isShort && design?.replaceAll('-', ' ')),
    part('', !isShort && type === 'preprint' && type),
    part('', !isShort && oa && 'open access'),
  ].filter(Boolean);
  // Separators are between the parts, so that a right-to-left part does not absorb them.
  return parts.length > 0
    ? element('div', { class: 'by' }, ...parts.flatMap((each, at) => [at > 0 && ' · ', each]))
    : undefined;
}

/** The sentence of the abstract that answers best, with the asked words marked. */
export function evidence({ evidence: parts, summary }: ViewPaper, isShort = false): HTMLElement | undefined {
  if (!parts) return summary ? element('div', { class: 'evidence', dir: 'auto' }, summary) : undefined;
  const [before = '', ...rest] = parts;
  // On a short line the asked words come soon.
  const start = isShort && rest.length > 0 ? before.replace(/^.{12,}\s(?=\S+(?:\s\S+)?\s*$)/, '… ') : before;
  const marked = [start, ...rest].map((text, at) => (at % 2 === 0 ? text : element('mark', {}, text)));
  return element('div', { class: 'evidence', dir: 'auto' }, ...marked);
}

function part(name: string, text: string | undefined | false): HTMLElement | undefined {
  return text ? element('span', { class: name || undefined, dir: 'auto' }, text) : undefined;
}

/** Names more authors than that are listed when a paper is opened. */
export function hasMoreAuthors({ authors }: ViewPaper): boolean {
  return authors.length > MAX_NAMED_AUTHORS;
}
