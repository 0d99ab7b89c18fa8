import type { RelatedOutcome, RelatedWorks } from '../jobs/ports/related.ts';
import type { Library } from '../library/library.ts';
import { fromWire, toWire } from '../papers/wire.ts';
import { SOURCES } from '../sources/registry.ts';
import type { LiveSources } from './live-sources.ts';
import { persistResults, withSourceDates } from './persist-results.ts';
import { fuseSourceRanks } from './rank-and-fuse.ts';
import { failuresInWords, outcomesInWords, reportsOf } from './source-reports.ts';

const TOO_LITTLE = 'The stored paper tells too little of itself: it has neither a title nor an abstract.';

/** Sources with related works. */
const SUPPORTED = SOURCES.filter(({ related }) => related !== undefined).map(({ name }) => name);

/**
 * Related works from live sources, in hosted mode too, where the service has no such operation. Results are added to
 * `library` if there is one.
 */
export function relatedWorks(
  configured: readonly string[],
  live: () => Promise<LiveSources>,
  library: (() => Promise<Library>) | undefined,
): RelatedWorks {
  return {
    supported: SUPPORTED,
    names: SUPPORTED.filter((name) => configured.includes(name)),
    async find(paper, relation, limit, asking): Promise<RelatedOutcome> {
      const record = fromWire(paper);
      if (record.title === '' && record.abstract === undefined)
        return { papers: [], notes: [TOO_LITTLE], sources: [], failed: 'nobody can tell' };
      const found = await (await live()).related(record, relation, limit, asking);
      const ranked = fuseSourceRanks(withSourceDates(found)).slice(0, limit);
      const works = ranked.map(({ work }) => work);
      const storeNotes = library && works.length > 0 ? await persistResults(await library(), works) : [];
      const { outcomes } = found;
      const result = {
        papers: ranked.map(({ work, score }) => toWire(work.record, score)),
        notes: [...failuresInWords(outcomes), ...outcomesInWords(outcomes), ...storeNotes],
        sources: reportsOf(outcomes),
      };
      const failures = outcomes.map(({ failure }) => failure).filter((failure) => failure !== 'skipped');
      if (works.length > 0 || failures.includes(undefined)) {
        const isPartial = failures.some((failure) => failure !== undefined);
        return { ...result, ...(isPartial && { isPartial }) };
      }
      return { ...result, failed: failures.length > 0 ? 'nobody answered' : 'nobody can tell' };
    },
  };
}
