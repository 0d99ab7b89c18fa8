import { readAskedWords } from '../engine/analysis/query-tokens.ts';
import { type IndexPart, type IndexSnapshot, isInTitle } from '../engine/index/index-reader.ts';
import { titleFingerprint } from '../papers/identifiers.ts';
import type { Paper } from '../papers/paper.ts';
import type { Database } from '../sqlite/database.ts';
import { findRecord } from './records.ts';
import type { SearchableIndex } from './searchable-index.ts';

const MAX_QUERY_WORDS = 40;

/**
 * Records whose titles hold all words of this one, at most `max`: equal titles first, then the shortest, then the
 * oldest entry.
 */
export function findByTitle(
  database: Database,
  search: SearchableIndex['search'],
  title: string,
  max: number,
): Paper[] {
  const terms = termsOf(title);
  if (terms.length === 0) return [];
  const found = search((snapshot) => papersWithTitle(snapshot, terms)).sort(
    (a, b) => a.length - b.length || a.id - b.id,
  );
  const wanted = titleFingerprint(title);
  // Of the shortest some more than asked for, so that an equal title with other punctuation is among them.
  const records = found.slice(0, max + MAX_QUERY_WORDS).flatMap(({ id }) => findRecord(database, id) ?? []);
  const isEqual = (record: Paper) => Number(titleFingerprint(record.title) === wanted);
  return records.sort((a, b) => isEqual(b) - isEqual(a)).slice(0, max);
}

/** The parts of compounds, not their joined forms: a title may have them apart. */
function termsOf(title: string): string[] {
  const parts = readAskedWords(title).filter(({ isJoined }) => !isJoined);
  return [...new Set(parts.map(({ term }) => term))].slice(0, MAX_QUERY_WORDS);
}

function papersWithTitle({ parts }: IndexSnapshot, terms: readonly string[]): { id: number; length: number }[] {
  return parts.flatMap((part) =>
    slotsWithTitle(part, terms).map((slot) => ({
      id: part.ids[slot] as number,
      length: part.lengths.title[slot] as number,
    })),
  );
}

/** From the rarest term on, so that there is little to compare. */
function slotsWithTitle(part: IndexPart, terms: readonly string[]): number[] {
  const numbers = terms.map((term) => part.findTerm(term));
  if (numbers.some((number) => number < 0)) return [];
  numbers.sort((a, b) => part.papersWith(a) - part.papersWith(b));
  let slots: Set<number> | undefined;
  for (const number of numbers) {
    const { count, slots: holders, frequencies } = part.postings(number);
    const next = new Set<number>();
    for (let at = 0; at < count; at += 1) {
      const slot = holders[at] as number;
      if (isInTitle(frequencies[at] as number) && (slots === undefined || slots.has(slot))) next.add(slot);
    }
    slots = next;
    if (slots.size === 0) return [];
  }
  return [...(slots ?? [])].filter((slot) => !part.isDeleted(slot));
}
