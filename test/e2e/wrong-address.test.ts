import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** PAPERQUEUE_BASE_URL names a server that is not the search service. */

const WORDS = ['tide', 'mussel', 'shore'].flatMap((word) => ['-k', word]);

let server: Server;
afterEach(() => void server.close());

async function settingsFor(status: number, type: string, text: string): Promise<Record<string, string>> {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': type, Connection: 'close' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    PAPERQUEUE_BASE_URL: `http://127.0.0.1:${port}`,
    PAPERQUEUE_TOKEN: 'token-of-the-test',
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
  };
}

describe('a search at an address', () => {
  it.each([
    ['without our paths', 404, 'application/json', '{"error":"Not found"}'],
    ['of a website', 200, 'text/html', '<!doctype html><title>Welcome</title>'],
  ])('%s says so, costs nothing and does not block the same search', async (_what, ...answer) => {
    const settings = await settingsFor(...answer);
    for (const _time of [1, 2]) {
      const { code, stderr } = await runHere(['search', ...WORDS], settings);
      expect(code).toBe(1);
      expect(stderr).toContain('NOT_CONFIGURED: What answers at PAPERQUEUE_BASE_URL is not the search service');
      expect(stderr.match(/nothing was charged/gi)).toHaveLength(1);
    }
    const { jobs } = JSON.parse((await runHere(['jobs', '--json'], settings)).stdout);
    expect(
      jobs.map(({ charged }: { charged: string }) => charged).filter((charged: string) => charged !== 'no'),
    ).toEqual([]);
  });
});
