import type { JobRequest } from '../contract/requests.ts';
import type { DryRun, SourceTrial } from '../jobs/ports/dry-run.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import type { Library } from '../library/library.ts';
import { positiveTerms } from '../papers/strategy/positive-terms.ts';
import { printStrategy } from '../papers/strategy/print.ts';
import { conceptsOf } from '../papers/strategy/tree.ts';
import { countResults } from '../sources/count-results.ts';
import { failureInWords } from '../sources/failure-words.ts';
import { type RunnerContext, recordedAddress, type SourceWithSettings, translationOf } from '../sources/runner.ts';
import type { SourceQuery } from '../sources/source.ts';
import { countHits } from './library-search.ts';
import type { LiveSources } from './live-sources.ts';
import { questionOf } from './query-sources.ts';
import { wordStatistics } from './word-statistics.ts';

type Parts = { library: () => Promise<Library>; live: () => Promise<LiveSources>; withLibrary: boolean };

/** Tries searches out at the library and the live sources: how each would be asked, and how many results it has. */
export function createDryRun({ library, live, withLibrary }: Parts): DryRun {
  return async (request, asking) => {
    const catalogue = await library();
    const question = questionOf(request, () => wordStatistics(catalogue));
    const local: SourceTrial[] = withLibrary ? [tryLibrary(catalogue, request)] : [];
    const others = await (await live()).use(asking, (sources, context) =>
      Promise.all(sources.map((source) => trySource(source, question, context))),
    );
    return { sources: [...local, ...others], notes: [] };
  };
}

function tryLibrary(library: Library, { body, filters }: JobRequest): SourceTrial {
  const hits = countHits(library, { body, filters });
  const isCut = hits >= filters.limit;
  return {
    source: 'library',
    hits,
    ...(isCut && { notes: [{ kind: 'counted-up-to', hits: filters.limit }] }),
  };
}

/**
 * Each keyword, or each concept of a strategy, is asked for alone, too; the source's pace may leave no time for all.
 */
async function trySource(
  sourceWithSettings: SourceWithSettings,
  question: SourceQuery,
  context: RunnerContext,
): Promise<SourceTrial> {
  const { source } = sourceWithSettings;
  const parts = partsOf(question);
  const alone = parts.length > 1 ? parts.map((part) => part.question) : [];
  const { counts, translated, outcome } = await countResults(sourceWithSettings, [question, ...alone], context);
  const [hits, ...each] = counts;
  const byKeyword = parts.flatMap(({ name }, index) => (each[index] === undefined ? [] : [[name, each[index]]]));
  const { failure } = outcome;
  const query = failure === 'skipped' && hits === undefined ? undefined : recordedAddress(sourceWithSettings, question);
  const changes = failure === 'skipped' ? [] : (translationOf(source, question)?.changes ?? []);
  const why = failure === undefined ? undefined : failureInWords(failure, outcome);
  return {
    source: source.name,
    ...omitUndefined({ query, hits, translated }),
    ...(byKeyword.length > 0 && { keywords: Object.fromEntries(byKeyword) }),
    ...((why ?? changes.length) && { notes: [{ kind: 'trial', changes, ...omitUndefined({ why }) }] }),
  };
}

/** What is asked for alone, and how it is named: each keyword, or each part of the AND of a strategy. */
function partsOf(question: SourceQuery): { name: string; question: SourceQuery }[] {
  const { keywords, strategy } = question;
  if (!strategy) return keywords.map((name) => ({ name, question: { ...question, keywords: [name], terms: [] } }));
  return conceptsOf(strategy).map((part) => ({
    name: printStrategy(part),
    question: { ...question, keywords: positiveTerms(part), strategy: part },
  }));
}
