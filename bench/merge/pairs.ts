import type { FoundWork } from '../../src/papers/works/found-work.ts';
import type { Original } from './originals.ts';
import type { SplitRecord } from './split.ts';

export type PairFigures = {
  originals: number;
  traps: number;
  records: number;
  works: number;
  /** Pairs of records that are of one original; those that were put together; and both. */
  truePairs: number;
  mergedPairs: number;
  rightPairs: number;
  precision: number;
  recall: number;
  /** Wrong pairs whose originals share a DOI, title and first author, or the abstract: duplicates in the data. */
  wrongBecauseTwice: number;
  precisionWithoutThese: number;
  wrong: Record<string, Count>;
  missed: Record<string, Count>;
};

type Count = { pairs: number; examples: string[] };
const MAX_EXAMPLES = 5;

type Placed = { record: SplitRecord; work: number };

/** The quality of the merging, by pairs of records. `placeOf` finds the record at a position in a source. */
export function measurePairs(
  works: readonly FoundWork[],
  originals: readonly Original[],
  records: readonly SplitRecord[],
  placeOf: (found: FoundWork['findings'][number]) => number,
): PairFigures {
  const placed = works.map(({ findings: found }, work) =>
    found.map((one) => ({ record: records[placeOf(one)] as SplitRecord, work })),
  );
  const byOriginal = new Map<number, Placed[]>();
  for (const one of placed.flat()) {
    const same = byOriginal.get(one.record.original);
    if (same) same.push(one);
    else byOriginal.set(one.record.original, [one]);
  }
  const wrong: Record<string, Count> = {};
  const missed: Record<string, Count> = {};
  let [truePairs, mergedPairs, rightPairs, wrongBecauseTwice] = [0, 0, 0, 0];
  const originalOf = ({ record }: Placed) => originals[record.original] as Original;
  for (const members of byOriginal.values()) {
    eachPair(members, (a, b) => {
      truePairs += 1;
      if (a.work === b.work) rightPairs += 1;
      else count(missed, whyMissed(a.record, b.record, originalOf(a)), () => show(a, b));
    });
  }
  for (const members of placed) {
    eachPair(members, (a, b) => {
      mergedPairs += 1;
      if (a.record.original === b.record.original) return;
      const [one, other] = [originalOf(a), originalOf(b)];
      const twice = isTwice(one, other);
      if (twice) wrongBecauseTwice += 1;
      count(wrong, twice ? 'the data has it twice' : (one.trap ?? other.trap ?? 'no trap'), () => show(a, b));
    });
  }
  return {
    originals: originals.filter(({ trap }) => trap === undefined).length,
    traps: originals.filter(({ trap }) => trap !== undefined).length,
    records: records.length,
    works: works.length,
    truePairs,
    mergedPairs,
    rightPairs,
    precision: rightPairs / mergedPairs,
    recall: rightPairs / truePairs,
    wrongBecauseTwice,
    precisionWithoutThese: rightPairs / (mergedPairs - wrongBecauseTwice),
    wrong,
    missed,
  };
}

function eachPair<Member>(members: readonly Member[], visit: (a: Member, b: Member) => void): void {
  members.forEach((a, at) => {
    for (const b of members.slice(at + 1)) visit(a, b);
  });
}

function count(counts: Record<string, Count>, kind: string, example: () => string): void {
  counts[kind] ??= { pairs: 0, examples: [] };
  const found = counts[kind];
  found.pairs += 1;
  if (found.examples.length < MAX_EXAMPLES) found.examples.push(example());
}

/**
 * Two entries of the data for what a librarian would call one work; by plain comparison, not by the rules that are
 * measured.
 */
function isTwice(a: Original, b: Original): boolean {
  if (a.trap !== undefined || b.trap !== undefined) return false;
  if (a.facts.doi && plain(a.facts.doi) === plain(b.facts.doi ?? '')) return true;
  if (plain(a.facts.title) === plain(b.facts.title)) {
    return plain(a.facts.authors[0] ?? '') === plain(b.facts.authors[0] ?? '');
  }
  return isOneText(a.facts.abstract ?? '', b.facts.abstract ?? '');
}

/** Whether half of the sentences of the shorter abstract (those of 40 letters and digits or more) are in the other. */
function isOneText(a: string, b: string): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const text = plain(longer);
  const sentences = shorter
    .split(/[.?!]\s/)
    .map(plain)
    .filter(({ length }) => length >= 40);
  return (
    sentences.length >= 3 && sentences.filter((sentence) => text.includes(sentence)).length * 2 >= sentences.length
  );
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The evidence that a missed pair lacked. */
function whyMissed({ facts: a }: SplitRecord, { facts: b }: SplitRecord, { facts: whole, trap }: Original): string {
  if (whole.title === '') return 'without a title';
  const lacks = [
    ...(trap ? [`trap (${trap})`] : []),
    ...(whole.authors.length === 0
      ? ['author unknown']
      : a.authors?.length && b.authors?.length
        ? []
        : ['author on one side']),
    ...(whole.year == null ? ['year unknown'] : a.year && b.year ? [] : ['year on one side']),
    ...(a.year && b.year && a.year !== b.year ? [`years ${Math.abs(a.year - b.year)} apart`] : []),
    ...(whole.title.split(' ').length < 5 ? ['short title'] : []),
    ...(a.abstract && b.abstract ? [] : ['abstract missing']),
  ];
  return lacks.join(', ') || 'nothing';
}

function show(a: Placed, b: Placed): string {
  const one = ({ record: { source, facts } }: Placed) => {
    const { title, authors, year, doi, abstract } = facts;
    return JSON.stringify({ source, title, author: authors?.[0], year, doi, abstract: abstract?.slice(0, 60) });
  };
  return `${one(a)}\n      ${one(b)}`;
}
