import { afterEach, describe, expect, it } from 'vitest';
import { runCommand } from '../helpers/run-command.ts';
import { createAccount, Served } from '../helpers/served.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** One `paperqueue serve` for one folder, held by a lock that ends with its process. */

const running: Served[] = [];
async function serve(dataDir: string): Promise<Served> {
  const served = await Served.start({ dataDir, settings: { PAPERQUEUE_SOURCES: 'library' } });
  running.push(served);
  return served;
}
afterEach(async () => {
  for (const served of running.splice(0)) await served.end('SIGKILL');
});

const second = (dataDir: string) =>
  runCommand(['serve', '--port', '0'], { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library' });

describe('a second serve on one folder', () => {
  it('is refused with what to do, and leaves the first one alone', async () => {
    const dataDir = temporaryFolder();
    const first = await serve(dataDir);
    const { code, stderr } = await second(dataDir);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Another `paperqueue serve` is running')]);
    expect(stderr).toContain('PAPERQUEUE_DATA_DIR');
    expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  });

  it('does not keep accounts from being made meanwhile', async () => {
    const dataDir = temporaryFolder();
    const first = await serve(dataDir);
    const { token } = await createAccount(dataDir, 'ada', { basic: 3 });
    const credits = await fetch(`${first.address}/v1/user/getCredits`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(credits.status).toBe(200);
  });

  it('is refused also while the first one is stopped (SIGSTOP): it may go on at any time', async () => {
    const dataDir = temporaryFolder();
    const first = await serve(dataDir);
    first.child.kill('SIGSTOP');
    expect((await second(dataDir)).code).toBe(1);
    first.child.kill('SIGCONT');
    expect((await fetch(`${first.address}/healthz`)).status).toBe(200);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('starts at once after the first one ended by %s', async (signal) => {
    const dataDir = temporaryFolder();
    for (let time = 0; time < 3; time += 1) {
      const served = await serve(dataDir);
      await served.end(signal);
    }
    const last = await serve(dataDir);
    expect((await fetch(`${last.address}/readyz`)).status).toBe(200);
  });
});
