import { join } from 'node:path';
import type { RequestBody } from '../../src/contract/requests.ts';
import { Secret } from '../../src/contract/secret.ts';
import { REAL_TIMERS, type Timers } from '../../src/lib/timers.ts';
import { parseQuery } from '../../src/papers/query/query.ts';
import { openCollection } from '../../src/search/collection/opensearch.ts';
import { rankCandidates } from '../../src/search/federated/collection-search.ts';
import { searchIndex } from '../../src/search/federated/library-search.ts';
import { openBenchIndex } from '../retrieval/own-index.ts';

/** A process that searches the collection or our own index; `paperqueue work` has such a thread for each core. */

export type Order = { number: number; side: 'own' | 'collection'; body: RequestBody };
/** Papers by key (in our own index by number), and which answers of the collection were partial. */
export type Found = { number: number; papers: (string | number)[]; incomplete: boolean };

const FILTERS = { limit: 300 } as const;
/** Long limits, to measure even a search that no user would wait for. */
const PATIENT: Timers = { ...REAL_TIMERS, after: (ms, call) => REAL_TIMERS.after(ms * 50, call) };

const [url = '', folder = ''] = process.argv.slice(2);
const collection = openCollection(new Secret(url), PATIENT);
const index = openBenchIndex(join(folder, 'index'));
const { signal } = new AbortController();

async function search({ number, side, body }: Order): Promise<Found> {
  if (side === 'own') {
    const { hits } = searchIndex(index.snapshot(), parseQuery({ body, filters: FILTERS }));
    return { number, papers: hits.map(({ id }) => id), incomplete: false };
  }
  const { papers, answers } = await rankCandidates(collection, parseQuery({ body, filters: FILTERS }), signal);
  const keys = papers.slice(0, FILTERS.limit).map(({ key }) => key);
  const incomplete = answers.some(({ shards, isTimedOut }) => shards.failed > 0 || isTimedOut);
  return { number, papers: keys, incomplete };
}

process.on('message', async (order: Order) => process.send?.(await search(order)));
