import { counted } from '../../lib/counted.ts';
import { capitalised, joinWithAnd } from '../../lib/line.ts';
import type { CountedSearch, Prisma } from './prisma.ts';
import type { Receipt } from './receipt.ts';

const MAX_WORDS = 120;
/** Maximum databases named in the paragraph; the flow diagram lists them all. */
const MAX_DATABASES = 6;

/**
 * A paragraph of at most 120 words for the methods section: what was searched, when, and what happened to the records.
 * `topics` groups searches on one subject. Sentences come in order of importance; details are in the tables of the
 * record.
 */
export function methodsParagraph(
  searches: readonly CountedSearch[],
  prisma: Prisma,
  topics: readonly (readonly string[])[],
): string {
  const finished = searches.filter(({ receipt }) => receipt.results);
  if (finished.length === 0) return 'No search has results yet.';
  const sentences = [
    whatWasSearched(finished, prisma),
    whatRemained(prisma),
    ...(topics.length > 1 ? [`These numbers pool searches on ${topics.length} topics${listTopics(topics)}.`] : []),
    ...silentSources(finished.map(({ receipt }) => receipt)),
    ...finished.flatMap(({ receipt: { ref, times }, update }) =>
      update
        ? [`${ref} repeated ${update.of} on ${dayOf(times.created)} and gave ${counted(update.newWorks, 'new paper')}.`]
        : [],
    ),
  ];
  const kept = sentences.filter((_, index) => countWords(sentences.slice(0, index + 1).join(' ')) <= MAX_WORDS);
  return kept.join(' ');
}

function whatWasSearched(searches: readonly CountedSearch[], { identified }: Prisma): string {
  const receipts = searches.map(({ receipt }) => receipt);
  const software = [...new Set(receipts.flatMap((receipt) => receipt.software ?? []))].join(', ') || 'paperqueue';
  const days = [...new Set(receipts.map(({ times }) => dayOf(times.created)))].sort();
  const when = days.length === 1 ? `on ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`;
  const databases = identified.filter(({ by }) => by === 'database').sort((a, b) => b.records - a.records);
  const [named, others] = [databases.slice(0, MAX_DATABASES), databases.slice(MAX_DATABASES)];
  const names = [
    ...named.map(({ database, records, hits, holds }) => {
      const size = holds === undefined ? '' : `${counted(holds, 'paper')}; `;
      const of = hits === undefined ? '' : ` of ${hits} hits`;
      return `${database} (${size}n = ${records}${of})`;
    }),
    ...(others.length > 0 ? [`${counted(others.length, 'other database')} (n = ${sumRecords(others)})`] : []),
  ];
  const citations = sumRecords(identified.filter(({ by }) => by === 'citation searching'));
  const direct = receipts.filter(({ related }) => !related).length;
  const how = `with ${software} ${when}`;
  const otherMethods = identified.filter(({ by }) => by === 'other methods');
  const more = [
    ...(citations > 0 ? [`Citation searching gave ${counted(citations, 'record')}`] : []),
    ...otherMethods.map(({ database, records }) => `${database} gave ${counted(records, 'record')}`),
  ];
  const also = capitalised(joinWithAnd(more));
  if (direct === 0) return `${also || 'Citation searching gave no records'} ${how}.`;
  const many = `(${counted(direct, 'search', 'searches')}; the exact strategies are in the search log)`;
  const main = `We searched ${joinWithAnd(names) || 'databases of which none answered'} ${how} ${many}.`;
  return also === '' ? main : `${main} ${also} more.`;
}

function whatRemained({ identified, removed, outside, toScreen }: Prisma): string {
  const reasons = [
    `${counted(removed.duplicates, 'duplicate was', 'duplicates were')} removed`,
    ...(removed.byAutomation > 0
      ? [`${counted(removed.byAutomation, 'was', 'were')} left out by automation tools`]
      : []),
    ...(removed.otherReasons > 0 ? [`${removed.otherReasons} ranked below the number of results asked for`] : []),
    ...(outside ? whatIsOutside(outside) : []),
  ];
  return `Of ${counted(sumRecords(identified), 'record')}, ${joinWithAnd(reasons)}; ${toScreen} remained for screening.`;
}

/** The works known to be outside the selection, and those that may be. */
function whatIsOutside({ choice, works, unknown }: NonNullable<Prisma['outside']>): string[] {
  const certain = works - (unknown?.works ?? 0);
  const left = unknown && `${counted(unknown.works, 'was', 'were')} left out because it is unknown whether`;
  return [
    ...(certain > 0 || !unknown ? [`${counted(certain, 'is', 'are')} outside of this record (${choice})`] : []),
    ...(left ? [`${left} ${unknown.works === 1 ? 'it meets' : 'they meet'} ${unknown.conditions}`] : []),
  ];
}

/** Each source that failed, with the searches in which it failed: it may have answered others. */
function silentSources(receipts: readonly Receipt[]): string[] {
  const byTitle = new Map<string, { searches: number; failed: string[] }>();
  for (const { ref, sources = [] } of receipts)
    for (const { source, title = source, gave, failed } of sources) {
      const entry = byTitle.get(title) ?? { searches: 0, failed: [] };
      const isSilent = failed !== undefined && gave === 0;
      byTitle.set(title, { searches: entry.searches + 1, failed: [...entry.failed, ...(isSilent ? [ref] : [])] });
    }
  const silent = [...byTitle].flatMap(([title, { searches, failed }]) => (failed.length === searches ? title : []));
  return [
    ...(silent.length > 0 ? [`No answer came from ${joinWithAnd(silent)}.`] : []),
    ...[...byTitle].flatMap(([title, { searches, failed }]) =>
      failed.length === 0 || failed.length === searches
        ? []
        : [`${title} did not answer ${failed.length} of ${searches} searches (${listRefs(failed)}).`],
    ),
  ];
}

const MAX_TOPICS = 4;

/** The searches of each topic. If there are many topics, the table of searches lists them. */
function listTopics(topics: readonly (readonly string[])[]): string {
  return topics.length > MAX_TOPICS ? '' : ` (${topics.map(listRefs).join('; ')})`;
}

const MAX_REFS = 5;

function listRefs(refs: readonly string[]): string {
  const more = refs.length - MAX_REFS;
  return more > 0 ? `${refs.slice(0, MAX_REFS).join(', ')} and ${more} more` : refs.join(', ');
}

function sumRecords(entries: readonly { records: number }[]): number {
  return entries.reduce((sum, { records }) => sum + records, 0);
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}
