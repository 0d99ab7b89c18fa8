import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { asker, type LoadResult, load, wireRequest } from './load.ts';

const TOPICS = fileURLToPath(new URL('../../../shared/data/topics.jsonl.gz', import.meta.url));

/** Texts that people search for; each search of the measurement has another one. */
export function topics(file = TOPICS): string[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { query: string }).query.slice(0, 1_000));
}

export type Searched = { searches: number; polls: LoadResult };

type Options = {
  address: string;
  token: string;
  /** An ended job, which is polled. */
  ended: string;
  /** Searches under way at a time. */
  atOnce: number;
  seconds: number;
  /** JSON lines with a `query` each, gzipped. */
  file?: string;
};

/** Searches so many at a time for as long as asked, and polls an ended job a hundred times a second meanwhile. */
export async function pollWhileSearching(options: Options): Promise<Searched> {
  const { address, token, ended, atOnce, seconds, file = TOPICS } = options;
  const texts = topics(file);
  const authorization = `Bearer ${token}`;
  const { hostname, port } = new URL(address);
  const end = performance.now() + seconds * 1_000;
  let nth = 0;
  let searches = 0;
  const searchOn = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const ask = asker(socket);
    while (performance.now() < end) {
      nth += 1;
      const query = texts[nth % texts.length] as string;
      const creation = await ask(
        wireRequest('POST', '/v1/job/querySearch?limit=100', { authorization }, { query }),
        true,
      );
      const { jobId } = JSON.parse(creation.body) as { jobId: string };
      const poll = wireRequest('GET', `/v1/job/${jobId}`, { authorization, 'accept-encoding': 'gzip' });
      while (performance.now() < end) {
        const { head } = await ask(poll, false);
        if (/\r\ncontent-encoding: gzip/i.test(head)) {
          searches += 1;
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
    socket.end();
  };
  const bytes = wireRequest('GET', `/v1/job/${ended}`, { authorization, 'accept-encoding': 'gzip' });
  const searching = Array.from({ length: atOnce }, searchOn);
  const polls = await load({ address, connections: 1, seconds, requests: [{ bytes }], pauseMs: 10 });
  await Promise.all(searching);
  return { searches, polls };
}
