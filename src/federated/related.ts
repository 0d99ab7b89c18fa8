import type { RelatedOutcome, RelatedWorks } from '../jobs/ports/related.ts';
import type { Library } from '../library/library.ts';
import { fromWire, toWire } from '../papers/wire.ts';
import { SOURCES } from '../sources/registry.ts';
import type { LiveSources } from './live-sources.ts';
import { persistResults, withSourceDates } from './persist-results.ts';
import { fuseSourceRanks } from './rank-and-fuse.ts';
import { outcomesInWords, reportsOf } from './source-reports.ts';

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
        return unaskable('The stored paper tells too little of itself: it has neither a title nor an abstract.');
      const found = await (await live()).related(record, relation, limit, asking);
      const works = withSourceDates(found);
      const ranked = fuseSourceRanks(works).slice(0, limit);
      const papers = ranked.map(({ work, score }) => toWire(work.record, score));
      const kept =
        library && papers.length > 0
          ? await persistResults(
              await library(),
              ranked.map(({ work }) => work),
            )
          : [];
      const notes = [...(found.outcomes.length > 0 ? [outcomesInWords(found.outcomes)] : []), ...kept];
      const failures = found.outcomes.map(({ failure }) => failure);
      const sources = reportsOf(found.outcomes);
      const canTell = failures.some((failure) => failure !== 'skipped');
      if (papers.length > 0 || failures.includes(undefined)) {
        const isPartial = failures.some((failure) => failure !== undefined && failure !== 'skipped');
        return { papers, notes, sources, ...(isPartial && { isPartial }) };
      }
      return { papers, notes, sources, failed: canTell ? 'nobody answered' : 'nobody can tell' };
    },
  };
}

function unaskable(note: string): RelatedOutcome {
  return { papers: [], notes: [note], sources: [], failed: 'nobody can tell' };
}
