import type { Paper } from '../paper.ts';
import { compareVenue } from '../references/compare-venue.ts';
import { foldText } from '../references/folded-text.ts';
import type { Agreement } from './compare-author.ts';
import { compareNumbering, comparePages, firstPage, knownPublication } from './publication-place.ts';

/** Where a work was published, and its kind, which distinguish works of the same title. */
export type Place = {
  venue: string | undefined;
  volume: string | undefined;
  pages: string | undefined;
  kind: Kind | undefined;
};

type Kind = 'journal' | 'conference' | 'chapter' | 'book' | 'data';

const KINDS: readonly [Kind, RegExp][] = [
  ['journal', /^(?:journal|review|letter|editorial)$/],
  ['conference', /^conference$/],
  ['chapter', /^book series$/],
  ['book', /^(?:book|monograph|edited book|reference book)$/],
  ['data', /^(?:data ?set|software|computer program)$/],
];

export function placeOf(paper: Paper): Place {
  const { venue, volume, pages } = knownPublication(paper);
  const kind = KINDS.find(([, type]) => type.test(paper.publicationType ?? ''))?.[0];
  // Journals without volumes are numbered by the year, or not.
  return { venue, volume: volume === String(paper.year) ? undefined : volume, pages, kind };
}

/** Equal for records of one volume and first page that share `name`. Undefined without either. */
export function placeKey({ volume, pages }: Place, name: string): string | undefined {
  const page = firstPage(pages);
  const number = /\d+/.exec(volume ?? '')?.[0];
  return page && number && name ? `${Number(number)} ${page} ${name}` : undefined;
}

/** Whether both were printed at the same page of what may be the same volume. */
export function placesAgree(a: Place | undefined, b: Place | undefined): boolean {
  if (!a || !b || placesDiffer(a, b)) return false;
  const page = firstPage(a.pages);
  if (page === undefined || page !== firstPage(b.pages)) return false;
  return compare(a.volume, b.volume, compareNumbering) === 'agrees' || venuesAgree(a, b) === 'agrees';
}

/** Whether one work cannot have been published in both. */
export function placesDiffer(a: Place, b: Place): boolean {
  const venues = venuesAgree(a, b);
  if (venues === 'differs' || pagesDiffer(a, b)) return true;
  const isOtherVolume = compare(a.volume, b.volume, compareNumbering) === 'differs';
  return (isOtherVolume && !(venues === 'agrees' && areOfSupplement(a, b))) || kindsDiffer(a, b, venues);
}

/** One page of a supplement (`S72`), for whose volume some records give the supplement's own number. */
function areOfSupplement({ pages: a = '' }: Place, { pages: b = '' }: Place): boolean {
  const [one, other] = [a, b].map((pages) => /^[a-z]{1,2}\d{2,}/i.exec(pages)?.[0].toLowerCase());
  return one !== undefined && one === other;
}

export function pagesDiffer(a: Place | undefined, b: Place | undefined): boolean {
  return compare(a?.pages, b?.pages, comparePages) === 'differs' && firstPage(a?.pages) !== firstPage(b?.pages);
}

/** A book and its chapter, a data set and its article; a meeting's abstract and an article in some other venue. */
function kindsDiffer({ kind: a, venue }: Place, { kind: b, venue: other }: Place, venues: Agreement): boolean {
  if (a === undefined || b === undefined || a === b) return false;
  if (a === 'book' || b === 'book' || a === 'data' || b === 'data') return true;
  const isMeetingBeside = a === 'conference' ? b === 'journal' : b === 'conference' && a === 'journal';
  return isMeetingBeside && venue !== undefined && other !== undefined && venues !== 'agrees';
}

/** As `compareVenue`, but names of meetings that share only words such as `Conference` differ. */
export function venuesAgree({ venue: a }: Place, { venue: b }: Place): Agreement {
  const agreement = compare(a, b, compareVenue);
  if (agreement !== 'unknown' || a === undefined || b === undefined) return agreement;
  const [words, others] = [specificWords(a), specificWords(b)];
  if (words.length === 0 || others.length === 0) return 'unknown';
  return words.some((word) => others.some((other) => word.startsWith(other) || other.startsWith(word)))
    ? 'unknown'
    : 'differs';
}

const OF_MEETINGS =
  /^(?:proc\w*|trans\w*|conf\w*|symp\w*|workshops?|congress|meetings?|annual|int\w*|abstracts?|posters?|lecture|notes|\d\w*|of|the|on|and|in|for)$/;

function specificWords(venue: string): string[] {
  const words = foldText(venue).words.filter((word) => !OF_MEETINGS.test(word));
  // An acronym may stand for any name.
  return words.length > 1 ? words : [];
}

function compare(a: string | undefined, b: string | undefined, by: (a: string, b: string) => Agreement): Agreement {
  return a === undefined || b === undefined ? 'unknown' : by(a, b);
}
