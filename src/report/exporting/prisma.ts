import type { SearchFlow } from '../../contract/answers.ts';
import {
  type Identification,
  type Identified,
  type IdentifiedBy,
  identifyRecords,
  isCitationSearch,
} from '../../jobs/answers/identification.ts';
import { counted } from '../../lib/counted.ts';
import { addTo } from '../../lib/groups.ts';
import type { Receipt } from './receipt.ts';

/**
 * What systematic reviews report about a search: the identification stage of the PRISMA 2020 flow diagram and the
 * sixteen items of PRISMA-S. Items that a program cannot know are left open.
 */

/** Records by origin: a database, citation searching, or the new papers of a repeated search. */
type IdentifiedIn = Omit<Identified, 'by'> & { by: IdentifiedBy | 'update' };

export type Prisma = {
  identified: IdentifiedIn[];
  removed: {
    /** Additional records of a work, in one search or in several. */
    duplicates: number;
    /** Excluded by filters and other rules of the program. */
    byAutomation: number;
    /** Ranked below the requested number of results. */
    otherReasons: number;
  };
  /**
   * Works outside the requested part; absent if the record covers whole searches. `unknown`: those among them that may
   * meet the conditions.
   */
  outside?: { choice: string; works: number; unknown?: { conditions: string; works: number } };
  /** identified - removed - outside. */
  toScreen: number;
};

/** A search or citation search, and its contribution to the record. */
export type CountedSearch = {
  receipt: Receipt;
  /** For a repeated search: the search that it repeats, and the number of works that no earlier run had found. */
  update?: { of: string; newWorks: number };
};

/** An item of PRISMA-S. Without an answer, a person must fill it in. */
export type PrismaSItem = { number: number; name: string; answer?: string };

/** The numbers of the flow diagram. `works`: distinct works of all searches; a review of them has as many records. */
export function prismaFlow(searches: readonly CountedSearch[], works: number): Omit<Prisma, 'outside'> {
  const identified = new Map<string, IdentifiedIn>();
  const removed: Prisma['removed'] = { duplicates: 0, byAutomation: 0, otherReasons: 0 };
  let remaining = 0;
  for (const { receipt, update } of searches) {
    if (!receipt.results) continue;
    if (update) {
      const database = `${receipt.ref}, an update of ${update.of}`;
      if (update.newWorks > 0) identified.set(database, { by: 'update', database, records: update.newWorks });
      remaining += update.newWorks;
      continue;
    }
    const counts = identificationOf(receipt);
    for (const each of counts.identified) addIdentified(identified, each);
    remaining += receipt.results.counts.returned;
    removed.duplicates += counts.duplicates;
    removed.byAutomation += Object.values(counts.leftOut).reduce((sum, count) => sum + count, 0);
    removed.otherReasons += counts.belowLimit;
  }
  removed.duplicates += remaining - works;
  return { identified: [...identified.values()], removed, toScreen: works };
}

function identificationOf({ service, sources = [], flow, related, notes, results }: Receipt): Identification {
  const failed = new Set(sources.flatMap((each) => (each.failed === undefined ? [] : each.source)));
  const { returned = 0, requested = null } = results?.counts ?? {};
  return identifyRecords({ service, sources, failed, flow, related, notes, returned, requested });
}

/** Adds the records of one search to those of the same database in earlier ones. */
function addIdentified(all: Map<string, IdentifiedIn>, { by, database, records, hits, isCut, holds = 0 }: Identified) {
  const key = `${by} ${database}`;
  const entry: IdentifiedIn = all.get(key) ?? { by, database, records: 0 };
  const size = Math.max(holds, entry.holds ?? 0);
  all.set(key, {
    by,
    database,
    records: entry.records + records,
    ...(entry.hits !== undefined || hits !== undefined
      ? { hits: (entry.hits ?? entry.records) + (hits ?? records) }
      : {}),
    ...((isCut || entry.isCut) && { isCut: true }),
    ...(size > 0 && { holds: size }),
  });
}

/** The name of a database, and what is known about its hits. */
export function describeDatabase({ database, hits, isCut }: IdentifiedIn): string {
  if (hits !== undefined) return `${database} (of ${hits} hits${isCut ? ' or more' : ''})`;
  return isCut ? `${database} (its hits are not known)` : database;
}

/** The items of PRISMA-S (Rethlefsen et al. 2021, doi:10.1186/s13643-020-01542-z) with what is known about each. */
export function prismaS(
  searches: readonly CountedSearch[],
  { identified }: Pick<Prisma, 'identified'>,
  deduplication: string,
): PrismaSItem[] {
  const receipts = searches.map(({ receipt }) => receipt);
  const searched = receipts.filter(({ related }) => !related);
  const databases = identified.filter(({ by }) => by === 'database');
  const hasAddresses = receipts.some(({ sources = [] }) => sources.some(({ request }) => request !== undefined));
  const limits = searched.flatMap(({ ref, request }) => (request?.query ? [`${ref}: ${request.query}`] : []));
  const updates = searches.flatMap(({ receipt, update }) => (update ? [`${receipt.ref} of ${update.of}`] : []));
  const answers: Record<string, string | undefined> = {
    'Database name': databases.map(({ database }) => database).join(', ') || 'none',
    'Multi-database searching': describeDatabases(searched, databases.length),
    'Study registries': undefined,
    'Online resources and browsing': undefined,
    'Citation searching': listRefs(receipts.filter(({ related }) => isCitationSearch(related))) || 'none by paperqueue',
    Contacts: undefined,
    'Other methods': listRefs(receipts.filter(({ related }) => related && !isCitationSearch(related))) || undefined,
    'Full search strategies': hasAddresses
      ? 'Under each search below, with the address of every request as it was sent.'
      : 'Under each search below.',
    'Limits and restrictions': limits.join('; ') || 'none',
    'Search filters': 'none',
    'Prior work': undefined,
    Updates: updates.join(', ') || undefined,
    'Dates of searches': searched.map(({ ref, times }) => `${ref}: ${times.created.slice(0, 10)}`).join(', ') || 'none',
    'Peer review': undefined,
    'Total records': identified.map((entry) => `${describeDatabase(entry)}: ${entry.records}`).join(', ') || '0',
    Deduplication: [deduplication, ...whatWasNotCompared(searched)].join(' '),
  };
  return Object.entries(answers).map(([name, answer], index) => ({
    number: index + 1,
    name,
    ...(answer !== undefined && { answer }),
  }));
}

/** Searches by a hosted service that does not report its databases. */
function listSilent(searched: readonly Receipt[]): Receipt[] {
  return searched.filter(({ mode, flow, results }) => mode === 'hosted' && !flow && results);
}

function whatWasNotCompared(searched: readonly Receipt[]): string[] {
  return listSilent(searched).length > 0 ? ['The search service does not tell which of its records it merged.'] : [];
}

function describeDatabases(searched: readonly Receipt[], databases: number): string {
  const parts = databases > 1 ? [`${counted(databases, 'database')}, searched together by paperqueue.`] : [];
  if (listSilent(searched).length > 0) parts.push('The search service does not tell which databases it asks.');
  return parts.join(' ') || 'none';
}

function listRefs(receipts: readonly Receipt[]): string {
  return receipts.map(({ ref, related }) => `${ref} (${related?.relation})`).join(', ');
}

/** How many duplicates each rule found, over all searches. */
export function duplicatesByRule(flows: readonly (SearchFlow | undefined)[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [rule, count] of flows.flatMap((flow) => Object.entries(flow?.duplicates ?? {})))
    addTo(counts, rule, count);
  return Object.fromEntries(counts);
}
