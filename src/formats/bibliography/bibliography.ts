import { addTo } from '../../lib/groups.ts';
import type { BibliographyStyle } from '../export-kinds.ts';
import type { ExportedPaper } from '../format.ts';
import { writeApa } from './apa.ts';
import { writeChicago } from './chicago.ts';
import { type Entry, toEntry } from './entry.ts';
import { writeHarvard } from './harvard.ts';
import { writeIeee } from './ieee.ts';
import { writeVancouver } from './vancouver.ts';

type Style = {
  write(entry: Entry): string;
  /** The number before an entry, in a style that keeps the given order; absent: sorted by authors and year. */
  number?(position: number): string;
};

const STYLES: Record<BibliographyStyle, Style> = {
  apa: { write: writeApa },
  vancouver: { write: writeVancouver, number: (position) => `${position}. ` },
  'chicago-author-date': { write: writeChicago },
  ieee: { write: writeIeee, number: (position) => `[${position}] ` },
  harvard: { write: writeHarvard },
};

/**
 * A bibliography as plain text, one paragraph per entry. An entry ends with the paper's mark, such as `[Retracted]`.
 */
export function writeBibliography(papers: readonly ExportedPaper[], style: BibliographyStyle): string {
  const { write, number } = STYLES[style];
  const entries = papers.map(toEntry);
  const ordered = number ? entries : withSuffixes(entries.sort(compareEntries));
  const lines = ordered.map((entry, at) => `${number?.(at + 1) ?? ''}${write(entry)}${entry.mark}\n`);
  return lines.join('\n');
}

const compareText = new Intl.Collator('en', { ignorePunctuation: true }).compare;

/** By authors (or title, if there are none), then year, then title. */
function compareEntries(a: Entry, b: Entry): number {
  return compareText(nameKey(a), nameKey(b)) || yearOf(a) - yearOf(b) || compareText(a.title, b.title);
}

function yearOf({ date: { year = Number.POSITIVE_INFINITY } }: Entry): number {
  return typeof year === 'string' ? -Number.parseInt(year, 10) : year;
}

function nameKey({ people, title }: Entry): string {
  if (people.length === 0) return title;
  return people.map((one) => (one.family === undefined ? one.literal : `${one.family} ${one.given ?? ''}`)).join(' ');
}

/** Adds letters to papers of the same people and year, so that citations can distinguish them. */
function withSuffixes(entries: readonly Entry[]): Entry[] {
  const groupKey = (entry: Entry) => JSON.stringify([nameKey(entry), entry.date.year]);
  const counts = new Map<string, number>();
  for (const entry of entries) addTo(counts, groupKey(entry));
  const used = new Map<string, number>();
  return entries.map((entry) => {
    const key = groupKey(entry);
    if (entry.people.length === 0 || (counts.get(key) ?? 0) < 2) return entry;
    const nth = used.get(key) ?? 0;
    used.set(key, nth + 1);
    return { ...entry, suffix: letters(nth) };
  });
}

/** `a` to `z`, then `aa`. */
function letters(nth: number): string {
  const last = String.fromCharCode(97 + (nth % 26));
  return nth < 26 ? last : letters(Math.floor(nth / 26) - 1) + last;
}
