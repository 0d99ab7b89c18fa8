import type { CitationAnswers, CitationIndexes, CitationSearch } from '../../../jobs/ports/citations.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';
import { SOURCES } from '../../sources/all-sources.ts';
import { allowanceOf } from '../../sources/follow-citations.ts';
import { sourceTitle } from '../../sources/registry.ts';
import type { RunnerContext, SourceWithSettings } from '../../sources/runner.ts';
import type { LiveSources } from '../live-sources.ts';
import { createGraph } from './graph.ts';
import { planNames } from './name-works.ts';
import { hasDirection, planIndex } from './query-index.ts';
import { searchCitations } from './search-citations.ts';

/** Sources that follow citations from many works. */
const SUPPORTED = SOURCES.filter(({ citations }) => citations !== undefined).map(({ name }) => name);

/** Citation searches at the configured sources. */
export function citationIndexes(configured: readonly string[], live: () => Promise<LiveSources>): CitationIndexes {
  const among = (search: CitationSearch, all: readonly SourceWithSettings[]) =>
    all.filter(({ source }) => source.citations !== undefined && search.via.includes(source.name));
  return {
    supported: SUPPORTED,
    names: SUPPORTED.filter((name) => configured.includes(name)),
    async search(search, answers, options) {
      const sources = await live();
      return sources.use({ signal: options.signal }, (all, context) =>
        searchCitations(among(search, all), search, answers, options, context),
      );
    },
    async plan(search, answers, { signal }) {
      const sources = await live();
      return sources.use({ signal }, async (all, context) => {
        const works = createGraph(search.seeds, []).works();
        const indexes = among(search, all);
        return Promise.all(indexes.map((index) => planNote(index, search, works, answers, context)));
      });
    },
  };
}

async function planNote(
  index: SourceWithSettings,
  { directions }: CitationSearch,
  works: Parameters<typeof planIndex>[2],
  answers: CitationAnswers,
  context: RunnerContext,
): Promise<SearchNote> {
  const able = directions.filter((direction) => hasDirection(index, direction));
  const named = planNames(index, works, answers);
  const plans = able.map((direction) => planIndex(index, direction, named.works, answers));
  // Once these works are identified, each direction takes at least one request.
  const later = named.unnamed > 0 ? named.requests + able.length : 0;
  const allowance = await allowanceOf(index, context);
  return {
    kind: 'citations-planned',
    title: sourceTitle(index.source.name),
    works: named.unnamed + Math.max(0, ...plans.map((plan) => plan.works)),
    requests: plans.reduce((sum, { requests }) => sum + requests, later),
    isAtLeast: named.unnamed > 0 || plans.some(({ isAtLeast }) => isAtLeast),
    left: allowance?.left,
    renewsAt: allowance && new Date(allowance.renewsAt).toISOString(),
  };
}
