import { gunzipSync, gzipSync } from 'node:zlib';
import { countFieldLengths, type FieldTotals, NO_TOTALS } from '../engine/index/index-reader.ts';
import type { Paper } from '../papers/paper.ts';
import { forEachTerm } from './documents.ts';
import type { Background } from './port.ts';

/** How many papers of a sample have each term, and what their fields are long. */
export type SampleCount = { papers: number; totals: FieldTotals; frequencies: Map<string, number> };

export function emptyCount(): SampleCount {
  return { papers: 0, totals: NO_TOTALS, frequencies: new Map() };
}

/** Adds papers to a count. */
export function countPapers(count: SampleCount, papers: readonly Paper[]): void {
  const { frequencies } = count;
  for (const { title, abstract = '', summary = '' } of papers) {
    const terms = new Set<string>();
    const lengthOf = (text: string) => forEachTerm(text, (term) => terms.add(term));
    const lengths = { title: lengthOf(title), abstract: lengthOf(abstract), summary: lengthOf(summary) };
    count.totals = countFieldLengths(count.totals, lengths, 1);
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  count.papers += papers.length;
}

/** What the engine stores of a count: `terms` are lists of lines, packed. */
export type StoredStatistics = { papers: number; sampled: number; totals: FieldTotals; terms: string[] };

const TERMS_IN_A_LIST = 100_000;
/** A list of the usual words is 2 MB; one that unpacks to more than this is not ours. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** Packs the count of a sample of `papers` papers. Of a part, terms that were met once are left out. */
export function packStatistics(
  { papers: sampled, totals, frequencies }: SampleCount,
  papers: number,
): StoredStatistics {
  const min = sampled < papers ? 2 : 1;
  const lines = [...frequencies].flatMap(([term, count]) => (count >= min ? [`${term} ${count}`] : []));
  const terms: string[] = [];
  for (let at = 0; at < lines.length; at += TERMS_IN_A_LIST) {
    terms.push(gzipSync(lines.slice(at, at + TERMS_IN_A_LIST).join('\n')).toString('base64'));
  }
  return { papers, sampled, totals, terms };
}

/** Reads what `packStatistics` wrote. Throws when it is something else: wrong numbers would rank papers at random. */
export function readStatistics({ papers, sampled, totals, terms }: StoredStatistics): Background {
  const all = [papers, sampled, ...Object.keys(NO_TOTALS).map((name) => totals[name as keyof FieldTotals])];
  if (!all.every(isCount)) throw new Error('no counts of papers and words');
  const frequencies = new Map<string, number>();
  for (const list of terms) {
    const unpacked = gunzipSync(Buffer.from(list, 'base64'), { maxOutputLength: MAX_LIST_BYTES });
    for (const line of unpacked.toString('utf8').split('\n')) {
      const [term = '', count] = line.split(' ');
      const frequency = Number(count);
      if (!isCount(frequency) || frequency > sampled) throw new Error('no count of papers with a term');
      frequencies.set(term, frequency);
    }
  }
  const scale = sampled > 0 ? papers / sampled : 1;
  // A term that the sample has at most once: half a paper of it is a guess that errs to neither side.
  const unmet = sampled < papers ? scale / 2 : 0;
  return {
    papers,
    totals,
    documentFrequency: (term) => Math.round((frequencies.get(term) ?? 0) * scale) || unmet,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
