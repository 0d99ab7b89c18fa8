import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedHere, serveHere } from '../helpers/run-here.ts';
import { createAccount, type MadeAccount } from '../helpers/served.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Answers of `paperqueue serve` that are lost on the way: its key tells for certain what became of a creation. */

type Loss = 'none' | 'before' | 'after' | 'held';

/** A proxy before the service that loses creations before they arrive, or their answers, or holds them back. */
class LossyProxy {
  loss: Loss = 'none';
  creations = 0;
  readonly #server: Server;
  #held: (() => void)[] = [];

  constructor(target: string) {
    this.#server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const isCreation = incoming.method === 'POST' && (incoming.url ?? '').includes('Search');
        const loss = isCreation ? this.loss : 'none';
        const forward = (onAnswer?: () => void) => {
          if (isCreation) this.creations += 1;
          const { method = 'GET', url = '/', headers } = incoming;
          const passed = request(
            `${target}${url}`,
            { method, headers: { ...headers, host: new URL(target).host } },
            (answer) => {
              if (onAnswer) {
                answer.resume().on('end', onAnswer);
              } else {
                outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
                answer.pipe(outgoing);
              }
            },
          );
          passed.end(Buffer.concat(chunks));
        };
        if (loss === 'none') forward();
        else if (loss === 'after') forward(() => outgoing.destroy());
        else {
          if (loss === 'held') this.#held.push(() => forward(() => this.#arrived()));
          outgoing.destroy();
        }
      });
    });
  }

  #arrived: () => void = () => {};

  /** Lets what was held back go on to the service; resolves when it was answered there. */
  async release(): Promise<void> {
    for (const go of this.#held.splice(0)) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
        go();
      });
    }
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const KEYWORDS = { keywords: ['climate change', 'carbon dioxide', 'atmosphere'] };

describe('a creation whose answer is lost between us and serve', () => {
  const serveDir = temporaryFolder();
  let served: ServedHere;
  let account: MadeAccount;
  let proxy: LossyProxy;
  let baseUrl: string;
  beforeAll(async () => {
    account = await createAccount(serveDir, 'ada', { basic: 1_000 });
    const args = ['serve', '--port', '0', '--requests-per-minute', '100000'];
    served = await serveHere(args, { PAPERQUEUE_DATA_DIR: serveDir });
    proxy = new LossyProxy(served.address);
    baseUrl = await proxy.start();
  });
  afterAll(async () => {
    await proxy?.stop();
    await served?.end();
  });

  const spent = async () => {
    const answer = await fetch(`${served.address}/v1/user/getCredits`, {
      headers: { Authorization: `Bearer ${account.token}` },
    });
    return ((await answer.json()) as { basicCreditsSpent: number }).basicCreditsSpent;
  };

  async function withServer(use: (server: ServerHere) => Promise<void>): Promise<void> {
    const server = new ServerHere({
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      PAPERQUEUE_BASE_URL: baseUrl,
      PAPERQUEUE_TOKEN: account.token,
      PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
    });
    await server.initialize();
    await use(server);
    await server.end();
  }

  it('after it was charged: the same search gets its papers, and is paid once', async () => {
    await withServer(async (server) => {
      const before = await spent();
      proxy.loss = 'after';
      const lost = await server.call(1, 'keyword_search', KEYWORDS);
      expect(lost.json.error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
      proxy.loss = 'none';
      const again = await server.call(2, 'keyword_search', KEYWORDS);
      expect(again.json).toMatchObject({ job: { ref: 'J1', status: 'success', reused: true } });
      expect(await spent()).toBe(before + 1);
    });
  });

  it('before it arrived: it is known at once that nothing was charged, and the same search is sent', async () => {
    await withServer(async (server) => {
      const before = await spent();
      proxy.loss = 'before';
      expect((await server.call(1, 'keyword_search', KEYWORDS)).isError).toBe(true);
      proxy.loss = 'none';
      const looked = await server.call(2, 'get_job', { jobId: 'J1' });
      const { message } = looked.json.error as { message: string };
      expect(message).not.toContain('credits show');
      expect(message).toContain(
        'J1 was never created. Reconciled as not charged: the service has no job under its key',
      );
      const again = await server.call(3, 'keyword_search', KEYWORDS);
      expect(again.json).toMatchObject({ job: { ref: 'J2', status: 'success' }, credits: { charged: 'yes' } });
      expect(await spent()).toBe(before + 1);
    });
  });

  it('and arrives after it was judged and replaced: it is refused there, and one was paid', async () => {
    await withServer(async (server) => {
      const before = await spent();
      proxy.loss = 'held';
      expect((await server.call(1, 'keyword_search', KEYWORDS)).isError).toBe(true);
      proxy.loss = 'none';
      expect((await server.call(2, 'keyword_search', KEYWORDS)).json).toMatchObject({ job: { ref: 'J2' } });
      const creations = proxy.creations;
      await proxy.release();
      expect(proxy.creations).toBe(creations + 1);
      expect(await spent()).toBe(before + 1);
    });
  });
});
