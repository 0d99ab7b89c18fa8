import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Paper, toPaper } from '../../src/papers/paper.ts';
import { createDocumentWriter, INDEX_VERSION } from '../../src/search/collection/documents.ts';

/** The engine fails at this word: a job with it ends in error and is refunded. */
export const UNWELCOME = 'unwelcome';

const INDEX = 'papers-v1';
const MAX_PAUSE_MS = 600;
const TOTALS = { title: 9, abstract: 0, summary: 0, withTitle: 3, withAbstract: 0, withSummary: 0 };
/** A sample, so the engine searches for words that the sample lacks. */
const STATISTICS = { papers: 1_000, sampled: 500, totals: TOTALS, lists: 1 };
const TERMS = gzipSync('graph 2\nsensor 2').toString('base64');
const PAPER = toPaper({ key: 'p0', title: 'Graphs and what is known of them' }) as Paper;
const { id, document } = createDocumentWriter()(PAPER);
const HIT = { _index: INDEX, _id: id, fields: { vector: [document.vector] }, _source: { record: PAPER } };
const FOUND = {
  status: 200,
  timed_out: false,
  _shards: { total: 1, successful: 1, failed: 0 },
  hits: { total: { value: 1, relation: 'eq' }, hits: [HIT] },
};

/**
 * A collection with a slow engine that finds one paper and fails at the unwelcome word. Unlike a live source it gets a
 * request for every job: nobody paces requests to it, or keeps its answers.
 */
export async function startSlowEngine(random: () => number) {
  const server = createServer(async (incoming, outgoing) => {
    const lines = Buffer.concat(await incoming.toArray()).toString('utf8');
    const { status, body } = await answer(incoming.url ?? '', lines);
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(body));
  });
  const answer = async (path: string, lines: string) => {
    if (path.endsWith('/_mapping'))
      return { status: 200, body: { [INDEX]: { mappings: { _meta: { paperqueue: INDEX_VERSION } } } } };
    if (path.endsWith('/statistics')) return { status: 200, body: { _source: { value: STATISTICS } } };
    if (path.endsWith('/statistics-0')) return { status: 200, body: { _source: { value: { terms: [TERMS] } } } };
    await sleep(random() * MAX_PAUSE_MS);
    if (lines.includes(UNWELCOME)) return { status: 503, body: {} };
    return { status: 200, body: { responses: Array(lines.split('\n').length >> 1).fill(FOUND) } };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
