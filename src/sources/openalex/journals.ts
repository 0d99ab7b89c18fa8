import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from '../../lib/json.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readIssn } from '../../papers/identifiers.ts';
import type { JournalStatistics, JournalTopic } from '../../papers/journals/journal-statistics.ts';
import type { Failed, SourceAnswer, SourceRequest, SourceSettings } from '../source.ts';
import { readList, sourceIdOf } from './answers.ts';
import { listRequest } from './requests.ts';

/** The limit of values in a filter. */
export const MAX_JOURNALS = 100;
const SELECT =
  'id,display_name,issn_l,issn,type,country_code,host_organization_name,is_core,summary_stats,topics,works_count';

/** Asks for the statistics of up to 100 sources by their ISSNs; invalid ISSNs are left out. */
export function journalsRequest(issns: readonly string[], settings: SourceSettings): SourceRequest {
  const valid = new Set(issns.map(readIssn).filter((issn) => issn !== undefined));
  const filter = `issn:${[...valid].slice(0, MAX_JOURNALS).join('|')}`;
  return listRequest('sources', { filter, per_page: String(MAX_JOURNALS), select: SELECT }, settings);
}

/** The statistics in an answer; entries without an id are left out. */
export function readJournals(answer: SourceAnswer): { journals: JournalStatistics[] } | Failed {
  const list = readList(answer);
  return 'failure' in list ? list : { journals: list.results.map(fieldsOf).flatMap(readJournal) };
}

function readJournal(source: Fields): JournalStatistics[] {
  const sourceId = sourceIdOf(source.id);
  if (sourceId === undefined) return [];
  const stats = fieldsOf(source.summary_stats);
  const issns = [...textsOf(source.issn_l), ...textsOf(source.issn)].map(readIssn).filter((issn) => issn !== undefined);
  const fields = omitUndefined({
    title: textOf(source.display_name),
    country: /^[a-z]{2}$/i.exec(textOf(source.country_code) ?? '')?.[0].toUpperCase(),
    publisher: textOf(source.host_organization_name),
    type: textOf(source.type),
    meanCitedness: atLeastZero(stats['2yr_mean_citedness']),
    hIndex: atLeastZero(stats.h_index),
    worksCount: atLeastZero(source.works_count),
  });
  return [{ sourceId, issns: [...new Set(issns)], topics: listOf(source.topics).flatMap(readTopic), ...fields }];
}

function readTopic(topic: unknown): JournalTopic[] {
  const { subfield, field, count } = fieldsOf(topic);
  const number = numberAtEnd(fieldsOf(subfield).id);
  const fieldNumber = numberAtEnd(fieldsOf(field).id) ?? number?.slice(0, 2);
  const works = atLeastZero(count);
  return number && fieldNumber && works !== undefined ? [{ subfield: number, field: fieldNumber, count: works }] : [];
}

/** `2312` of `https://openalex.org/subfields/2312`, or of the bare number. */
function numberAtEnd(id: unknown): string | undefined {
  return /(?:^|\/)(\d{2,4})$/.exec(String(id ?? ''))?.[1];
}

function atLeastZero(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number >= 0 ? number : undefined;
}
