import type { SourceProgress, SourceReport } from '../../contract/answers.ts';
import type { SourceName } from '../../contract/source-names.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Library } from '../../library/library.ts';
import type { UnknownFacts } from '../../papers/filters/filter-meaning.ts';
import { cleanLine, shorten } from '../../papers/text.ts';
import { toFoundWorks } from '../../papers/works/found-work.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import { knownFailure, outcomeNote } from '../sources/known-failure.ts';
import { sourceTitle } from '../sources/registry.ts';
import type { SourceOutcome } from '../sources/runner.ts';
import type { StoredHits } from './counting/library-count.ts';
import type { SourcesOutcome } from './query-sources.ts';

/** The outcome of each source, as data. */
export function reportSources(outcomes: readonly SourceOutcome[]): SourceReport[] {
  return outcomes.map((outcome) => ({
    source: outcome.source,
    title: sourceTitle(outcome.source),
    gave: outcome.records.length,
    total: outcome.total,
    ...(outcome.failure !== undefined && { failed: knownFailure(outcome.failure, outcome) }),
    ...requestReport(outcome),
  }));
}

/** The title of the library that a search ran beside, and its title for members of a service. */
export const LOCAL_LIBRARY = 'the local library';
export const SERVICE_LIBRARY = "the service's library";

/**
 * What the library returned, and how many papers it has for the search if they were counted. Without papers of the user
 * it is only the package's catalogue.
 */
export function reportLibrary(
  library: Library,
  gave: number,
  stored?: Pick<StoredHits, 'hits' | 'alike' | 'together'>,
): SourceReport {
  const { papers, starter } = library.size();
  const title = papers > starter ? LOCAL_LIBRARY : 'the starter catalogue';
  if (!stored) return { source: 'library', title, gave };
  const { hits: total, alike, together } = stored;
  return {
    source: 'library',
    title,
    gave,
    total,
    ...(alike > 0 && { alike }),
    ...(together.length > 0 && { together }),
  };
}

/**
 * Reports at once which sources are queried. The returned function takes each outcome and reports all of them again.
 */
export function reportProgress(
  names: readonly SourceName[],
  onProgress: (sources: SourceProgress[]) => void,
): (outcome: SourceOutcome) => void {
  let sources: SourceProgress[] = names.map((source) => ({ source, title: sourceTitle(source) }));
  onProgress(sources);
  return (outcome) => {
    sources = sources.map((each) => {
      const [report] = each.source === outcome.source ? reportSources([outcome]) : [];
      if (!report) return each;
      const first = firstPapers(outcome);
      return {
        ...each,
        gave: report.gave,
        failed: report.failed,
        ...(first.length > 0 && { first }),
      };
    });
    onProgress(sources);
  };
}

/** Maximum papers in a progress report: enough for a preview, and little to send with every poll of a running job. */
const MAX_FIRST = 10;
const MAX_NAMES = 3;
const MAX_FIRST_CHARACTERS = 200;

function firstPapers({ source, records }: SourceOutcome): NonNullable<SourceProgress['first']> {
  const line = (text: string | undefined) => (text ? shorten(cleanLine(text), MAX_FIRST_CHARACTERS) : undefined);
  return toFoundWorks(source, records.slice(0, MAX_FIRST)).works.flatMap(({ record }) => {
    const { title, authors, year, venue, doi } = record;
    const others = authors.length > MAX_NAMES ? ' et al.' : '';
    const names = line(authors.slice(0, MAX_NAMES).join(', '));
    const shown = { authors: names && names + others, year, venue: line(venue), doi };
    return title ? [{ title: line(title) ?? title, ...omitUndefined(shown) }] : [];
  });
}

function requestReport({ address, endedAt, fromCache, cachedAt = endedAt }: SourceOutcome): Partial<SourceReport> {
  if (address === undefined || cachedAt === undefined) return {};
  return { request: address, at: new Date(cachedAt).toISOString(), ...(fromCache > 0 && { stored: true }) };
}

/** Notes on sources that failed and returned nothing, if any. */
export function failureNotes(outcomes: readonly SourceOutcome[]): SearchNote[] {
  return inOneNote('sources-failed', outcomes.filter(hasFailed));
}

/** Notes on the outcomes of all other sources. */
export function outcomeNotes(outcomes: readonly SourceOutcome[]): SearchNote[] {
  const others = outcomes.filter((outcome) => !hasFailed(outcome));
  return inOneNote('sources-answered', others);
}

function hasFailed({ failure, records }: SourceOutcome): boolean {
  return failure !== undefined && failure !== 'skipped' && records.length === 0;
}

function inOneNote(kind: 'sources-failed' | 'sources-answered', outcomes: readonly SourceOutcome[]): SearchNote[] {
  if (outcomes.length === 0) return [];
  return [{ kind, sources: outcomes.map((outcome) => outcomeNote(sourceTitle(outcome.source), outcome)) }];
}

/** Failed look-ups of missing fields, each source once. */
export function lookUpFailures(lookUps: SourcesOutcome['lookUps']): SearchNote[] {
  const failures = lookUps.flatMap(({ source, failure, ...rest }) =>
    failure === undefined ? [] : [[sourceTitle(source), knownFailure(failure, rest)] as const],
  );
  return [...new Map(failures)].map(([title, why]) => ({ kind: 'facts-not-found', title, why }));
}

/**
 * How many papers each filter excludes because a field is unknown; without a place, of those that the sources returned.
 */
export function unknownNote(unknown: UnknownFacts, place?: 'library' | 'collection'): SearchNote[] {
  if (Object.keys(unknown).length === 0) return [];
  return [{ kind: 'unknown-left-out', filters: { ...unknown }, ...(place && { place }) }];
}

/** Whether sources were queried, but none returned anything. */
export function isUnanswered({ outcomes }: { outcomes: readonly SourceOutcome[] }): boolean {
  const sourcesOutcome = outcomes.filter(({ failure }) => failure !== 'skipped');
  return (
    sourcesOutcome.length > 0 &&
    sourcesOutcome.every(({ failure, records }) => failure !== undefined && records.length === 0)
  );
}

/** Sources that only return papers that meet the strategy. Results of others are checked. */
export function exactSources({ outcomes }: { outcomes: readonly SourceOutcome[] }): ReadonlySet<SourceName> {
  return new Set(outcomes.flatMap(({ source, translation }) => (translation?.isWider === false ? [source] : [])));
}
