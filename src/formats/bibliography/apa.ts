import { withFullStop } from '../../lib/line.ts';
import type { Entry } from './entry.ts';
import {
  familyFirst,
  joined,
  labelledPages,
  MONTHS,
  sentences,
  toInitials,
  writeEdition,
  writePages,
  writeVolume,
} from './reference-parts.ts';
import { toTitleCase } from './title-case.ts';

/** APA, seventh edition. */

const MAX_NAMES = 20;
const SHOWN_BEFORE_LAST = 19;

export function writeApa(entry: Entry): string {
  const authors = writeAuthors(entry);
  const date = `(${writeDate(entry)}).`;
  const { title, rest } = writeParts(entry);
  const [first, second] = authors === '' ? [withFullStop(entry.title), ''] : [withFullStop(authors), title];
  const after = authors === '' ? title.slice(entry.title.length).trim() : '';
  return joined(
    ' ',
    first,
    date,
    joined(' ', second && withFullStop(second), after && withFullStop(after)),
    sentences(rest),
    entry.link,
  );
}

function writeAuthors({ people, hasMoreAuthors }: Entry): string {
  const names = people.map((person) => familyFirst(person, (given) => toInitials(given, ' ')));
  if (hasMoreAuthors) return joined(', ', ...names.slice(0, SHOWN_BEFORE_LAST), 'et al.');
  if (names.length < 2) return names.join('');
  if (names.length > MAX_NAMES) return `${names.slice(0, SHOWN_BEFORE_LAST).join(', ')}, … ${names.at(-1)}`;
  // The last name follows a comma if the name before it is inverted.
  const isTurned = people.at(-2)?.family !== undefined && people.at(-1)?.family !== undefined;
  return `${names.slice(0, -1).join(', ')}${isTurned || names.length > 2 ? ',' : ''} & ${names.at(-1)}`;
}

function writeDate({ date, suffix, kind, volume, pages }: Entry): string {
  const { year, month, day } = date;
  if (year === undefined) return joined('-', 'n.d.', suffix);
  const isDayKept = kind === 'other' || (kind === 'conference paper' && volume === undefined && pages === undefined);
  const monthName = isDayKept && month !== undefined ? MONTHS[month - 1] : undefined;
  return joined(
    ', ',
    `${year}${suffix}`,
    monthName && joined(' ', monthName, day === undefined ? undefined : String(day)),
  );
}

/** The title with its note in brackets, and the publication details. */
function writeParts(entry: Entry): { title: string; rest?: string } {
  const { kind, title, publisher, number, volume, issue } = entry;
  const container = entry.container && toTitleCase(entry.container);
  if (kind === 'article' || kind === 'conference paper') {
    const isJournal = kind === 'article' || volume !== undefined;
    const place = isJournal ? joined(', ', container, writeVolume(entry), writePages(entry)) : inProceedings(entry);
    return { title, rest: place };
  }
  const numbers = joined(
    '; ',
    number && `Preprint No. ${number}`,
    joined(
      ', ',
      writeEdition(entry, 'ed.'),
      volume && `Vol. ${volume}`,
      issue && `Issue ${issue}`,
      labelledPages(entry),
    ),
  );
  const inBrackets = numbers === '' ? '' : ` (${numbers})`;
  const form = kind === 'dataset' ? ' [Dataset]' : kind === 'thesis' && publisher ? ` [${publisher}]` : '';
  const isInTitle = container === undefined;
  return {
    title: `${title}${isInTitle ? inBrackets : ''}${form}`,
    rest: sentences(container && `In ${container}${inBrackets}`, kind === 'thesis' ? undefined : publisher),
  };
}

function inProceedings(entry: Entry): string {
  const { publisher } = entry;
  const container = entry.container && toTitleCase(entry.container);
  const pages = labelledPages(entry);
  if (pages === undefined) return container ?? '';
  return sentences(container && `${container}, ${writePages(entry)}`, container === undefined ? publisher : undefined);
}
