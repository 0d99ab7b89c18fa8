import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { PaperqueueError } from '../../src/contract/errors.ts';
import { submitJob } from '../../src/jobs/spending/submit.ts';
import type * as driver from '../../src/platform/sqlite/driver.ts';
import { some } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { failure, OPTIONS, openBench, REQUEST } from '../jobs/submitting.ts';

/**
 * A disk that is full from each statement of a spending on, for that statement alone or until the call is answered.
 * Whatever happens, nothing is paid that is not known, nothing known is lost, and the answer is true: for a process
 * that lives on, and for one that is killed at the answer. Two real disks: a small file system in memory, which takes
 * root to mount; and a limit of the size of files (`prlimit`), which anybody may set. The second is always tried.
 */

/** Called before each statement of the store, with its text. */
const hook = vi.hoisted(() => ({ before: (_sql: string) => {} }));

vi.mock('../../src/platform/sqlite/driver.ts', async (original) => {
  const real = await original<typeof driver>();
  return {
    ...real,
    openDriver: (path: string): driver.DriverDatabase => {
      const database = real.openDriver(path);
      return {
        exec: (sql) => {
          hook.before(sql);
          return database.exec(sql);
        },
        prepare: (sql) => {
          const statement = database.prepare(sql);
          const counted =
            <Result>(work: (...values: driver.SqlValue[]) => Result) =>
            (...values: driver.SqlValue[]) => {
              hook.before(sql);
              return work(...values);
            };
          return {
            run: counted((...values) => statement.run(...values)),
            get: counted((...values) => statement.get(...values)),
            all: counted((...values) => statement.all(...values)),
          };
        },
        close: () => database.close(),
      };
    },
  };
});

type Disk = { name: string; folder: () => string; fill: () => void; free: () => void };

const MOUNTED = temporaryFolder();
const canMount =
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', MOUNTED]).status === 0;
afterAll(() => {
  if (canMount) execFileSync('umount', ['--lazy', MOUNTED]);
});

let folders = 0;
const FILLER = join(MOUNTED, 'filler');
const SMALL: Disk = {
  name: 'a small file system',
  folder: () => {
    for (let nth = folders - 1; nth <= folders; nth += 1)
      rmSync(join(MOUNTED, `${nth}`), { recursive: true, force: true });
    folders += 1;
    mkdirSync(join(MOUNTED, `${folders}`));
    return join(MOUNTED, `${folders}`);
  },
  fill: () => {
    // Down to the last byte.
    for (let bytes = 64 * 1024; bytes >= 1; bytes = Math.floor(bytes / 4)) {
      try {
        for (;;) writeFileSync(FILLER, Buffer.alloc(bytes), { flag: 'a' });
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      }
    }
  },
  free: () => rmSync(FILLER, { force: true }),
};

const limit = (bytes: string) => execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]);
const LIMITED: Disk = {
  name: 'a limit of the size of files',
  folder: temporaryFolder,
  fill: () => limit('0'),
  free: () => limit('unlimited'),
};

const DISKS = canMount ? [SMALL, LIMITED] : [LIMITED];

/** No process has this number: whoever opens the store next takes it for dead. */
const DEAD = 1_000_000_000;

const FATES = ['answered', 'broken', 'refused'] as const;
type Fate = (typeof FATES)[number];
const SPANS = ['that statement', 'the rest of the call'] as const;

const outcomeOf = (call: ReturnType<typeof submitJob>) =>
  call.then(
    ({ job }) => ({ job, error: undefined }),
    (error: unknown) => ({ job: undefined, error }),
  );

/** A spending; the disk is full from the nth statement on. Also tells how many statements there were. */
async function spend(disk: Disk, fate: Fate, nth: number, span: (typeof SPANS)[number]) {
  const folder = disk.folder();
  const { deps, service, store } = openBench({}, folder, DEAD);
  let charges = 0;
  service.instead = async () => {
    if (fate === 'refused') throw failure('UNAUTHORIZED', 'no');
    charges += 1;
    if (fate === 'broken') throw failure('CHARGE_UNKNOWN', 'unknown');
    return { jobId: 'job-1' };
  };
  let [statements, isFull] = [0, false];
  const free = () => {
    if (isFull) disk.free();
    isFull = false;
  };
  hook.before = () => {
    statements += 1;
    if (statements === nth) {
      disk.fill();
      isFull = true;
    } else if (span === 'that statement') free();
  };
  const answer = await outcomeOf(submitJob(deps, REQUEST, OPTIONS));
  hook.before = () => {};
  free();
  return { folder, deps, service, store, answer, statements, charges: () => charges };
}

type Spent = Awaited<ReturnType<typeof spend>>;

/** The answer says no more, and no less, than what happened. */
function expectTrue({ answer: { job, error }, charges }: Spent): void {
  if (job) {
    expect({ jobId: job.jobId, charged: job.charged }).toEqual({ jobId: 'job-1', charged: 'yes' });
    expect(charges()).toBe(1);
    return;
  }
  expect(error).toBeInstanceOf(PaperqueueError);
  const { charged } = (error as PaperqueueError).details;
  expect(charged, 'what was charged is not called free').not.toBe(charges() > 0 ? 'no' : 'yes');
}

/** What a store has after it: charges <= confirmed + unknown; confirmed <= charges; the ledger sums. */
function expectBooks(store: Spent['store'], charges: number, isKnown: boolean): void {
  const { jobs } = store.list({ offset: 0, count: 10, status: undefined });
  const costOf = (charged: string) =>
    jobs.filter((job) => job.charged === charged).reduce((sum, { cost }) => sum + cost, 0);
  const [confirmed, unknown] = [costOf('yes'), costOf('unknown')];
  expect(charges * 2).toBeLessThanOrEqual(confirmed + unknown);
  expect(confirmed).toBeLessThanOrEqual(charges * 2);
  expect(store.committedSince('2000')).toBe(confirmed + unknown);
  if (isKnown) expect(store.byJobId('job-1', 'account')).toMatchObject({ charged: 'yes' });
  expect(store.missing?.()).toBeUndefined();
}

/** The same search again on the store as it is, at a service that answers. */
async function searchAgain({ deps }: Spent, store: Spent['store'], charges: number): Promise<void> {
  let more = 0;
  const service = {
    ...deps.service,
    balances: async () => undefined,
    create: async (request: unknown, options: { beforeDial?: (sent: unknown) => Promise<void> }) => {
      await options.beforeDial?.(request);
      more += 1;
      return { jobId: 'job-2' };
    },
  } as unknown as typeof deps.service;
  const { jobs } = store.list({ offset: 0, count: 10, status: undefined });
  const isUncertain = jobs.some(({ charged }) => charged === 'unknown');
  await outcomeOf(submitJob({ ...deps, service, store }, REQUEST, OPTIONS));
  // What is uncertain asks for acceptance.
  expect(charges + more, 'nothing is paid twice unasked').toBe(isUncertain ? charges : 1);
}

describe.each(DISKS.map((disk) => [disk.name, disk] as const))('on a full disk (%s)', (_name, disk) => {
  describe.each(FATES)('a creation that is %s', (fate) => {
    it.each(some(SPANS, { nth: 2, first: FATES.indexOf(fate) }))('at each statement, for %s', async (span) => {
      const { statements } = await spend(disk, fate, 0, span);
      expect(statements).toBeGreaterThan(20);
      const met = new Set<string>();
      for (let nth = 1; nth <= statements; nth += 1) {
        const spent = await spend(disk, fate, nth, span);
        const { folder, store, answer } = spent;
        const charges = spent.charges();
        try {
          expectTrue(spent);
          met.add(answer.job ? 'job' : ((answer.error as PaperqueueError).details.charged as string));
          // Killed at the answer: what only its memory had is gone.
          const killed = disk === SMALL ? temporaryFolder() : disk.folder();
          cpSync(folder, killed, { recursive: true });
          const next = openBench({}, killed);
          expectBooks(next.store, charges, false);
          await searchAgain(spent, next.store, charges);
          // It lives on, and the disk has room again.
          expectBooks(store, charges, answer.job !== undefined);
          await searchAgain(spent, store, charges);
          await Promise.all([store.close(), next.store.close()]);
        } catch (error) {
          throw new Error(`full from statement ${nth} of ${statements}: ${(error as Error).message}`, { cause: error });
        }
      }
      // It is not the same everywhere.
      expect(met.size).toBeGreaterThan(fate === 'refused' ? 0 : 1);
    });
  });
});
