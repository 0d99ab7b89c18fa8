import { withFullStop } from '../../lib/line.ts';
import type { Entry } from './entry.ts';
import {
  changedDigits,
  joined,
  MONTHS,
  sentences,
  toInitials,
  writeEdition,
  writePages,
  writeVolume,
} from './reference-parts.ts';

/** Vancouver, as the National Library of Medicine writes it. */

const MAX_NAMES = 6;

export function writeVancouver(entry: Entry): string {
  const { kind, title, container, publisher } = entry;
  const online = entry.link === undefined ? '' : ' [Internet]';
  const available = entry.link && `Available from: ${entry.link}`;
  const pages = writePages(entry, changedDigits);
  if (kind === 'article') {
    const date = writeDate(entry, true);
    const numbers = joined(':', writeVolume(entry), pages);
    const when = date === '' ? numbers : joined(';', date, numbers);
    const end =
      numbers === '' && date !== '' && available
        ? `${date}; ${available}`
        : joined(' ', when && withFullStop(when), available);
    return joined(' ', sentences(writeNames(entry), title, container && `${container}${online}`), end);
  }
  const year = writeDate(entry, kind === 'report' ? 'month' : false);
  const issued = joined('; ', publisher, year) || undefined;
  const isPart = kind === 'conference paper' || kind === 'chapter';
  const place = isPart ? [title, container && `In: ${container}${online}`] : [`${title}${online}`, container];
  const pagesAt = isPart || kind === 'other' ? pages && `p. ${pages}` : undefined;
  const parts = [writeEdition(entry, 'ed.'), kind === 'book' && entry.volume ? `Vol. ${entry.volume}` : undefined];
  const series = (isPart || kind === 'book') && entry.series ? `(${entry.series})` : undefined;
  return joined(' ', sentences(writeNames(entry), ...place, ...parts, issued, pagesAt, series), available);
}

function writeNames({ people, hasMoreAuthors }: Entry): string {
  const names = people.slice(0, MAX_NAMES).map((person) => {
    if (person.family === undefined) return person.literal;
    const initials = person.given && toInitials(person.given, '', '', '');
    return joined(' ', person.particle, person.family, initials, person.suffix);
  });
  return joined(', ', ...names, (hasMoreAuthors || people.length > MAX_NAMES) && 'et al');
}

/** `2021 Mar 5`. */
function writeDate({ date }: Entry, detail: boolean | 'month'): string {
  const { year, month, day } = date;
  const name = detail && month !== undefined ? MONTHS[month - 1]?.slice(0, 3) : undefined;
  return joined(
    ' ',
    year === undefined ? undefined : String(year),
    name,
    detail === true && day !== undefined && String(day),
  );
}
