import { addTo, groupBy } from '../../lib/groups.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { RankedJournal } from './journal-ranking.ts';
import type { JournalStatistics } from './journal-statistics.ts';

/**
 * Quartiles computed from OpenAlex's statistics, labelled `openalex-computed` because measure, subjects and journals
 * differ from SCImago's (decision 0012). A journal is compared within its main subfield, or, if too few journals of
 * that are known, within its fields (each at least a quarter of its works, three at most), where the best percentile
 * counts: p = (rank - 0.5) / n by mean citedness, highest first, ties sharing their rank; up to .25 is Q1. Searches
 * find the better journals more often, so a computed quartile is more likely too low than too high.
 */

/** Types of sources that are ranked; repositories and platforms are not. */
const RANKED_TYPES = new Set(['journal', 'book series', 'conference']);
/** With fewer works the mean is too noisy. */
const MIN_WORKS = 50;
/** With fewer journals the percentile is too noisy: two standard errors at p = .25 and n = 50 are half a quartile. */
export const MIN_JOURNALS = 50;
const FIELD_SHARE = 0.25;
const MAX_FIELDS = 3;

type Candidate = { statistics: JournalStatistics; citedness: number; subfield: string; fields: string[] };
type GroupRank = { percentile: number; groupSize: number };

/** Ranks the journals as of `year`. Those in groups that are too small get no quartile; others are left out. */
export function computeQuartiles(journals: readonly JournalStatistics[], year: number): RankedJournal[] {
  const candidates = journals.flatMap(candidateOf);
  const bySubfield = rankWithin(candidates, ({ subfield }) => [subfield]);
  const byField = rankWithin(candidates, ({ fields }) => fields);
  return candidates.map((candidate): RankedJournal => {
    const { sourceId, title = '', issns, country, publisher } = candidate.statistics;
    const rank = bySubfield(candidate) ?? byField(candidate);
    return {
      source: 'openalex-computed',
      year,
      id: sourceId,
      title,
      issns,
      ...(rank && { quartile: `Q${Math.min(4, Math.max(1, Math.ceil(rank.percentile * 4)))}` }),
      ...(rank && { rankedAmong: rank.groupSize }),
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
  const large = fields.filter(({ share }, index) => index === 0 || share >= FIELD_SHARE).slice(0, MAX_FIELDS);
  return [{ statistics, citedness: meanCitedness, subfield: subfield.name, fields: large.map(({ name }) => name) }];
}

function sharesOf(counts: readonly { name: string; count: number }[]): { name: string; share: number }[] {
  const sums = new Map<string, number>();
  for (const { name, count } of counts) addTo(sums, name, count);
  const total = [...sums.values()].reduce((sum, count) => sum + count, 0);
  return [...sums]
    .map(([name, count]) => ({ name, share: total > 0 ? count / total : 0 }))
    .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
}

/** Returns the function from a candidate to its best rank among its groups that are large enough. */
function rankWithin(
  candidates: readonly Candidate[],
  groupsOf: (candidate: Candidate) => readonly string[],
): (candidate: Candidate) => GroupRank | undefined {
  const members = candidates.flatMap((candidate) =>
    groupsOf(candidate).map((group) => ({ group, citedness: candidate.citedness })),
  );
  const groups = groupBy(
    members.sort((a, b) => b.citedness - a.citedness),
    ({ group }) => group,
  );
  const values = new Map([...groups].map(([name, group]) => [name, group.map(({ citedness }) => citedness)]));
  return (candidate) => {
    const ranks = groupsOf(candidate).flatMap((name) => {
      const group = values.get(name) ?? [];
      if (group.length < MIN_JOURNALS) return [];
      return [{ percentile: percentileIn(group, candidate.citedness), groupSize: group.length }];
    });
    return ranks.sort((a, b) => a.percentile - b.percentile)[0];
  };
}

/** The percentile of a value of a descending list; equal values share the mean of their ranks. */
function percentileIn(descending: readonly number[], value: number): number {
  return (descending.indexOf(value) + descending.lastIndexOf(value) + 1) / 2 / descending.length;
}
