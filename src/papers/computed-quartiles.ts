import { omitUndefined } from '../lib/omit-undefined.ts';
import type { JournalStatistics } from './journal-statistics.ts';
import type { RankedJournal } from './journals.ts';

/**
 * Quartiles of journals computed from OpenAlex's statistics, for users who have no list of their own. They are a
 * stand-in: another measure (citations for each work over two years, every citation alike) than SCImago's, other
 * subjects, and only the journals at hand. They are labelled `openalex-computed` and never called SJR or SCImago.
 *
 * The method: sources.md 9.2, but for the subjects. A journal is compared with those of its main subfield, the one that
 * most of its works are about; OpenAlex's subfields are the categories (ASJC) in which the usual lists rank, too. Where
 * too few of a subfield are at hand it is compared within its fields: those of at least a quarter of its works, three
 * at most; the best place counts. Within a group, rank by mean citedness from the top gives the percentile p = (rank -
 * 0.5) / n (equal ones share the mean of their ranks); up to .25 is Q1, up to .5 Q2, up to .75 Q3, else Q4.
 *
 * What it can say honestly depends on the journals at hand. Those of searches are a sample of their subject, and one
 * that leans to the good ones, because these publish more that is found: a computed quartile is rather too low than too
 * high.
 */

/** Where works appear that journals are compared with; repositories and platforms have citations too. */
const RANKED_TYPES = new Set(['journal', 'book series', 'conference']);
/** Of fewer works the mean says little. */
const MIN_WORKS = 50;
/**
 * Of fewer journals a place says little: a percentile estimated from n has a standard error of sqrt(p (1 - p) / n),
 * which at .25 and 50 journals is .06, so that two of them are half a quarter.
 */
export const MIN_JOURNALS = 50;
const FIELD_SHARE = 0.25;
const MAX_FIELDS = 3;

type Candidate = { statistics: JournalStatistics; citedness: number; subfield: string; fields: string[] };
type Place = { percentile: number; among: number };

/**
 * The journals of which enough is known, ranked among each other as of `year`. A journal in too small company has no
 * quartile; what is no journal, or of too few works or citations, is left out.
 */
export function computeQuartiles(journals: readonly JournalStatistics[], year: number): RankedJournal[] {
  const candidates = journals.flatMap(candidateOf);
  const bySubfield = rankWithin(candidates, ({ subfield }) => [subfield]);
  const byField = rankWithin(candidates, ({ fields }) => fields);
  return candidates.map((candidate): RankedJournal => {
    const { sourceId, title = '', issns, country, publisher } = candidate.statistics;
    const place = bySubfield(candidate) ?? byField(candidate);
    return {
      source: 'openalex-computed',
      year,
      id: sourceId,
      title,
      issns,
      ...(place && { quartile: `Q${Math.min(4, Math.max(1, Math.ceil(place.percentile * 4)))}` }),
      ...(place && { rankedAmong: place.among }),
      ...omitUndefined({ country, publisher }),
    };
  });
}

function candidateOf(statistics: JournalStatistics): Candidate[] {
  const { type, worksCount = 0, meanCitedness = 0, topics } = statistics;
  if (!RANKED_TYPES.has(type ?? '') || worksCount < MIN_WORKS || !(meanCitedness > 0)) return [];
  const [subfield] = sharesOf(topics.map((topic) => ({ name: topic.subfield, count: topic.count })));
  const fields = sharesOf(topics.map((topic) => ({ name: topic.field, count: topic.count })));
  if (!subfield) return [];
  const large = fields.filter(({ share }, place) => place === 0 || share >= FIELD_SHARE).slice(0, MAX_FIELDS);
  return [{ statistics, citedness: meanCitedness, subfield: subfield.name, fields: large.map(({ name }) => name) }];
}

/**
 * The names with their shares, the largest first; equal ones by name, so that the answer does not hang on the order.
 */
function sharesOf(counts: readonly { name: string; count: number }[]): { name: string; share: number }[] {
  const sums = new Map<string, number>();
  for (const { name, count } of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  const total = [...sums.values()].reduce((sum, count) => sum + count, 0);
  return [...sums]
    .map(([name, count]) => ({ name, share: total > 0 ? count / total : 0 }))
    .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
}

/** Gives for a candidate its best place in those of its groups that are large enough. */
function rankWithin(
  candidates: readonly Candidate[],
  groupsOf: (candidate: Candidate) => readonly string[],
): (candidate: Candidate) => Place | undefined {
  const values = new Map<string, number[]>();
  for (const candidate of candidates) {
    for (const group of groupsOf(candidate)) {
      const held = values.get(group);
      if (held) held.push(candidate.citedness);
      else values.set(group, [candidate.citedness]);
    }
  }
  for (const group of values.values()) group.sort((a, b) => b - a);
  return (candidate) => {
    const places = groupsOf(candidate).flatMap((name) => {
      const group = values.get(name) ?? [];
      if (group.length < MIN_JOURNALS) return [];
      return [{ percentile: percentileIn(group, candidate.citedness), among: group.length }];
    });
    return places.sort((a, b) => a.percentile - b.percentile)[0];
  };
}

/** From the top, of a value in a list that descends and holds it. */
function percentileIn(descending: readonly number[], value: number): number {
  const above = countWhile(descending, (other) => other > value);
  const equal = countWhile(descending, (other) => other >= value) - above;
  // The mean of the ranks above + 1 to above + equal, less one half.
  return (above + equal / 2) / descending.length;
}

/** How many at the beginning of a sorted list meet a condition that none meets after the first that does not. */
function countWhile(values: readonly number[], holds: (value: number) => boolean): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(values[middle] as number)) from = middle + 1;
    else to = middle;
  }
  return from;
}
