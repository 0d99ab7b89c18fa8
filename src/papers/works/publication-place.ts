import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Paper } from '../paper.ts';
import { type Publication, readPublication } from '../references/publication.ts';
import type { Agreement } from './compare-author.ts';

/** Compares volumes and pages in the forms that references and records have. */

/** Articles with numbers are often cited with the pages of their own PDF, starting with this one. */
const FIRST_OF_ARTICLE = '1';
const MIN_DIGITS_OF_ARTICLE_NUMBER = 5;

/** Some records have volume and pages in the venue: `J. Ae. Scs. 25, 1958, 145.` */
export function knownPublication({ venue, volume, issue, pages }: Paper): Publication {
  const stated = omitUndefined({ venue, volume, issue, pages });
  if (venue === undefined || volume !== undefined || pages !== undefined) return stated;
  const read = readPublication(venue);
  return read.volume === undefined || read.pages === undefined ? stated : { ...stated, ...read };
}

/**
 * Compares by the first number: `14 Suppl 2` is in volume 14. Roman numerals and texts without a number are not
 * compared.
 */
export function compareNumbering(one: string, other: string): Agreement {
  const [a, b] = [one, other].map((text) => /^\D*?0*(\d+)/.exec(text)?.[1]);
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return 'agrees';
  if (a === undefined || b === undefined) return 'unknown';
  return a === b ? 'agrees' : 'differs';
}

type Pages = { first: string; last: string | undefined; isNumber: boolean };

export function comparePages(one: string, other: string): Agreement {
  const [a, b] = [readPages(one), readPages(other)];
  if (a === undefined || b === undefined) return 'unknown';
  if (a.first !== b.first) return isOneForm(a, b) ? 'differs' : 'unknown';
  if (a.last === undefined || b.last === undefined) return 'agrees';
  return lastPage(a) === lastPage(b) ? 'agrees' : 'differs';
}

/** The first page or article number, in digits. */
export function firstPage(pages: string | undefined): string | undefined {
  return pages === undefined ? undefined : readPages(pages)?.first;
}

/** Article numbers are compared with each other, pages with pages. */
function isOneForm(a: Pages, b: Pages): boolean {
  const isOwnPaging = [a, b].some(({ first, last }) => first === FIRST_OF_ARTICLE && last !== undefined);
  return a.isNumber === b.isNumber && !isOwnPaging;
}

function readPages(text: string): Pages | undefined {
  const [start = '', end] = text.split(/[-–]/, 2);
  const [first, last] = [start, end].map((part) => /(\d[\d.]*)/.exec(part ?? '')?.[1]?.replace(/^0+(?=\d)/, ''));
  if (first === undefined) return undefined;
  const hasLetters = /[a-z]{1,4}\.?\d/i.test(start) && last === undefined;
  const isNumber = last === undefined && (hasLetters || first.length >= MIN_DIGITS_OF_ARTICLE_NUMBER);
  return { first, last: last === first ? undefined : last, isNumber };
}

/** `436-44` ends on page 444. */
function lastPage({ first, last = first }: Pages): string {
  return last.length < first.length ? first.slice(0, first.length - last.length) + last : last;
}
