import { BELOW_LIMIT, type SearchFlow, type SourceReport } from '../../contract/answers.ts';
import { counted } from '../../lib/counted.ts';
import { addTo } from '../../lib/groups.ts';
import type { Receipt } from './receipt.ts';

/**
 * What reports of systematic reviews ask of a search: the identification stage of the flow diagram of PRISMA 2020, the
 * sixteen items of PRISMA-S, and a paragraph for the section on methods. What a program cannot know is left to be
 * filled in.
 */

export type Prisma = {
  /** Records by the database or register that gave them. */
  identified: { database: string; records: number }[];
  removed: {
    /** Further records of a work, in one search or in several. */
    duplicates: number;
    /** By filters and other rules of the program. */
    byAutomation: number;
    /** Ranked below the number of results that was asked for. */
    otherReasons: number;
  };
  toScreen: number;
};

/** An item of PRISMA-S; an absent answer is not for a program to give. */
export type PrismaSItem = { number: number; name: string; answer?: string };

/** The numbers of the flow diagram; `works` are those of all searches together, each counted once. */
export function prismaFlow(searches: readonly Receipt[], works: number): Prisma {
  const databases = new Map<string, number>();
  const removed = { duplicates: 0, byAutomation: 0, otherReasons: 0 };
  let returned = 0;
  for (const receipt of searches) {
    if (!receipt.results) continue;
    returned += receipt.results.counts.returned;
    for (const [database, records] of recordsByDatabase(receipt)) addTo(databases, database, records);
    removed.duplicates += sumOf(receipt.flow?.duplicates);
    for (const [reason, count] of Object.entries(receipt.flow?.leftOut ?? {}))
      removed[reason === BELOW_LIMIT ? 'otherReasons' : 'byAutomation'] += count;
  }
  removed.duplicates += returned - works;
  return { identified: [...databases].map(([database, records]) => ({ database, records })), removed, toScreen: works };
}

/** A service that does not say what its sources gave is the database itself. */
function recordsByDatabase({ flow, sources = [], service, results }: Receipt): [database: string, records: number][] {
  if (!flow) return [[service, results?.counts.returned ?? 0]];
  const counts = sources
    .filter(({ gave }) => gave > 0)
    .map(({ source, title = source, gave }) => [title, gave] as const);
  return counts.map(([title, gave]) => [title, gave]);
}

function sumOf(counts: Record<string, number> = {}): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** A paragraph for the section on methods. */
export function methodsParagraph(searches: readonly Receipt[], { identified, removed, toScreen }: Prisma): string {
  const searchesWithResults = searches.filter(({ results }) => results);
  if (searchesWithResults.length === 0) return 'No search has results yet.';
  const software =
    [...new Set(searchesWithResults.flatMap((receipt) => receipt.software ?? []))].join(', ') || 'paperqueue';
  const days = [...new Set(searchesWithResults.map(({ times }) => times.created.slice(0, 10)))].sort();
  const when = days.length === 1 ? `on ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`;
  const records = identified.reduce((sum, one) => sum + one.records, 0);
  const databases = inOneList(identified.map(({ database, records: count }) => `${database} (n = ${count})`));
  const reasons = [
    `${counted(removed.duplicates, 'duplicate was', 'duplicates were')} removed`,
    ...(removed.byAutomation > 0 ? [`${counted(removed.byAutomation, 'was', 'were')} left out by filters`] : []),
    ...(removed.otherReasons > 0 ? [`${removed.otherReasons} ranked below the number of results asked for`] : []),
  ];
  const silent = [...new Set(searchesWithResults.flatMap(({ sources = [] }) => sources.flatMap(withoutAnswer)))];
  return (
    `We searched ${databases || 'no database'} with ${software} ${when} (${counted(searchesWithResults.length, 'search', 'searches')}; the exact ` +
    `strategies are in the appendix). Of ${counted(records, 'record')}, ${inOneList(reasons)}; ${toScreen} remained for screening.` +
    (silent.length > 0 ? ` No answer came from ${inOneList(silent)}.` : '')
  );
}

function withoutAnswer({ source, title = source, gave, failed }: SourceReport): string[] {
  return failed !== undefined && gave === 0 ? [title] : [];
}

/** The items of PRISMA-S (Rethlefsen et al. 2021, doi:10.1186/s13643-020-01542-z) with what is known of each. */
export function prismaS(searches: readonly Receipt[], { identified }: Prisma, deduplication: string): PrismaSItem[] {
  const searched = searches.filter(({ related, lookUp }) => !related && !lookUp);
  const databases = identified.map(({ database }) => database);
  const limits = searched.flatMap(({ ref, request }) => (request?.query ? [`${ref}: ${request.query}`] : []));
  const answers: Record<string, string | undefined> = {
    'Database name': databases.join(', ') || 'none',
    'Multi-database searching': `All at once by paperqueue, each by its own interface (${counted(databases.length, 'database')}).`,
    'Study registries': undefined,
    'Online resources and browsing': undefined,
    'Citation searching': refsOf(searches.filter(({ related }) => related)),
    Contacts: undefined,
    'Other methods': refsOf(searches.filter(({ lookUp }) => lookUp)),
    'Full search strategies': 'Under each search below, with the address of every request as it was sent.',
    'Limits and restrictions': limits.join('; ') || 'none',
    'Search filters': 'none',
    'Prior work': undefined,
    Updates: undefined,
    'Dates of searches': searched.map(({ ref, times }) => `${ref}: ${times.created.slice(0, 10)}`).join(', ') || 'none',
    'Peer review': undefined,
    'Total records': identified.map(({ database, records }) => `${database}: ${records}`).join(', ') || '0',
    Deduplication: deduplication,
  };
  return Object.entries(answers).map(([name, answer], index) => ({
    number: index + 1,
    name,
    ...(answer !== undefined && { answer }),
  }));
}

function refsOf(searches: readonly Receipt[]): string {
  return searches.map(({ ref }) => ref).join(', ') || 'none by paperqueue';
}

function inOneList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The rules that found duplicates, with how many each found, over all searches. */
export function duplicatesByRule(flows: readonly (SearchFlow | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [rule, count] of flows.flatMap((flow) => Object.entries(flow?.duplicates ?? {})))
    counts[rule] = (counts[rule] ?? 0) + count;
  return counts;
}
