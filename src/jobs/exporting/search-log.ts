import type { JobRecord } from '../ports/store.ts';
import { groupStoredPapers } from '../reading/same-works.ts';
import { finalCharge } from '../spending/charge-state.ts';
import { duplicatesByRule, methodsParagraph, type Prisma, type PrismaSItem, prismaFlow, prismaS } from './prisma.ts';
import { makeReceipt, type Receipt, type ReceiptDeps } from './receipt.ts';

/** The record of searches for a systematic review: the items of PRISMA-S and the first numbers of its flow diagram. */
export type SearchLog = {
  made: string;
  searches: Receipt[];
  totals: {
    searches: number;
    /** Jobs without results: running, failed or of unknown outcome. */
    withoutResults: number;
    /** Records of all searches together. */
    identified: number;
    duplicatesWithinSearches: number;
    /** Works that an earlier search of this log found, too. */
    duplicatesAcrossSearches: number;
    works: number;
    /** Credits known to be taken, by pool. */
    creditsCharged: Record<string, number>;
  };
  deduplication: string;
  /** Records that the search itself found to be of one work, by the rule that found them. */
  duplicatesByRule: Record<string, number>;
  /** The identification stage of the flow diagram of PRISMA 2020. */
  prisma: Prisma;
  prismaS: PrismaSItem[];
  /** A paragraph for the section on methods. */
  methods: string;
};

const DEDUPLICATION =
  'Records are of one work when their arXiv numbers are equal, or their DOIs or ids with titles that have words in common, or their titles and first ' +
  'authors, with equal years or a preprint at most three years apart. Published versions with different DOIs are different works.';

/** The log of some jobs, oldest first. */
export function makeSearchLog(deps: ReceiptDeps, jobs: readonly JobRecord[]): SearchLog {
  const ordered = [...jobs].sort((a, b) => a.number - b.number);
  const searches = ordered.map((job) => makeReceipt(deps, job));
  const counts = searches.flatMap(({ results }) => (results ? [results.counts] : []));
  const sum = (of: (count: (typeof counts)[number]) => number) => counts.reduce((all, count) => all + of(count), 0);
  const works = new Set(groupStoredPapers(ordered.flatMap(({ number }) => deps.store.papers(number)))).size;
  const prisma = prismaFlow(searches, works);
  return {
    made: new Date().toISOString(),
    searches,
    totals: {
      searches: searches.length,
      withoutResults: searches.length - counts.length,
      identified: sum(({ returned }) => returned),
      duplicatesWithinSearches: sum(({ duplicates }) => duplicates),
      duplicatesAcrossSearches: sum((count) => count.works) - works,
      works,
      creditsCharged: chargedByPool(ordered),
    },
    deduplication: DEDUPLICATION,
    duplicatesByRule: duplicatesByRule(searches.map(({ flow }) => flow)),
    prisma,
    prismaS: prismaS(searches, prisma, DEDUPLICATION),
    methods: methodsParagraph(searches, prisma),
  };
}

function chargedByPool(jobs: readonly JobRecord[]): Record<string, number> {
  const pools: Record<string, number> = {};
  for (const job of jobs) {
    if (job.mode === 'hosted' && finalCharge(job) === 'yes') pools[job.pool] = (pools[job.pool] ?? 0) + job.cost;
  }
  return pools;
}
