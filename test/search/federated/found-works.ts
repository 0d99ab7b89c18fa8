import type { Filters } from '../../../src/contract/filters.ts';
import type { RequestBody } from '../../../src/contract/requests.ts';
import type { SourceName } from '../../../src/contract/source-names.ts';
import type { Paper } from '../../../src/papers/paper.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { toWire } from '../../../src/papers/wire.ts';
import type { FoundWork } from '../../../src/papers/works/found-work.ts';
import { joinWithLibrary } from '../../../src/search/federated/join-with-library.ts';
import { rankAndFuse } from '../../../src/search/federated/rank-and-fuse.ts';
import { openShelf, paper } from './shelf.ts';

/** Works from live sources, ranked together with a shelf. */

export const DAY = '2026-11-20';

type Ranks = Partial<Record<SourceName, number>>;

/** A work with facts from the first of the sources on that day. */
export function work(ranks: Ranks, facts: Partial<Paper> & { key: string }, day = DAY): FoundWork {
  const sources = Object.keys(ranks) as SourceName[];
  const from = sources[0] ?? 'openalex';
  const record = paper(facts);
  const names = Object.keys(facts).filter((name) => name !== 'key');
  const provenance = Object.fromEntries(['title', ...names].map((name) => [name, { from, on: day }]));
  return {
    record: { ...record, foundIn: sources, provenance },
    findings: sources.map((source) => ({ source, rank: ranks[source] as number })),
  };
}

type Shelf = ReturnType<typeof openShelf>;
type Options = { shelf?: Shelf; filters?: Partial<Filters>; body?: RequestBody; withLibrary?: boolean };

/** The results of a search for `mussel` in these works and a shelf. */
export function federate(works: readonly FoundWork[], options: Options = {}) {
  const { shelf = openShelf(), filters = {}, body = { keywords: ['mussel', 'mussel', 'mussel'] } } = options;
  const { withLibrary = true } = options;
  const joined = joinWithLibrary(shelf.library, works, { withLibrary });
  const query = parseQuery({ body, filters: { limit: 100, ...filters } });
  const { papers, ...outcome } = rankAndFuse(shelf.library, joined, query, { withLibrary });
  return { ...outcome, papers: papers.map(toWire) };
}

/** The titles of these results in order. */
export function titlesFound(works: readonly FoundWork[], options: Options = {}): (string | null | undefined)[] {
  return federate(works, options).papers.map(({ title }) => title);
}
