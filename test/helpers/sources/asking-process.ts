/**
 * A process that asks a toy source at a server: `asking-process.ts URL STORE PACE_MS WORD...`, one search for each
 * word. STORE is a file; with `@` and the address of a database after it, the database shares the pace. It begins at
 * its first line of input. It prints as JSON how many requests went out, when the store let them go (milliseconds since
 * the epoch), how many answers came from the store, and how a search failed.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { sharePace } from '../../../src/app/shared-pace.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { readQueryText } from '../../../src/papers/query/query.ts';
import { searchSources } from '../../../src/search/sources/runner.ts';
import { createSourceFetch, type SourceFetch } from '../../../src/search/sources/transport/source-fetch.ts';
import { openSourceStore, type SourceStore } from '../../../src/search/sources/transport/source-store.ts';
import { QUESTION, toySource } from './toy-source.ts';

const [baseUrl = '', where = '', paceMs, ...words] = process.argv.slice(2);
const [path = '', database] = where.split(/@(?=postgresql:)/);
const pace = database === undefined ? undefined : sharePace(new Secret(database), { error: () => {} });
const { fetch: send, close } = createSourceFetch();
const leftAt: number[] = [];
let lastAt = Number.NaN;
const fetch: SourceFetch = (...request) => {
  leftAt.push(lastAt);
  return send(...request);
};
const own = openSourceStore(path);
const opened = pace?.share(own) ?? own;
const store: SourceStore = {
  ...opened,
  updateHost: async (key, step) => {
    const given = await opened.updateHost(key, step);
    const place = given as { at?: number; waitMs?: number };
    if (key.startsWith('pace ') && place?.waitMs === 0) lastAt = place.at ?? Number.NaN;
    return given;
  },
};
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
let [requests, fromCache] = [0, 0];
let failure: string | undefined;
for (const word of words) {
  const asked = { source: toySource('crossref', { paceMs: Number(paceMs) }), settings: { baseUrl } };
  const [outcome] = await searchSources(
    [asked],
    { ...QUESTION, keywords: [readQueryText(word)] },
    { fetch, store, userAgent: 'test' },
  );
  requests += outcome?.requests ?? 0;
  fromCache += outcome?.fromCache ?? 0;
  failure ??= outcome?.failure;
}
writeSync(1, `${JSON.stringify({ requests, fromCache, leftAt, failure })}\n`);
store.close();
await pace?.close();
await close();
process.stdin.destroy();
