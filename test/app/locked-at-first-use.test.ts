import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { compose } from '../../src/app/compose.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { openDriver } from '../../src/platform/sqlite/driver.ts';
import { some } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const LOG = createLog({ level: 'error', write: () => {}, secrets: [] });

function appOf(folder: string) {
  const app = compose(readConfig({ PAPERQUEUE_DATA_DIR: folder }), LOG);
  onTestFinished(() => app.stop());
  return app;
}

it.each(some(['jobs', 'library', 'service']))(
  'waits for a new %s.sqlite that somebody else holds, and others have their turn meanwhile',
  async (file) => {
    // Loads the modules, so that the next app comes to its files within a few turns.
    await appOf(temporaryFolder()).jobs();
    const folder = temporaryFolder();
    const other = openDriver(join(folder, `${file}.sqlite`));
    onTestFinished(() => other.close() as undefined);
    other.exec('BEGIN IMMEDIATE');
    const opened = appOf(folder).jobs();
    // A wait for the lock within this process would end before it is free.
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    other.exec('ROLLBACK');
    await expect(opened).resolves.toBeDefined();
  },
);
