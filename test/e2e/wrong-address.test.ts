import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** PAPERQUEUE_BASE_URL names a server that is not the search service. */

const WORDS = ['tide', 'mussel', 'shore'].flatMap((word) => ['-k', word]);

let server: Server;
let posts = 0;
afterEach(() => {
  server.close();
  posts = 0;
});

async function settingsFor(status: number, type: string, text: string): Promise<Record<string, string>> {
  server = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') posts += 1;
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
  ])('%s says so, is not sent there again unasked, and blocks nothing at the right one', async (_what, ...answer) => {
    const settings = await settingsFor(...answer);
    const first = await runHere(['search', ...WORDS], settings);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain(
      'NOT_CONFIGURED: What answers at PAPERQUEUE_BASE_URL does not look like the search service',
    );
    expect(first.stderr).not.toMatch(/nothing was charged/i);
    const second = await runHere(['search', ...WORDS], settings);
    expect(second.stderr).toContain('CHARGE_UNKNOWN: An equal search (J1');
    expect(second.stderr).toContain('--accept-possible-double-charge');
    expect(posts).toBe(1);
    const { jobs } = JSON.parse((await runHere(['jobs', '--json'], settings)).stdout);
    expect(jobs.map(({ charged }: { charged: string }) => charged)).toEqual(['unknown']);
    // The address with its prefix is another service, and so is its account.
    const corrected = { ...settings, PAPERQUEUE_BASE_URL: `${settings.PAPERQUEUE_BASE_URL}/api` };
    await runHere(['search', ...WORDS, '--no-wait'], corrected);
    expect(posts).toBe(2);
  });
});
