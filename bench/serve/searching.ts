import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { asker, type LoadResult, load, type WireRequest, wireRequest } from './load.ts';

const TOPICS = fileURLToPath(new URL('../../../shared/data/topics.jsonl.gz', import.meta.url));

/** The interval of our own client if asking costs nothing. */
const LOOK_MS = 250;

/** Texts that people search for, of the length that the contract wants; each search of the measurement has its own. */
export function topics(file = TOPICS): string[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const texts = lines.map((line) => (JSON.parse(line) as { query: string }).query.slice(0, 1_000));
  return texts.filter((text) => text.length >= 50);
}

export type Searched = { searches: number; polls: LoadResult };

type Options = {
  address: string;
  /** Tokens of the searching accounts; each has one search under way. */
  searchers: readonly string[];
  /** Polls of others' ended jobs, made in turn. */
  polls: readonly WireRequest[];
  seconds: number;
  /** JSON lines with a `query` each, gzipped. */
  file?: string;
};

/**
 * Lets accounts search for the given time, one search each at a time, and makes a hundred polls a second meanwhile.
 */
export async function pollWhileSearching(options: Options): Promise<Searched> {
  const { address, searchers, polls: requests, seconds, file = TOPICS } = options;
  const texts = topics(file);
  const { hostname, port } = new URL(address);
  const end = performance.now() + seconds * 1_000;
  let nth = 0;
  let searches = 0;
  const searchOn = async (searcher: string) => {
    const authorization = `Bearer ${searcher}`;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const ask = asker(socket);
    while (performance.now() < end) {
      nth += 1;
      const query = texts[nth % texts.length] as string;
      const creation = await ask(
        wireRequest('POST', '/v1/job/querySearch?limit=100', { authorization }, { query }),
        true,
      );
      if (creation.status !== 200) throw new Error(`a search was refused: ${creation.body}`);
      const { jobId } = JSON.parse(creation.body) as { jobId: string };
      const poll = wireRequest('GET', `/v1/job/${jobId}`, { authorization, 'accept-encoding': 'gzip' });
      while (performance.now() < end) {
        const { head } = await ask(poll, false);
        if (/\r\ncontent-encoding: gzip/i.test(head)) {
          searches += 1;
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    }
    socket.end();
  };
  const searching = searchers.map(searchOn);
  const polls = await load({ address, connections: 1, seconds, requests, pauseMs: 10 });
  await Promise.all(searching);
  return { searches, polls };
}
