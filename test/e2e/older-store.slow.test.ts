import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { enter, serveUiHere } from '../faces/ui/visit.ts';
import { runHere } from '../helpers/run-here.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A `jobs.sqlite` that is older than what was paid (a backup, a sync program) or lost is told before anybody pays. */

const scripted = await new ScriptedService().start();
afterAll(() => scripted.stop());

const WORDS = ['mussel', 'tide', 'rocks'];
const search = (...words: string[]) => ['search', ...words.flatMap((word) => ['-k', word]), '--limit', '200'];
const ACCEPT = '--accept-possible-double-charge';

let dataDir = '';
let settings: Record<string, string> = {};
const run = (...args: string[]) => runHere(args, settings);
const store = (name = 'jobs.sqlite') => join(dataDir, name);
beforeEach(async () => {
  dataDir = temporaryFolder();
  settings = {
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_BASE_URL: scripted.baseUrl,
    PAPERQUEUE_TOKEN: scripted.token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  };
  await run(...search('earlier', 'words', 'here'));
  // The log is empty after a clean end: the file alone is a copy.
  expect(statSync(store('jobs.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  copyFileSync(store(), store('backup'));
  expect((await run(...search(...WORDS))).code).toBe(0);
  scripted.charges.length = 0;
});

const HOW: [string, () => void][] = [
  ['is an older copy', () => copyFileSync(store('backup'), store())],
  ['is gone', () => rmSync(store())],
];

describe.each(HOW)('a store that %s', (_how, lose) => {
  it('pays for nothing before somebody has accepted that, at the command line and by an assistant', async () => {
    lose();
    const refused = await run(...search(...WORDS));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/CHARGE_UNKNOWN: jobs\.sqlite is older than what was paid here/);
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /lacks jobs up to J2 .* This call sent nothing\..*--accept-possible-double-charge/,
    );
    const server = new ServerHere(settings);
    await server.initialize();
    const args = { keywords: WORDS, limit: 200 };
    const asked = await server.call(1, 'keyword_search', args);
    expect(asked.json.error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no', retryable: false });
    expect((asked.json.error as { next: string }).next).toContain('acceptPossibleDoubleCharge: true');
    const estimate = await server.call(2, 'estimate_credits', { limit: 200 });
    expect(JSON.stringify(estimate.json)).toContain('is older than what was paid here');
    expect(scripted.charges).toEqual([]);
    const accepted = await server.call(3, 'keyword_search', { ...args, acceptPossibleDoubleCharge: true });
    expect(accepted.json).toMatchObject({ credits: { charged: 'yes', cost: 2 } });
    await server.end();
    // Another search is another risk.
    expect((await run(...search('other', 'words', 'too'))).stderr).toContain('CHARGE_UNKNOWN');
    expect((await run(...search('other', 'words', 'too'), ACCEPT)).code).toBe(0);
    expect(scripted.charges).toHaveLength(2);
  });

  it('counts what it lacks under the cap', async () => {
    settings.PAPERQUEUE_DAILY_CREDIT_CAP = '5';
    lose();
    expect((await run(...search(...WORDS), ACCEPT)).stderr).toMatch(/CREDIT_CAP: .*the daily cap of 5 leaves 1/);
    expect(scripted.charges).toEqual([]);
  });

  it('is told by jobs, doctor and the local page, until the newest is put back or the text deleted', async () => {
    copyFileSync(store(), store('newest'));
    lose();
    expect((await run('jobs')).stderr).toMatch(/"event":"(?:jobs\.sqlite is older|a file was missing)/);
    expect(JSON.parse((await run('jobs', '--json')).stdout).noteData).toHaveLength(1);
    expect((await run('doctor')).stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /warning store .*older than what was recorded up to J2/,
    );
    const served = await serveUiHere(settings);
    const visitor = await enter(served.address);
    const { location } = await visitor.post('/searches', { keywords: WORDS.join('\n'), limit: '100' });
    expect((await visitor.get(location ?? '')).text).toContain('older than what was paid here');
    await served.end();
    copyFileSync(store('newest'), store());
    expect((await run(...search(...WORDS))).code).toBe(0);
    lose();
    rmSync(store('jobs.reached'));
    expect((await run(...search('other', 'words', 'too'))).code).toBe(0);
    expect(scripted.charges).toHaveLength(1);
  });
});
