import { arxivKey } from '../arxiv-number.ts';
import type { Paper } from '../paper.ts';
import { compareVenue } from '../references/compare-venue.ts';
import { foldText } from '../references/folded-text.ts';
import type { Publication } from '../references/publication.ts';
import type { ParsedReference } from '../references/read-reference.ts';
import type { Agreement } from './compare-author.ts';
import { isPreprint } from './identity.ts';
import { compareNumbering, comparePages, knownPublication } from './publication-place.ts';

/** A detail of where a paper appeared. */
export type PublicationDetail = keyof Publication;
export const PUBLICATION_DETAILS = ['venue', 'volume', 'issue', 'pages'] as const satisfies PublicationDetail[];

/**
 * Compares each detail of a reference with the record. `unknown`: the record lacks it, is of a preprint, or has it in a
 * form that cannot be compared. Details that the reference lacks are absent.
 */
export function comparePublication(
  { publication, title, year }: Pick<ParsedReference, 'publication' | 'title' | 'year'>,
  record: Paper,
): Partial<Record<PublicationDetail, Agreement>> {
  const known = isPreprint(record) ? {} : knownPublication(record);
  const hasVenue = !isOfTitleOrAuthors(publication.venue, title, record);
  const entries = PUBLICATION_DETAILS.flatMap((detail): [PublicationDetail, Agreement][] => {
    const [stated, recorded] = [publication[detail], known[detail]];
    if (stated === undefined || (detail === 'venue' && !hasVenue)) return [];
    // `London: Longman, 1807` has no volume, unless the record says so.
    if (detail === 'volume' && stated === String(year) && recorded === undefined) return [];
    return [[detail, recorded === undefined ? 'unknown' : COMPARISONS[detail](stated, recorded, title)]];
  });
  return Object.fromEntries(entries);
}

/** Whether the parsed venue is the rest of the title (`Does it help? A review`), or names authors. */
function isOfTitleOrAuthors(venue: string | undefined, title: string | undefined, record: Paper): boolean {
  const words = foldText(venue ?? '').words;
  if (words.length === 0) return false;
  if (title && foldText(record.title).letters.startsWith(foldText(`${title} ${venue}`).letters)) return true;
  const names = new Set(['by', ...record.authors.flatMap((name) => foldText(name).words)]);
  return words.every((word) => names.has(word));
}

const COMPARISONS: Record<PublicationDetail, (stated: string, recorded: string, title?: string) => Agreement> = {
  venue: compareReadVenue,
  volume: compareNumbering,
  issue: compareIssue,
  pages: comparePages,
};

/**
 * Compares venues as names, allowing for the full stop of an abbreviation or inside a long title having been parsed as
 * the end of the title.
 */
function compareReadVenue(stated: string, recorded: string, title = ''): Agreement {
  const whole = compareVenue(stated, recorded);
  if (whole === 'agrees') return whole;
  const stops = [...stated.matchAll(/[.?!,:]\s+(?=\p{L})/gu)];
  const ends = stops.map(({ index, 0: stop }) => stated.slice(index + stop.length));
  const others = [...ends, `${title.split(' ').at(-1)} ${stated}`];
  return others.some((other) => compareVenue(other, recorded) === 'agrees') ? 'agrees' : whole;
}

/** Supplements and named issues have many names; numbers, including double issues, are compared. */
function compareIssue(stated: string, recorded: string): Agreement {
  const [a, b] = [stated, recorded].map(readIssue);
  if (a === undefined || b === undefined) return 'unknown';
  return a.some((number) => b.includes(number)) ? 'agrees' : 'differs';
}

function readIssue(text: string): string[] | undefined {
  const plain = text.replace(/\s+/g, '');
  return /^\d+(?:[-–/&,]\d+)*$/.test(plain) ? plain.split(/\D+/).map((number) => String(Number(number))) : undefined;
}

export function compareYear({ year }: Pick<ParsedReference, 'year'>, record: Paper): Agreement {
  if (year === undefined || record.year === undefined) return 'unknown';
  return year === record.year || year === yearOfPreprint(record) ? 'agrees' : 'differs';
}

/** arXiv numbers start with year and month. A reference may give the year of either version. */
function yearOfPreprint(record: Paper): number | undefined {
  const [, year] = /^(\d\d)\d\d\.\d{4,5}$/.exec(arxivKey(record) ?? '') ?? [];
  return year === undefined ? undefined : 2000 + Number(year);
}
