import type { Entry } from './entry.ts';
import {
  abbreviateNames,
  givenFirst,
  joined,
  labelledPages,
  MONTHS,
  quoted,
  toInitials,
  writeEdition,
} from './reference-parts.ts';

/** IEEE. */

const MAX_NAMES = 6;

export function writeIeee(entry: Entry): string {
  const { kind, title, container, publisher, number, doi, link } = entry;
  const people = entry.people.map((person) => givenFirst(person, (given) => toInitials(given, ' ')));
  const names = abbreviateNames(people, entry, MAX_NAMES, ', and ');
  const inQuotes = quoted(`${title},`, ['“', '”']);
  const volume = joined(', ', entry.volume && `vol. ${entry.volume}`, entry.issue && `no. ${entry.issue}`);
  const pages = labelledPages(entry);
  const edition = writeEdition(entry, 'ed.');
  const series = entry.series && `in ${joined(', ', entry.series, entry.seriesNumber && `no. ${entry.seriesNumber}`)}`;
  const inBook = container && `in ${container}`;
  const beforeImprint = series === undefined ? ', ' : '. ';
  const bodies: Record<Entry['kind'], string> = {
    article: joined(', ', container, volume, pages, writeDate(entry, 'month')),
    'conference paper': joined(
      beforeImprint,
      joined(', ', inBook, series),
      joined(', ', publisher, writeDate(entry, 'month'), pages),
    ),
    chapter: joined(
      beforeImprint,
      joined(', ', inBook, edition, volume, series),
      joined(', ', publisher, writeDate(entry, 'year'), pages),
    ),
    book: joined('. ', series, joined(', ', publisher, writeDate(entry, 'year'), pages)),
    thesis: joined(', ', publisher, writeDate(entry, 'year')),
    report: joined(', ', publisher, writeDate(entry, 'month')),
    preprint: joined(', ', writeDate(entry, 'day'), joined(': ', publisher, number)),
    dataset: joined('. ', joined(', ', container, volume), joined(', ', publisher, pages, writeDate(entry, 'day'))),
    other: joined('. ', joined(', ', container, volume), joined(', ', publisher, pages, writeDate(entry, 'day'))),
  };
  const isBook = kind === 'book';
  const head = isBook ? joined(', ', names, title, edition, volume).replace(/\.$/, '') : joined(', ', names, inQuotes);
  const text = joined(isBook ? '. ' : ' ', head, bodies[kind]);
  const bare = text.replace(/[.,]$/, '') + (kind === 'article' ? ',' : '.');
  if (doi !== undefined) return `${bare} doi: ${doi}.`;
  // A URL gets no full stop, which readers would take for a part of it.
  if (link !== undefined) return `${bare} [Online]. Available: ${link}`;
  return /[.”]$/.test(text) ? text.replace(/,”$/, '.”') : `${text}.`;
}

/** `Mar. 05, 2021`. */
function writeDate({ date: { year, month, day } }: Entry, detail: 'year' | 'month' | 'day'): string | undefined {
  if (year === undefined) return undefined;
  const name = month === undefined || detail === 'year' ? undefined : SHORT_MONTHS[month - 1];
  const dayText = detail === 'day' && name && day !== undefined ? ` ${String(day).padStart(2, '0')},` : '';
  return joined(' ', name && `${name}${dayText}`, String(year));
}

const SHORT_MONTHS = MONTHS.map((name) => (name.length <= 3 ? name : `${name.slice(0, 3)}.`));
