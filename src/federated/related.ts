import type { RelatedOutcome, RelatedWorks } from '../jobs/ports/related.ts';
import type { Library } from '../library/library.ts';
import { recordOf } from '../papers/found-paper.ts';
import { withReferencesAmong } from '../papers/references/referenced-works.ts';
import { SOURCES } from '../sources/registry.ts';
import { byNameIn, findSimilar } from './finding/related-in-library.ts';
import type { LiveSources } from './live-sources.ts';
import { persistResults, withSourceDates } from './persist-results.ts';
import { queryAuthor, type SourcesOutcome } from './query-sources.ts';
import { fuseSourceRanks } from './rank-and-fuse.ts';
import { failureNotes, outcomeNotes, reportsOf } from './source-reports.ts';

const NOBODY_ASKED: RelatedOutcome = { papers: [], notes: [], sources: [], failed: 'nobody can tell' };

const AUTHOR_SOURCES = SOURCES.filter(({ authors }) => authors !== undefined).map(({ name }) => name);
/** Sources with related works. */
const SUPPORTED = SOURCES.filter(({ related }) => related !== undefined).map(({ name }) => name);

/**
 * Related works from live sources, in hosted mode too, where the service has no such operation. Results are added to
 * `library` if there is one. Where no source tells which papers are similar, `searched` does, if there is one.
 */
export function relatedWorks(
  configured: readonly string[],
  live: () => Promise<LiveSources>,
  library: (() => Promise<Library>) | undefined,
  searched?: () => Promise<Library>,
): RelatedWorks {
  /** What was found, the best first, and what there is to say of it. */
  const outcomeOf = async (outcome: SourcesOutcome, limit: number): Promise<RelatedOutcome> => {
    const ranked = fuseSourceRanks(withSourceDates(outcome)).slice(0, limit);
    const works = ranked.map(({ work }) => work);
    const storeNotes = library && works.length > 0 ? await persistResults(await library(), works) : [];
    const { outcomes } = outcome;
    const result = {
      papers: withReferencesAmong(ranked.map(({ work, score }) => ({ ...work.record, search: { score } }))),
      notes: [...failureNotes(outcomes), ...outcomeNotes(outcomes), ...storeNotes],
      sources: reportsOf(outcomes),
    };
    const failures = outcomes.map(({ failure }) => failure).filter((failure) => failure !== 'skipped');
    if (works.length > 0 || failures.includes(undefined)) {
      const isPartial = failures.some((failure) => failure !== undefined);
      return { ...result, ...(isPartial && { isPartial }) };
    }
    return { ...result, failed: failures.length > 0 ? 'nobody answered' : 'nobody can tell' };
  };
  const byAuthor: RelatedWorks['byAuthor'] = async (author, order, limit, asking) => {
    const sources = await live();
    const outcome = await sources.use(asking, (all, context) => queryAuthor(all, author, order, limit, context));
    return outcomeOf(outcome, limit);
  };
  const among = (names: readonly string[]) => names.filter((name) => configured.includes(name));
  return {
    supported: SUPPORTED,
    names: among(SUPPORTED),
    async find(paper, relation, limit, asking) {
      const record = recordOf(paper);
      if (record.title === '' && record.abstract === undefined)
        return { papers: [], notes: [{ kind: 'too-little-known' }], sources: [], failed: 'nobody can tell' };
      const outcome =
        among(SUPPORTED).length === 0
          ? NOBODY_ASKED
          : await outcomeOf(await (await live()).related(record, relation, limit, asking), limit);
      if (!outcome.failed || relation !== 'similar' || !searched) return outcome;
      const own = findSimilar(await searched(), record, limit);
      // A source that failed may know some the next time.
      if (own.papers.length === 0 && outcome.failed === 'nobody answered') return outcome;
      return {
        ...own,
        notes: [...outcome.notes, ...own.notes],
        sources: [...outcome.sources, ...own.sources],
        isPartial: true,
      };
    },
    ...(searched && { byName: byNameIn(searched) }),
    ...(among(AUTHOR_SOURCES).length > 0 && { byAuthor }),
  };
}
