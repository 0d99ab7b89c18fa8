import type { RelatedOutcome, RelatedWorks } from '../../jobs/ports/related.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { Library } from '../../library/library.ts';
import { toRecord } from '../../papers/found-paper.ts';
import { withReferencesAmong } from '../../papers/references/referenced-works.ts';
import { SOURCES } from '../sources/all-sources.ts';
import { citationIndexes } from './citations/citation-indexes.ts';
import { findPapersOfNames } from './finding/papers-of-author.ts';
import type { LiveSources } from './live-sources.ts';
import { persistResults, withSourceDates } from './persist-results.ts';
import { queryAuthor, queryRelated } from './query-related.ts';
import type { SourcesOutcome } from './query-sources.ts';
import { fuseSourceRanks } from './rank-and-fuse.ts';
import { findSimilar } from './similar-papers.ts';
import { failureNotes, outcomeNotes, reportLibrary, reportSources } from './source-reports.ts';

const NOT_QUERIED: RelatedOutcome = { papers: [], notes: [], sources: [], failed: 'undetermined' };

const AUTHOR_SOURCES = SOURCES.filter(({ authors }) => authors !== undefined).map(({ name }) => name);
/** Sources that support related works. */
const SUPPORTED = SOURCES.filter(({ related }) => related !== undefined).map(({ name }) => name);

/**
 * Related works from live sources, also in hosted mode, where the service has no such operation. Results are added to
 * `library` if there is one. If no source returns similar papers, `searched` finds them, if given; in hosted mode,
 * searches do not use the library.
 */
export function relatedWorks(
  configured: readonly string[],
  live: () => Promise<LiveSources>,
  library: (() => Promise<Library>) | undefined,
  searched?: () => Promise<Library>,
  mode: Mode = 'embedded',
): RelatedWorks {
  /** The results, best first, with notes. */
  const rankWorks = async (outcome: SourcesOutcome, limit: number): Promise<RelatedOutcome> => {
    const ranked = fuseSourceRanks(withSourceDates(outcome)).slice(0, limit);
    const works = ranked.map(({ work }) => work);
    const storeNotes = library && works.length > 0 ? await persistResults(await library(), works) : [];
    const { outcomes } = outcome;
    const result = {
      papers: withReferencesAmong(ranked.map(({ work, score }) => ({ ...work.record, search: { score } }))),
      notes: [...failureNotes(outcomes), ...outcomeNotes(outcomes), ...storeNotes],
      sources: reportSources(outcomes),
    };
    const failures = outcomes.map(({ failure }) => failure).filter((failure) => failure !== 'skipped');
    if (works.length > 0 || failures.includes(undefined)) {
      const isPartial = failures.some((failure) => failure !== undefined);
      return { ...result, ...(isPartial && { isPartial }) };
    }
    return { ...result, failed: failures.length > 0 ? 'not answered' : 'undetermined' };
  };
  const byAuthor: RelatedWorks['byAuthor'] = async (author, order, limit, asking) => {
    const { use } = await live();
    return rankWorks(await use(asking, (all, context) => queryAuthor(all, author, order, limit, context)), limit);
  };
  const configuredOf = (names: readonly string[]) => names.filter((name) => configured.includes(name));
  return {
    supported: SUPPORTED,
    names: configuredOf(SUPPORTED),
    citations: citationIndexes(configured, live),
    async find(paper, relation, limit, asking) {
      const record = toRecord(paper);
      if (record.title === '' && record.abstract === undefined)
        return { papers: [], notes: [{ kind: 'too-little-known' }], sources: [], failed: 'undetermined' };
      const query = async () => {
        const { use } = await live();
        return use(asking, (all, context) => queryRelated(all, record, relation, limit, context));
      };
      const outcome = configuredOf(SUPPORTED).length === 0 ? NOT_QUERIED : await rankWorks(await query(), limit);
      if (!outcome.failed || relation !== 'similar' || !searched) return outcome;
      const catalogue = await searched();
      await catalogue.catchUp(asking.signal);
      const inLibrary = await findSimilar(catalogue, record, limit, mode === 'hosted');
      // A source that failed may find some if asked again.
      if (inLibrary.papers.length === 0 && outcome.failed === 'not answered') return outcome;
      return {
        ...inLibrary,
        notes: [...outcome.notes, ...inLibrary.notes],
        sources: [...outcome.sources, ...inLibrary.sources],
        isPartial: true,
      };
    },
    ...(searched && { byName: byNameIn(searched) }),
    ...(configuredOf(AUTHOR_SOURCES).length > 0 && { byAuthor }),
  };
}

/** Returns the library's papers by people with a name. */
function byNameIn(library: () => Promise<Library>): NonNullable<RelatedWorks['byName']> {
  return async (name, order, limit, { signal }) => {
    const searched = await library();
    const [found = { papers: [], authors: [] }] = await findPapersOfNames(searched, [name], order, signal);
    const papers = found.papers.slice(0, limit);
    const sources = [reportLibrary(searched, papers.length)];
    return { papers, notes: papers.length > 0 ? [{ kind: 'name-in-library' }] : [], sources };
  };
}
