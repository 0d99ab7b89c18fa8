import { LIMITS, QUERY } from '../../contract/rules.ts';
import type { RelatedOutcome } from '../../jobs/ports/related.ts';
import { countCharacters } from '../../lib/visible-text.ts';
import type { Library } from '../../library/library.ts';
import type { Paper } from '../../papers/paper.ts';
import { readQueryText } from '../../papers/query/query.ts';
import { likeness, MIN_LIKENESS, toVector } from '../../papers/relevance/likeness.ts';
import { mapInTurns } from '../../platform/turns.ts';
import { isStarterOnly, searchLibrary } from './library-search.ts';
import { reportLibrary } from './source-reports.ts';

const MAX_PAPERS = LIMITS[2];
/** Longer texts add nothing about a paper's topic. */
const MAX_QUERY_CHARACTERS = 5_000;

/**
 * The library's papers most similar to a record, without the record itself and without dissimilar ones. They are
 * compared in steps, between which other work runs.
 */
export async function findSimilar(
  library: Library,
  record: Paper,
  limit: number,
  isHosted: boolean,
): Promise<RelatedOutcome> {
  const text = [record.title, record.abstract].filter(Boolean).join('. ').slice(0, MAX_QUERY_CHARACTERS);
  const itself = new Set(library.findSameWorks(record).map((same) => same.record.key));
  const vector = toVector(record);
  const query = { keywords: [], text: readQueryText(text), filters: { limit: MAX_PAPERS } };
  // As in a search, which the answer recommends for finding the papers not shown.
  const isStarter = isStarterOnly(library);
  const others = searchLibrary(library, query, { withStarter: isStarter }).filter(({ key }) => !itself.has(key));
  const areNear = await mapInTurns(others, (paper) => likeness(vector, toVector(paper)) >= MIN_LIKENESS);
  const near = others.filter((_, at) => areNear[at]);
  const papers = near.slice(0, limit);
  const hidden = others.length - near.length;
  const report = reportLibrary(library, papers.length);
  const isOutOfReach = isHosted || countCharacters(text) < QUERY.min;
  const kind = papers.length > 0 ? ('similar-in-library' as const) : ('nothing-similar' as const);
  const beside = hidden > 0 && { hidden, of: others.length, ...(isOutOfReach && { isOutOfReach }) };
  return { papers, notes: [{ kind, isStarter, ...beside }], sources: [report] };
}
