import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Outcome, runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { SCRAPER_KEYS, ScrapingStandIn } from '../helpers/scraping-stand-in.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { SCRAPER_KEY, TOKEN } from '../helpers/secrets.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The command against real peers on loopback. */

type Line = { check: string; state: string; message: string; todo?: string };

async function doctor(settings: Record<string, string>, ...flags: string[]) {
  const home = temporaryFolder();
  const base = { HOME: home, PAPERQUEUE_DATA_DIR: join(home, 'data') };
  const outcome = await runHere(['doctor', '--json', ...flags], { ...base, ...settings }, home);
  const { ok, findings } = JSON.parse(outcome.stdout) as { ok: boolean; findings: Line[] };
  const of = (check: string) => findings.filter((line) => line.check === check);
  return { outcome, ok, of, findings, home };
}

function expectSilentOnSecrets({ stdout, stderr }: Outcome): void {
  expect(`${stdout}${stderr}`).not.toContain(TOKEN);
  expect(`${stdout}${stderr}`).not.toContain(SCRAPER_KEY);
}

describe('paperqueue doctor in embedded mode', () => {
  it('on a fresh machine finds nothing wrong, and makes nothing', async () => {
    const { outcome, ok, findings, home } = await doctor({});
    expect([outcome.code, ok]).toEqual([0, true]);
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set([
        'node',
        'configuration',
        'data folder',
        'disk space',
        'store',
        'library',
        'files',
        'sources',
        'scraper key',
        'embeddings',
        'clients',
      ]),
    );
    expect(readdirSync(home)).toEqual([]);
  });

  it('tells store, library and clients once they are there', async () => {
    const home = temporaryFolder();
    const settings = { HOME: home, PAPERQUEUE_DATA_DIR: join(home, 'data') };
    await runHere(['search', '-k', 'paper', '-k', 'graph', '-k', 'network'], settings);
    await runHere(['setup', 'cursor', '--write', '--yes'], settings);
    const { of } = await doctor(settings);
    expect(of('store')).toMatchObject([{ state: 'ok', message: expect.stringMatching(/^1 job, /) }]);
    expect(of('library')).toMatchObject([{ state: 'warning', message: expect.stringContaining('starter catalogue') }]);
    expect(of('library index')).toMatchObject([{ state: 'ok' }]);
    const message = `Cursor: ${join(home, '.cursor', 'mcp.json')} starts a server that answers with `;
    expect(of('clients')).toMatchObject([{ state: 'ok', message: expect.stringContaining(message) }]);
  });

  it('calls a store that is none a problem, and says what to do', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    writeFileSync(
      join(folder, 'data', 'jobs.sqlite'),
      'no database, but more than a hundred bytes of text. '.repeat(9),
    );
    const { outcome, ok, of } = await doctor({ PAPERQUEUE_DATA_DIR: join(folder, 'data') });
    expect([outcome.code, ok]).toEqual([1, false]);
    expect(of('store')).toMatchObject([{ state: 'problem', todo: expect.stringMatching(/./) }]);
    expect(outcome.stderr).toContain('there is a problem');
  });

  it.each<[string, (path: string) => void]>([
    ['emptied', (path) => truncateSync(path, 0)],
    ['cut', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['overwritten', (path) => writeFileSync(path, 'noise'.repeat(5_000))],
    [
      'a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('names each file of ours that is %s, and an index that had to be made anew', async (_what, damage) => {
    const home = temporaryFolder();
    const data = join(home, 'data');
    const settings = { HOME: home, PAPERQUEUE_DATA_DIR: data };
    // In a process of its own, whose end closes the files: what it wrote lies in them, not beside them.
    await runCommand(['search', '-k', 'paper', '-k', 'graph', '-k', 'network'], settings);
    const index = join(data, 'library-index');
    for (const name of readdirSync(index).filter((file) => !file.startsWith('lock'))) damage(join(index, name));
    const found = await doctor(settings);
    expect(found.of('library index').map(({ state }) => state)).toEqual(['warning']);
    expect(found.outcome.code).toBe(0);
    const files = readdirSync(data).filter((file) => file.endsWith('.sqlite'));
    expect(files).toEqual(expect.arrayContaining(['jobs.sqlite', 'library.sqlite', 'service.sqlite']));
    for (const name of files) damage(join(data, name));
    const { outcome, findings } = await doctor(settings);
    expect(outcome.code).toBe(1);
    for (const name of files) {
      const named = findings.filter(({ message }) => message.includes(join(data, name)) && message !== data);
      expect(named).toMatchObject([{ todo: expect.any(String) }]);
    }
  });

  it('names every wrong setting, and still looks at the rest', async () => {
    const { outcome, of } = await doctor({ PAPERQUEUE_WAIT_SECONDS: '99', PAPERQUEUE_TOKEN: `${TOKEN} with a blank` });
    expect(outcome.code).toBe(1);
    expect(of('configuration').map(({ state }) => state)).toEqual(['problem', 'problem']);
    expect(of('clients')).toHaveLength(1);
    expectSilentOnSecrets(outcome);
  });

  it('sends the scraper key nowhere, unless it is told --online', async () => {
    const scraping = await new ScrapingStandIn().start();
    try {
      const settings = { PAPERQUEUE_SCRAPER_BASE_URL: scraping.address, PAPERQUEUE_SCRAPER_KEY: SCRAPER_KEYS.fifty };
      const quiet = await doctor(settings);
      expect([quiet.outcome.code, scraping.asked]).toEqual([0, []]);
      const asked = await doctor(settings, '--online');
      expect([asked.outcome.code, scraping.asked]).toEqual([0, ['GET /v2/team/credit-usage']]);
      expect(asked.of('scraper key')[0]?.message).toContain('accepts it');
      const unknown = await doctor({ ...settings, PAPERQUEUE_SCRAPER_KEY: SCRAPER_KEYS.unknown }, '--online');
      expect(unknown.outcome.code).toBe(1);
      for (const { outcome } of [quiet, asked, unknown]) expectSilentOnSecrets(outcome);
    } finally {
      await scraping.stop();
    }
  });
});

describe('paperqueue doctor in hosted mode', () => {
  it('asks the service once, for free, and tells the balance of each pool', async () => {
    const service = await new ScriptedService({ credits: { basic: 12, pro: 3 } }).start();
    try {
      const settings = { PAPERQUEUE_BASE_URL: service.baseUrl, PAPERQUEUE_SCRAPER_KEY: SCRAPER_KEY };
      const { outcome, of } = await doctor({ ...settings, PAPERQUEUE_TOKEN: TOKEN }, '--online');
      expect(of('service')).toMatchObject([
        { state: 'ok', message: `${service.baseUrl} accepts the token; credits left: basic 12, pro 3` },
      ]);
      expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v1/user/getCredits']);
      expect(outcome.code).toBe(0);
      expectSilentOnSecrets(outcome);

      const refused = await doctor({ ...settings, PAPERQUEUE_TOKEN: `${TOKEN}-of-somebody` });
      expect(refused.outcome.code).toBe(1);
      expect(refused.of('service')).toMatchObject([
        { state: 'problem', todo: expect.stringContaining('PAPERQUEUE_TOKEN') },
      ]);
      expectSilentOnSecrets(refused.outcome);
    } finally {
      await service.stop();
    }
  });

  it('ends in time when the service never answers', async () => {
    const service = await new ScriptedService({ intercept: () => true }).start();
    try {
      const settings = { PAPERQUEUE_BASE_URL: service.baseUrl, PAPERQUEUE_TOKEN: TOKEN };
      const { outcome, of } = await doctor(settings);
      expect(outcome.code).toBe(1);
      expect(of('service')).toMatchObject([{ state: 'problem', message: 'No answer within 10 seconds' }]);
    } finally {
      await service.stop();
    }
  });

  it('for people: a line each, with what to do below', async () => {
    const home = temporaryFolder();
    const settings = {
      HOME: home,
      PAPERQUEUE_DATA_DIR: join(home, 'data'),
      PAPERQUEUE_BASE_URL: 'http://127.0.0.1:9/api',
    };
    const { code, stdout } = await runHere(['doctor'], settings, home);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {7}node {11}Node /m);
    expect(stdout).toMatch(/^PROBLEM {2}service .*but no token\n +-> Set PAPERQUEUE_TOKEN/m);
  });
});
