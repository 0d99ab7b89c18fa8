import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OlderStore } from '../../../src/jobs/ports/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore } from './stores.ts';

/** What a store that somebody put back in place of the newest knows of what it lacks. */

const DAY_AGO = () => new Date(Date.now() - 86_400_000).toISOString();

type Store = ReturnType<typeof openStore>;

/** A job that is paid; its number. */
function pay(store: Store, fingerprint: string, cost = 2): number {
  const { number } = store.beginCreation(newJob({ fingerprint, cost }), ANEW).job;
  store.stampDial(number);
  store.confirm(number, `id of ${fingerprint}`);
  return number;
}

function inFolder() {
  const folder = temporaryFolder();
  const [path, reached] = [join(folder, 'jobs.sqlite'), join(folder, 'jobs.reached')];
  /** Works on the store and closes it. */
  const using = async <T>(work: (store: Store) => T): Promise<T> => {
    const store = openStore(folder);
    try {
      return work(store);
    } finally {
      await store.close();
    }
  };
  const copy = (name: string) => copyFileSync(path, join(folder, name));
  const putBack = (name: string) => copyFileSync(join(folder, name), path);
  return { folder, path, reached, using, copy, putBack };
}

describe('a store', () => {
  it('lacks nothing while its jobs are begun, dialled, refused, given up and ended', async () => {
    const { using, reached } = inFolder();
    await using((store) => {
      expect(existsSync(reached)).toBe(false);
      pay(store, 'one');
      const { number } = store.beginCreation(newJob({ fingerprint: 'refused' }), ANEW).job;
      store.stampDial(number);
      expect(store.missing?.()).toBeUndefined();
      store.settle(number, 'no', { isUntold: true });
      // Under the number of the refused one.
      expect(pay(store, 'two')).toBe(number);
      store.finish(number, { status: 'success', papers: [], notes: [] });
      expect(store.missing?.()).toBeUndefined();
    });
    await using((store) => expect(store.missing?.()).toBeUndefined());
    expect(readFileSync(reached, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('that is killed between intent and dial lacks nothing, and one without a dial writes nothing', async () => {
    const { using, reached } = inFolder();
    await using((store) => store.beginCreation(newJob({ fingerprint: 'one' }), ANEW));
    expect(existsSync(reached)).toBe(false);
    await using((store) => expect(store.missing?.()).toBeUndefined());
  });
});

describe('an older copy', () => {
  it('says up to which job it lacks what was paid, and counts it under the cap', async () => {
    const { using, copy, putBack, reached } = inFolder();
    await using((store) => pay(store, 'one'));
    copy('backup');
    await using((store) => {
      pay(store, 'two');
      pay(store, 'three', 3);
      expect(store.committedSince(DAY_AGO())).toBe(7);
    });
    putBack('backup');
    await using((store) => {
      const missing = { file: reached, number: 3, at: expect.stringMatching(/^\d{4}-/), credits: 5 };
      expect(store.missing?.()).toEqual(missing);
      expect(store.committedSince(DAY_AGO())).toBe(7);
      expect(store.committedSince('9999')).toBe(0);
      // What is paid all the same is counted beside it, and what is lacking stays known.
      expect(pay(store, 'four')).toBe(2);
      expect(store.committedSince(DAY_AGO())).toBe(9);
      expect(store.missing?.()).toEqual(missing);
    });
    await using((store) => expect(store.missing?.()).toMatchObject({ number: 3, credits: 5 }));
  });

  it('is no longer one when the newest is put back, unless something was paid into it', async () => {
    const { using, copy, putBack } = inFolder();
    await using((store) => pay(store, 'one'));
    copy('old');
    await using((store) => pay(store, 'two'));
    copy('newest');
    putBack('old');
    await using((store) => expect(store.missing?.()).toMatchObject({ number: 2, credits: 2 }));
    putBack('newest');
    await using((store) => expect(store.missing?.()).toBeUndefined());
    putBack('old');
    await using((store) => pay(store, 'other'));
    putBack('newest');
    await using((store) => expect(store.missing?.()).toMatchObject({ number: 2, credits: 2 }));
  });

  it('is told to the log when it is opened', async () => {
    const { folder, using, copy, putBack } = inFolder();
    await using((store) => pay(store, 'one'));
    copy('old');
    await using((store) => pay(store, 'two'));
    putBack('old');
    const told: OlderStore[] = [];
    openStore(folder, process.pid, { onOlder: (older) => told.push(older) });
    expect(told).toMatchObject([{ number: 2, credits: 2 }]);
  });

  it('is told until its text is deleted', async () => {
    const { using, copy, putBack, reached } = inFolder();
    await using((store) => pay(store, 'one'));
    copy('old');
    await using((store) => pay(store, 'two'));
    putBack('old');
    await using((store) => {
      expect(store.missing?.()).toBeDefined();
      rmSync(reached);
      expect(store.missing?.()).toBeUndefined();
      pay(store, 'three');
      expect(store.missing?.()).toBeUndefined();
    });
  });

  it('is one, too, when it comes while the store is open', async () => {
    const { using, reached } = inFolder();
    await using((store) => {
      pay(store, 'one');
      // Another process has paid into another file that was here.
      writeFileSync(reached, `${JSON.stringify({ row: 90, job: 17, at: '2026-01-02T00:00:00.000Z', credits: 40 })}\n`);
      expect(store.missing?.()).toMatchObject({ number: 17, credits: 40 });
    });
  });
});

describe('a text that cannot be read', () => {
  it.each([
    ['empty', (path: string) => writeFileSync(path, '')],
    ['of other words', (path: string) => writeFileSync(path, 'what is this?\n')],
    ['half', (path: string) => writeFileSync(path, '{"row":1,"job":1')],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('(%s) is no reason to believe that nothing is lacking', async (_how, make) => {
    const { using, reached } = inFolder();
    make(reached);
    await using((store) => expect(store.missing?.()).toEqual({ file: reached, credits: 0 }));
  });

  it('and cannot be written either forbids the dial: nothing is sent', async () => {
    const { using, reached } = inFolder();
    mkdirSync(reached);
    await using((store) => {
      const { number } = store.beginCreation(newJob({ fingerprint: 'one' }), ANEW).job;
      expect(() => store.stampDial(number)).toThrow(reached);
      store.settle(number, 'no');
      expect(store.byNumber(number)).toMatchObject({ status: 'refused', charged: 'no' });
    });
  });
});

it('a store that was closed is whole in its file alone', async () => {
  const { using, path } = inFolder();
  const elsewhere = temporaryFolder();
  await using((store) => pay(store, 'one'));
  copyFileSync(path, join(elsewhere, 'jobs.sqlite'));
  expect(openStore(elsewhere).byNumber(1)).toMatchObject({ jobId: 'id of one', charged: 'yes' });
});
