import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import { type Outcome, runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { some } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { makeOlder } from '../jobs/store/stores.ts';
import { momentsFor, reaching, scriptAt } from './at-point.ts';
import { ChargingServer } from './charging-server.ts';
import { seededRandom } from './scripts.ts';

/**
 * What nobody watches while it pays: `watch run` from a timer, `rerun`, `search --fresh`. The built command and a
 * service that charges; the commands are killed, interrupted, started twice and at the same time.
 */

const WORDS = ['How do mussels settle on rocky shores between the tides, and for how long do they stay there?'];
const COMMANDS: [string, string[], nth: number][] = [
  ['watch run', ['watch', 'run'], 0],
  ['rerun', ['rerun', 'J1'], 1],
  ['search --fresh', ['search', ...WORDS, '--fresh'], 2],
];

let service: ChargingServer;
/** A data folder with a search that has ended and its watch, of which each test has a copy. */
const begun = join(temporaryFolder(), 'data');
let folder: string;
let settings: Record<string, string>;

const run = (args: string[]) => runHere(args, settings);
/** As a process of its own: what is interrupted, and what runs at the same time as another one. */
const runBuilt = (args: string[], interruptWhen?: Promise<unknown>) => runCommand(args, settings, interruptWhen);

beforeAll(async () => {
  service = await new ChargingServer().start();
  settings = {
    PAPERQUEUE_DATA_DIR: begun,
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: 'a-token',
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  };
  expect((await run(['search', ...WORDS])).code).toBe(0);
  expect((await run(['watch', 'add', 'J1'])).code).toBe(0);
});

beforeEach(() => {
  folder = temporaryFolder();
  settings.PAPERQUEUE_DATA_DIR = join(folder, 'data');
  cpSync(begun, settings.PAPERQUEUE_DATA_DIR, { recursive: true });
  service.beginAnew();
});

afterAll(() => service.stop());

/** Gives what the command had printed. */
async function killed(args: string[], when: Promise<unknown>): Promise<string> {
  const child = spawn(process.execPath, [BUILT, ...args], { env: environment(settings) });
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  await Promise.race([when, closed]);
  child.kill('SIGKILL');
  await closed;
  await service.drained();
  service.script = undefined;
  return printed;
}

const toldRef = ({ stdout, stderr }: Outcome) => /\bJ\d+\b/.exec(`${stderr}\n${stdout}`.replace(/W1 /g, ''))?.[0];

/** In the gate two of the three; the moments at which they are killed are others for each. */
describe.each(some(COMMANDS, { nth: 2 }))('%s', (_name, args, nth) => {
  it('that was killed while its job ran is taken over by the next one, which pays nothing', async () => {
    await killed(args, reaching(service, scriptAt('polling')));
    const next = await run(args);
    expect([next.code, service.charges.length, service.posts]).toEqual([0, 1, 1]);
    expect(`${next.stdout}${next.stderr}`).toContain('J2');
    // Its end has been told: the one after that is a new job.
    expect((await run(args)).code).toBe(0);
    expect(service.charges).toHaveLength(2);
  });

  it('that was interrupted by Ctrl-C likewise', async () => {
    const stopped = await runBuilt(args, reaching(service, scriptAt('polling')));
    service.script = undefined;
    expect(stopped.code).toBe(130);
    const next = await run(args);
    expect([next.code, service.charges.length]).toEqual([0, 1]);
    expect(`${next.stdout}${next.stderr}`).toContain('J2');
  });

  it.each(momentsFor(nth))('that was killed %s is paid once at most by the next one', async (_when, script) => {
    await killed(args, reaching(service, script));
    const paid = service.charges.length;
    const posts = service.posts;
    const next = await run(args);
    // Either nothing had left, or the job is taken over, or nobody knows and a person is asked.
    const isAsked = `${next.stdout}${next.stderr}`.includes('was sent and may or may not have been charged');
    expect([service.charges.length <= 1, service.posts - posts <= 1 - paid]).toEqual([true, true]);
    if (!isAsked) expect([next.code, service.charges.length]).toEqual([0, 1]);
    if (isAsked) {
      expect([next.code, service.posts]).toEqual([1, posts]);
      const accepted = await run([...args, '--accept-possible-double-charge']);
      expect([accepted.code, service.posts]).toEqual([0, posts + 1]);
    }
  });

  it('that is started three times at once pays once, and all tell the same job', async () => {
    const outcomes = await Promise.all([runBuilt(args), runBuilt(args), runBuilt(args)]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect([service.charges.length, service.posts]).toEqual([1, 1]);
    expect(new Set(outcomes.map(toldRef))).toEqual(new Set(['J2']));
  });

  it('that begins while another one waits attaches to it, and both end well', async () => {
    // The first look at the job is answered late.
    service.script = scriptAt('random', { thinkMs: 1_000 });
    const first = runBuilt(args);
    await until(() => service.charges.length === 1, 'the charge');
    const second = await run(args);
    expect([second.code, (await first).code, service.charges.length]).toEqual([0, 0, 1]);
  });
});

describe('two watches of one search', () => {
  const told = (printed: string) =>
    [...printed.matchAll(/^(W\d) {2}\d+ new papers? {2}\((J\d+)\)/gm)].map(([, ...run]) => run);
  beforeEach(async () => {
    expect((await run(['watch', 'add', 'J1'])).code).toBe(0);
  });

  it('pay once for a run, and both tell its papers', async () => {
    const first = await run(['watch', 'run']);
    expect([told(first.stdout), service.charges.length]).toEqual([
      [
        ['W1', 'J2'],
        ['W2', 'J2'],
      ],
      1,
    ]);
    const second = await run(['watch', 'run']);
    expect([told(second.stdout), service.charges.length]).toEqual([
      [
        ['W1', 'J3'],
        ['W2', 'J3'],
      ],
      2,
    ]);
  });

  it.each([
    ['two timers', ['watch', 'run', 'W1'], ['watch', 'run', 'W2']],
    ['a timer and a person', ['watch', 'run', 'W1'], ['rerun', 'J1']],
    ['a person and a timer', ['search', ...WORDS, '--fresh'], ['watch', 'run']],
  ])('%s at the same time pay once', async (_who, one, other) => {
    const outcomes = await Promise.all([runBuilt(one), runBuilt(other)]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    expect([outcomes.map(toldRef), service.charges.length, service.posts]).toEqual([['J2', 'J2'], 1, 1]);
  });

  it('of which one was killed while its job ran: the other takes it over, and each of them tells it', async () => {
    await killed(['watch', 'run', 'W1'], reaching(service, scriptAt('polling')));
    const other = await run(['watch', 'run', 'W2']);
    expect([told(other.stdout), service.charges.length]).toEqual([[['W2', 'J2']], 1]);
    const one = await run(['watch', 'run', 'W1']);
    expect([told(one.stdout), service.charges.length]).toEqual([[['W1', 'J2']], 1]);
    expect((await run(['watch', 'list'])).stdout).toMatch(/^W1\s+J1\s+J2\s.*\nW2\s+J1\s+J2\s/m);
  });

  it('killed together after the first was paid pay nothing more for that run', async () => {
    const printed = await killed(['watch', 'run'], reaching(service, scriptAt('polling')));
    expect(told(printed)).toEqual([]);
    const next = await run(['watch', 'run']);
    expect([told(next.stdout), service.charges.length]).toEqual([
      [
        ['W1', 'J2'],
        ['W2', 'J2'],
      ],
      1,
    ]);
  });
});

describe('a watch', () => {
  it('has every paid run among its own, also one whose command was killed', async () => {
    await killed(['watch', 'run'], reaching(service, scriptAt('polling')));
    expect((await run(['watch', 'list'])).stdout).toMatch(/^W1\s+J1\s+J2\s/m);
  });

  it('tells once more what could not be written, and pays nothing for it', async () => {
    const file = join(folder, 'news.xml');
    writeFileSync(file, 'mine');
    const args = ['watch', 'run', '--format', 'rss', '-o'];
    expect((await run([...args, file])).code).not.toBe(0);
    const again = join(folder, 'other.xml');
    expect((await run([...args, again])).code).toBe(0);
    expect([existsSync(again), service.charges.length]).toEqual([true, 1]);
  });

  it('goes on past a job that ended in an error or that the service has forgotten', async () => {
    await killed(['watch', 'run'], reaching(service, scriptAt('polling')));
    service.forgets = true;
    makeOlder(join(folder, 'data'));
    const forgotten = await run(['watch', 'run']);
    expect([forgotten.code, service.charges.length]).toEqual([1, 1]);
    expect(forgotten.stdout).toContain('no longer knows J2');
    service.forgets = false;
    expect((await run(['watch', 'run'])).code).toBe(0);
    expect(service.charges).toHaveLength(2);
  });

  it('killed at any moment, again and again: every charge is a run that was told, or one that a person accepted', async () => {
    const random = seededRandom(7);
    const told = new Set<string>();
    let accepted = 0;
    const tell = (printed: string) => {
      const [, ref] = /new papers? {2}\((J\d+)\)/.exec(printed) ?? [];
      if (ref) told.add(ref);
    };
    for (let round = 0; round < 8; round += 1) {
      for (let kill = 0; kill < 2; kill += 1) {
        service.script = scriptAt('random', { thinkMs: Math.floor(random() * 80) });
        tell(await killed(['watch', 'run'], sleep(200 + random() * 700)));
      }
      const next = await run(['watch', 'run']);
      tell(next.stdout);
      if (next.code !== 0) {
        expect(next.stdout).toContain('may or may not have been charged');
        accepted += 1;
        const after = await run(['watch', 'run', '--accept-possible-double-charge']);
        expect(after.code).toBe(0);
        tell(after.stdout);
      }
      expect(service.charges.length).toBeLessThanOrEqual(told.size + accepted);
    }
  });
});
