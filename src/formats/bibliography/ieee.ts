import type { Entry } from './entry.ts';
import {
  givenFirst,
  joined,
  joinNames,
  labelledPages,
  MONTHS,
  quoted,
  toInitials,
  writeEdition,
} from './reference-parts.ts';

/** IEEE. */

const MAX_NAMES = 6;

export function writeIeee(entry: Entry): string {
  const { kind, title, container, publisher, number } = entry;
  const names = writeNames(entry);
  const inQuotes = quoted(`${title},`, ['“', '”']);
  const volume = joined(', ', entry.volume && `vol. ${entry.volume}`, entry.issue && `no. ${entry.issue}`);
  const pages = labelledPages(entry);
  const edition = writeEdition(entry, 'ed.');
  const series = entry.series && `in ${joined(', ', entry.series, entry.seriesNumber && `no. ${entry.seriesNumber}`)}`;
  const head = joined(', ', names, kind === 'book' ? undefined : inQuotes);
  switch (kind) {
    case 'article':
      return ended(joined(' ', head, joined(', ', container, volume, pages, writeDate(entry, 'month'))), entry, ',');
    case 'conference paper':
      return ended(
        joined(
          ' ',
          head,
          joined(
            series === undefined ? ', ' : '. ',
            joined(', ', container && `in ${container}`, series),
            joined(', ', publisher, writeDate(entry, 'month'), pages),
          ),
        ),
        entry,
      );
    case 'chapter':
      return ended(
        joined(
          ' ',
          head,
          joined(
            series === undefined ? ', ' : '. ',
            joined(', ', container && `in ${container}`, edition, volume, series),
            joined(', ', publisher, writeDate(entry, 'year'), pages),
          ),
        ),
        entry,
      );
    case 'book':
      return ended(
        joined(
          '. ',
          joined(', ', names, title, edition, volume).replace(/\.$/, ''),
          series,
          joined(', ', publisher, writeDate(entry, 'year'), pages),
        ),
        entry,
      );
    case 'thesis':
      return ended(joined(' ', head, joined(', ', publisher, writeDate(entry, 'year'))), entry);
    case 'report':
      return ended(joined(' ', head, joined(', ', publisher, writeDate(entry, 'month'))), entry);
    case 'preprint':
      return ended(joined(' ', head, joined(', ', writeDate(entry, 'day'), joined(': ', publisher, number))), entry);
    default:
      return ended(
        joined(
          ' ',
          head,
          joined('. ', joined(', ', container, volume), joined(', ', publisher, pages, writeDate(entry, 'day'))),
        ),
        entry,
      );
  }
}

/** Ends an entry, with the DOI itself. A URL gets no full stop, which readers would take for a part of it. */
function ended(text: string, { doi, link }: Entry, comma: ',' | '.' = '.'): string {
  const bare = text.replace(/[.,]$/, '');
  if (doi !== undefined) return `${bare}${comma} doi: ${doi}.`;
  if (link !== undefined) return `${bare}${comma} [Online]. Available: ${link}`;
  return /[.”]$/.test(text) ? text.replace(/,”$/, '.”') : `${text}.`;
}

function writeNames({ people, hasMoreAuthors }: Entry): string {
  const names = people.map((person) => givenFirst(person, (given) => toInitials(given, ' ')));
  if (hasMoreAuthors && names.length > 0 && names.length <= MAX_NAMES) return `${names.join(', ')} et al.`;
  return names.length > MAX_NAMES ? `${names[0]} et al.` : joinNames(names, ' and ', ', and ');
}

/** `Mar. 05, 2021`. */
function writeDate({ date: { year, month, day } }: Entry, detail: 'year' | 'month' | 'day'): string | undefined {
  if (year === undefined) return undefined;
  const name = month === undefined || detail === 'year' ? undefined : SHORT_MONTHS[month - 1];
  const dayText = detail === 'day' && name && day !== undefined ? ` ${String(day).padStart(2, '0')},` : '';
  return joined(' ', name && `${name}${dayText}`, String(year));
}

const SHORT_MONTHS = MONTHS.map((name) => (name.length <= 3 ? name : `${name.slice(0, 3)}.`));
