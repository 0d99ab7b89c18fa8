import { withFullStop } from '../../lib/line.ts';
import type { Entry } from './entry.ts';
import {
  changedDigits,
  familyFirst,
  givenFirst,
  joined,
  joinNames,
  MONTHS,
  quoted,
  sentences,
  writeEdition,
  writePages,
} from './reference-parts.ts';
import { toTitleCase } from './title-case.ts';

/** Chicago, author and date, seventeenth edition. */

const MAX_NAMES = 10;
/** Number of names printed if there are more than MAX_NAMES. */
const NAMES_BEFORE_ET_AL = 7;

export function writeChicago(entry: Entry): string {
  const { kind, publisher, date, suffix } = entry;
  const container = entry.container && toTitleCase(entry.container);
  const authors = writeAuthors(entry);
  const year = date.year === undefined ? 'n.d.' : `${date.year}${suffix}`;
  const plain = toTitleCase(entry.title);
  const title = kind === 'book' ? plain : quoted(withFullStop(plain), ['“', '”']);
  const head = authors === '' ? [title, year] : [authors, year, title];
  const edition = writeEdition(entry, 'ed.');
  const series = entry.series && joined(' ', toTitleCase(entry.series), entry.seriesNumber);
  const link = entry.link === undefined ? undefined : `${entry.link}.`;
  const body =
    kind === 'article'
      ? [inJournal(entry)]
      : kind === 'conference paper' || kind === 'chapter'
        ? [container && `In ${joined(', ', container, edition, inVolume(entry))}`, series, publisher]
        : [
            edition,
            kind === 'book' && entry.volume ? `Vol. ${entry.volume}` : undefined,
            series,
            kind === 'preprint' ? 'Preprint' : undefined,
            container,
            publisher,
          ];
  return joined(' ', ...head.map(stoppedQuote), sentences(...body), link);
}

/** A title in quotation marks, with its full stop inside them. */
function stoppedQuote(text: string): string {
  return /[.?!]”?$/.test(text) ? text : `${text}.`;
}

function writeAuthors({ people, hasMoreAuthors }: Entry): string {
  const [first, ...others] = people;
  if (!first) return '';
  const names = [turned(first), ...others.map((person) => givenFirst(person, (given) => given))];
  if (hasMoreAuthors || names.length > MAX_NAMES) return `${names.slice(0, NAMES_BEFORE_ET_AL).join(', ')}, et al`;
  if (names.length === 2 && others[0]?.family === undefined) return names.join(' and ');
  return joinNames(names, first.family === undefined ? ' and ' : ', and ', ', and ');
}

/** The particle follows the given names: `Gaulle, Charles de`. */
function turned(person: Entry['people'][number]): string {
  if (person.family === undefined) return person.literal;
  const { particle, given, ...rest } = person;
  const isSmall = particle !== undefined && /^\p{Ll}/u.test(particle);
  const names = isSmall ? joined(' ', given, particle) : given;
  return familyFirst(
    { ...rest, ...(names && { given: names }), ...(particle && !isSmall && { particle }) },
    (written) => written,
  );
}

function inJournal(entry: Entry): string {
  const { volume, issue, date } = entry;
  const container = entry.container && toTitleCase(entry.container);
  const pages = writePages(entry, shortPages);
  const month = date.month === undefined ? undefined : MONTHS[date.month - 1];
  if (volume === undefined && issue === undefined) return joined(', ', container, joined(':', month, pages));
  const at = joined(' ', volume, issue ? `(${issue})` : month && `(${month})`);
  return joined(' ', container, joined(issue ? ': ' : ':', at, pages));
}

function inVolume(entry: Entry): string | undefined {
  return joined(':', entry.volume, writePages(entry, shortPages)) || undefined;
}

/** The manual's rule for the last page: `321–28`, `107–8`, `100–104`. */
function shortPages(first: string, last: string): string {
  if (!/^\d+$/.test(first) || first.length !== last.length) return last;
  const rest = Number(first) % 100;
  if (first.length < 3 || rest === 0) return last;
  const changed = changedDigits(first, last);
  if (rest < 10) return changed;
  if (first.length === 4 && changed.length === 3) return last;
  return last.slice(-Math.max(changed.length, 2));
}
