import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Paper } from '../../../src/papers/paper.ts';
import { createDocumentWriter, INDEX_VERSION } from '../../../src/search/collection/documents.ts';
import { afterEachTest } from '../../helpers/after-each.ts';
import { PAPERS } from './suite.ts';

/** An engine whose answers to searches a test scripts. */

const servers: Server[] = [];
afterEachTest(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that is closed after the test. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export type Reply = { status?: number; body: unknown };

const SHARDS = { total: 3, successful: 3, failed: 0 };
/** A hit as the engine gives it for a candidate and for a whole paper; `fields` replace those of its record. */
export function hitOf(paper: Paper, fields: object = {}) {
  const { id, document } = createDocumentWriter()(paper);
  const record = { ...paper, ...fields };
  return { _index: 'papers-v1', _id: id, fields: { vector: [document.vector] }, _source: { record } };
}

const FIRST = PAPERS.slice(0, 3).map((paper) => hitOf(paper));
const HITS = { hits: { total: { value: 3, relation: 'eq' }, hits: FIRST } };
/** One answer to a search: three papers of all shards. */
export const FOUND = { status: 200, timed_out: false, _shards: SHARDS, ...HITS };
const TOTALS = { title: 9, abstract: 90, summary: 0, withTitle: 3, withAbstract: 3, withSummary: 0 };
export const TERMS = gzipSync('river 2\nsensor 2').toString('base64');

export type StoredLies = { statistics?: object; terms?: unknown };

/** A healthy engine with scripted answers to searches: one reply after another, the last one for good. */
export async function engineOf(...searches: Reply[]) {
  return engineWith({}, ...searches);
}

/** The same engine with changed statistics of its index. */
export async function engineWith({ statistics = {}, terms = [TERMS] }: StoredLies, ...searches: Reply[]) {
  let asked = 0;
  const url = await serve(async (incoming, outgoing) => {
    const lines: string[] = [];
    for await (const chunk of incoming) lines.push(String(chunk));
    const reply = (): Reply => {
      if (incoming.url?.endsWith('/_mapping'))
        return { body: { 'papers-v1': { mappings: { _meta: { paperqueue: INDEX_VERSION } } } } };
      if (incoming.url?.endsWith('/statistics'))
        return { body: { _source: { value: { papers: 3, sampled: 3, totals: TOTALS, lists: 1, ...statistics } } } };
      if (/\/statistics-\d+$/.test(incoming.url ?? '')) return { body: { _source: { value: { terms } } } };
      asked += 1;
      return searches[Math.min(asked, searches.length) - 1] as Reply;
    };
    const { status = 200, body } = reply();
    const queries = lines.join('').split('\n').length >> 1;
    const answer = body === FOUND ? { responses: Array(queries).fill(body) } : body;
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  return { url, asked: () => asked };
}
