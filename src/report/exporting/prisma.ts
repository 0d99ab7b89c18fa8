import { BELOW_LIMIT, type SearchFlow } from '../../contract/answers.ts';
import type { RelatedRecord } from '../../jobs/ports/related.ts';
import { counted } from '../../lib/counted.ts';
import { addTo } from '../../lib/groups.ts';
import { capitalised } from '../../lib/line.ts';
import { isNote, type Note } from '../../wording/notes.ts';
import type { Receipt } from './receipt.ts';

/**
 * What systematic reviews report about a search: the identification stage of the PRISMA 2020 flow diagram and the
 * sixteen items of PRISMA-S. Items that a program cannot know are left open.
 */

/** How records were identified. PRISMA 2020 counts citation searching and other methods apart from databases. */
type IdentifiedBy = 'database' | 'citation searching' | 'other methods' | 'update';

/** Why the number of a search's records beyond those returned is unknown. */
type Uncounted = 'at least' | 'not known' | 'not recorded';

type Identified = {
  database: string;
  /**
   * Of the library and the collection, all papers that contain a word of the search; of other sources, the records
   * returned.
   */
  records: number;
  by: IdentifiedBy;
  /** Its number of hits, if it reported one for each search and returned fewer. */
  hits?: number;
  /** Why its number of papers beyond those counted is unknown. */
  uncounted?: Uncounted;
  /** The size of the library when it was searched; the largest, if it changed between searches. */
  holds?: number;
};

export type Prisma = {
  /** Records by origin: a database, citation searching, or the new papers of a repeated search. */
  identified: Identified[];
  removed: {
    /** Additional records of a work, in one search or in several. */
    duplicates: number;
    /** Records of a library or collection below the limit, which were not compared with one another. */
    uncompared?: number;
    /** Works that only the library returned and that match too little of the query; absent if there are none. */
    fillers?: number;
    /** Excluded by filters and other rules of the program. */
    byAutomation: number;
    /** Ranked below the requested number of results. */
    otherReasons: number;
    /** Why the number of these is unknown: there are more, or a job of an earlier version did not record it. */
    others?: Uncounted;
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

/** Only a paper's references and citations count as citation searching. */
const METHODS: Record<RelatedRecord['relation'], { by: IdentifiedBy; name: string }> = {
  references: { by: 'citation searching', name: 'citation searching' },
  citations: { by: 'citation searching', name: 'citation searching' },
  both: { by: 'citation searching', name: 'citation searching' },
  similar: { by: 'other methods', name: 'papers like one that was found' },
  author: { by: 'other methods', name: 'papers of an author' },
};

/** Whether a receipt's related papers are a paper's references or citations. */
export function isCitationSearch(related: RelatedRecord | null | undefined): boolean {
  return related != null && METHODS[related.relation].by === 'citation searching';
}

/**
 * The numbers of the flow diagram. `works`: distinct works over all searches; `fillers`: those that need no screening.
 */
export function prismaFlow(searches: readonly CountedSearch[], works: number, fillers = 0): Omit<Prisma, 'outside'> {
  const identified = new Map<string, Prisma['identified'][number]>();
  const add = (by: IdentifiedBy, database: string, records: number, { hits, uncounted, holds = 0 }: Beyond = {}) => {
    if (records === 0 && by !== 'database') return;
    const entry = identified.get(`${by} ${database}`) ?? { database, records: 0, by };
    const sum = (entry.hits ?? entry.records) + (hits ?? records);
    const hasHits = hits !== undefined || entry.hits !== undefined;
    const why = uncounted ?? entry.uncounted;
    const size = Math.max(holds, entry.holds ?? 0);
    identified.set(`${by} ${database}`, {
      database,
      by,
      records: entry.records + records,
      ...(hasHits && { hits: sum }),
      ...(why && { uncounted: why }),
      ...(size > 0 && { holds: size }),
    });
  };
  const removed: Prisma['removed'] = { duplicates: 0, byAutomation: 0, otherReasons: 0 };
  let remaining = 0;
  for (const { receipt, update } of searches) {
    const { results, related, flow } = receipt;
    if (!results) continue;
    if (update) {
      add('update', `${receipt.ref}, an update of ${update.of}`, update.newWorks);
      remaining += update.newWorks;
      continue;
    }
    remaining += results.counts.returned;
    if (related) {
      const { by, name } = METHODS[related.relation];
      if (flow) {
        // The records of each index, before records of the same work and of already known works are removed.
        for (const { source, title = source, gave } of receipt.sources ?? []) add(by, `${name} (${title})`, gave);
        removed.duplicates += sumOf(flow.duplicates);
        continue;
      }
      add(by, `${name} (${namesOfSources(receipt)})`, results.counts.returned);
      continue;
    }
    for (const { database, records, alike, isOwn, uncompared = 0, ...beyond } of recordsByDatabase(receipt)) {
      add('database', database, records, beyond);
      add('other methods', `papers without a word of the search, like the best of ${database}`, alike);
      if (isOwn && beyond.uncounted) removed.others = beyond.uncounted;
      if (uncompared > 0) removed.uncompared = (removed.uncompared ?? 0) + uncompared;
    }
    removed.duplicates += sumOf(flow?.duplicates);
    for (const [reason, count] of Object.entries(flow?.leftOut ?? {}))
      removed[reason === BELOW_LIMIT ? 'otherReasons' : 'byAutomation'] += count;
  }
  removed.duplicates += remaining - works;
  if (fillers > 0) removed.fillers = fillers;
  return { identified: [...identified.values()], removed, toScreen: works - fillers };
}

type Beyond = Pick<Identified, 'hits' | 'uncounted' | 'holds'>;
/** `isOwn`: an index of our own, whose records beyond the limit were identified, too, and are removed. */
type DatabaseRecords = Beyond & {
  database: string;
  records: number;
  alike: number;
  isOwn: boolean;
  uncompared?: number;
};

/**
 * If a service does not report its sources, it counts as the database itself. The library and the collection rank all
 * papers that contain a word of the search, so all of them were identified; of other sources, the records returned.
 */
function recordsByDatabase({ flow, sources = [], service, results, request, notes }: Receipt): DatabaseRecords[] {
  const { returned = 0, requested } = results?.counts ?? {};
  const limit = requested ?? Number.POSITIVE_INFINITY;
  if (!flow) {
    const isFull = request !== null && returned >= limit;
    const beyond: Beyond = isFull ? { uncounted: 'not known' } : {};
    return [{ database: service, records: returned, alike: 0, isOwn: true, ...beyond }];
  }
  // A source that failed was not searched; one that was searched without results is in the record.
  const asked = sources.filter(({ gave, failed }) => gave > 0 || failed === undefined);
  return asked.map(({ source, title = source, gave, total, isTotalAtLeast, alike = 0 }) => {
    const isOwn = source === 'library' || source === 'collection';
    const isFull = gave >= limit;
    if (!isOwn) {
      const beyond: Beyond =
        total === undefined ? (isFull ? { uncounted: 'not known' } : {}) : total > gave ? { hits: total } : {};
      return { database: title, records: gave, alike: 0, isOwn, ...beyond };
    }
    const own = { database: title, isOwn, ...(source === 'library' && sizeOfLibrary(notes)) };
    if (total === undefined) return { ...own, records: gave, alike: 0, ...(isFull && { uncounted: 'not recorded' }) };
    const uncompared = Math.max(0, total + alike - gave);
    return {
      ...own,
      records: total,
      alike,
      uncompared,
      ...(isTotalAtLeast && { uncounted: 'at least' }),
    };
  });
}

/** The size of the library, as the search reported it. */
function sizeOfLibrary(notes: readonly Note[]): { holds?: number } {
  const note = notes.find(isNote('library-searched')) ?? notes.find(isNote('starter-only'));
  return note ? { holds: note.papers } : {};
}

/** The name of a database, and what is known about the number of its papers beyond those counted. */
export function describeDatabase({ database, hits, uncounted }: Identified): string {
  const parts = [
    ...(hits === undefined ? [] : [`of ${hits} hits${uncounted === undefined ? '' : ' or more'}`]),
    ...(uncounted === 'at least' ? ['at least'] : []),
    ...(hits === undefined && uncounted !== undefined && uncounted !== 'at least' ? [`its hits are ${uncounted}`] : []),
  ];
  return parts.length === 0 ? database : `${database} (${parts.join(', ')})`;
}

/** How many records ranked below the limit, as far as that is known. */
export function describeBelowLimit({ otherReasons, others }: Prisma['removed']): string {
  if (others === undefined) return String(otherReasons);
  return otherReasons > 0 || others === 'at least' ? `at least ${otherReasons}` : others;
}

function namesOfSources({ sources = [], service }: Receipt): string {
  const names = sources.filter(({ gave }) => gave > 0).map(({ source, title = source }) => title);
  return names.join(', ') || service;
}

function sumOf(counts: Record<string, number> = {}): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The items of PRISMA-S (Rethlefsen et al. 2021, doi:10.1186/s13643-020-01542-z) with what is known about each. */
export function prismaS(
  searches: readonly CountedSearch[],
  { identified, removed }: Pick<Prisma, 'identified' | 'removed'>,
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
    Deduplication: [deduplication, ...whatWasNotCompared(searched, removed)].join(' '),
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

function whatWasNotCompared(searched: readonly Receipt[], removed: Prisma['removed']): string[] {
  const uncompared = describeUncompared(removed);
  return [
    ...(uncompared === undefined ? [] : [`${capitalised(uncompared)}.`]),
    ...(listSilent(searched).length > 0 ? ['The search service does not tell which of its records it merged.'] : []),
  ];
}

/** Reason for excluding works of the library that only fill up results. */
export const FILLERS = 'in the library, match too little of the query; listed as weak';

/** Describes the records below the limit that were not compared with one another; undefined if there are none. */
export function describeUncompared({ uncompared }: Prisma['removed']): string | undefined {
  if (uncompared === undefined) return undefined;
  return `${counted(uncompared, 'record')} below the limit ${uncompared === 1 ? 'was' : 'were'} not compared`;
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
