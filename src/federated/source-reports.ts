import type { SourceProgress, SourceReport } from '../contract/answers.ts';
import { SOURCES_FAILED } from '../contract/note-kinds.ts';
import type { SourceName } from '../contract/source-names.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { failureInWords, outcomeInWords } from '../sources/failure-words.ts';
import { titleOf } from '../sources/registry.ts';
import type { SourceOutcome } from '../sources/runner.ts';
import type { SourcesOutcome } from './query-sources.ts';

/** The outcome of each source, as data. */
export function reportsOf(outcomes: readonly SourceOutcome[]): SourceReport[] {
  return outcomes.map((outcome) => ({
    source: outcome.source,
    title: titleOf(outcome.source),
    gave: outcome.records.length,
    ...omitUndefined({ total: outcome.total }),
    ...(outcome.failure !== undefined && { failed: failureInWords(outcome.failure, outcome) }),
    ...requestReport(outcome),
  }));
}

/**
 * Tells at once which sources are asked; the function that it gives takes the outcome of each, and tells all of them
 * again.
 */
export function reportProgress(
  names: readonly SourceName[],
  onProgress: (sources: SourceProgress[]) => void,
): (outcome: SourceOutcome) => void {
  let sources: SourceProgress[] = names.map((source) => ({ source, title: titleOf(source) }));
  onProgress(sources);
  return (outcome) => {
    sources = sources.map((each) => {
      const [report] = each.source === outcome.source ? reportsOf([outcome]) : [];
      return report ? { ...each, gave: report.gave, ...omitUndefined({ failed: report.failed }) } : each;
    });
    onProgress(sources);
  };
}

function requestReport({ address, endedAt, fromCache, cachedAt = endedAt }: SourceOutcome): Partial<SourceReport> {
  if (address === undefined || cachedAt === undefined) return {};
  return { request: address, at: new Date(cachedAt).toISOString(), ...(fromCache > 0 && { stored: true }) };
}

/** The sources that gave nothing because they failed, in one sentence; none where none failed. */
export function failuresInWords(outcomes: readonly SourceOutcome[]): string[] {
  return inOneSentence(outcomes.filter(hasFailed)).map((sentence) => `${SOURCES_FAILED}${sentence}`);
}

/** The outcomes of all others, in one sentence. */
export function outcomesInWords(outcomes: readonly SourceOutcome[]): string[] {
  return inOneSentence(outcomes.filter((outcome) => !hasFailed(outcome)));
}

function hasFailed({ failure, records }: SourceOutcome): boolean {
  return failure !== undefined && failure !== 'skipped' && records.length === 0;
}

function inOneSentence(outcomes: readonly SourceOutcome[]): string[] {
  if (outcomes.length === 0) return [];
  return [`${outcomes.map((outcome) => outcomeInWords(titleOf(outcome.source), outcome)).join('; ')}.`];
}

/** Failed look-ups of missing fields, in sentences. */
export function lookUpFailures({ lookUps }: Pick<SourcesOutcome, 'lookUps'>): string[] {
  return lookUps.flatMap(({ source, failure, ...rest }) =>
    failure === undefined
      ? []
      : [`Missing facts could not all be looked up: ${titleOf(source)} ${failureInWords(failure, rest)}.`],
  );
}
