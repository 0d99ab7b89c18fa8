import type { JobRequest } from '../contract/requests.ts';
import type { DryRun, SourceTrial } from '../jobs/ports/dry-run.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import type { Library } from '../library/library.ts';
import { countResults } from '../sources/count-results.ts';
import { failureInWords } from '../sources/failure-words.ts';
import { type RunnerContext, recordedAddress, type SourceWithSettings } from '../sources/runner.ts';
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
    ...(isCut && { note: `at least so many; no more than ${filters.limit} are counted` }),
  };
}

/** Each keyword is asked for alone, too; the source's pace may leave no time for all of them. */
async function trySource(
  sourceWithSettings: SourceWithSettings,
  question: SourceQuery,
  context: RunnerContext,
): Promise<SourceTrial> {
  const { source } = sourceWithSettings;
  const { keywords } = question;
  const alone = keywords.length > 1 ? keywords.map((keyword) => ({ ...question, keywords: [keyword], terms: [] })) : [];
  const { counts, outcome } = await countResults(sourceWithSettings, [question, ...alone], context);
  const [hits, ...each] = counts;
  const byKeyword = keywords.flatMap((keyword, index) => (each[index] === undefined ? [] : [[keyword, each[index]]]));
  const { failure } = outcome;
  const query = failure === 'skipped' && hits === undefined ? undefined : recordedAddress(sourceWithSettings, question);
  const note = failure === undefined ? undefined : failureInWords(failure, outcome);
  return {
    source: source.name,
    ...omitUndefined({ query, hits }),
    ...(byKeyword.length > 0 && { keywords: Object.fromEntries(byKeyword) }),
    ...omitUndefined({ note }),
  };
}
