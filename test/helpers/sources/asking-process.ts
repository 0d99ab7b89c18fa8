/**
 * A process that asks a toy source at a server: `asking-process.ts URL STORE PACE_MS WORD...`, one search for each
 * word. It begins when it is given a line, and prints how many requests went out, when the store let them go
 * (milliseconds since the epoch) and how many answers had been kept, as JSON.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { searchSources } from '../../../src/sources/runner.ts';
import { createSourceFetch, type SourceFetch } from '../../../src/sources/transport/source-fetch.ts';
import { openSourceStore, type SourceStore } from '../../../src/sources/transport/store.ts';
import { QUESTION, toySource } from './toy-source.ts';

const [baseUrl = '', path = '', paceMs, ...words] = process.argv.slice(2);
const { fetch: send, close } = createSourceFetch();
const leftAt: number[] = [];
let lastAt = Number.NaN;
const fetch: SourceFetch = (...request) => {
  leftAt.push(lastAt);
  return send(...request);
};
const opened = openSourceStore(path);
const store: SourceStore = {
  ...opened,
  updateHost: (key, step) => {
    const given = opened.updateHost(key, step);
    const place = given as { at?: number; waitMs?: number };
    if (key.startsWith('pace ') && place?.waitMs === 0) lastAt = place.at ?? Number.NaN;
    return given;
  },
};
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
let [requests, fromCache] = [0, 0];
for (const word of words) {
  const asked = { source: toySource('crossref', { paceMs: Number(paceMs) }), settings: { baseUrl } };
  const [outcome] = await searchSources(
    [asked],
    { ...QUESTION, keywords: [word] },
    { fetch, store, userAgent: 'test' },
  );
  requests += outcome?.requests ?? 0;
  fromCache += outcome?.fromCache ?? 0;
  if (outcome?.failure) throw new Error(outcome.failure);
}
writeSync(1, `${JSON.stringify({ requests, fromCache, leftAt })}\n`);
store.close();
await close();
process.stdin.destroy();
