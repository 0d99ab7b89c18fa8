import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { startWorker } from '../../src/service/queue/worker.ts';
import { SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';

/**
 * A worker in a process of its own, which records its actions. Arguments: the service file, the file to write to,
 * the name of this process. A job whose query begins `wait for FILE` is at work until that file is there; one that
 * begins `meet` until a second process has taken a job as well. `fail` in a query makes its search fail.
 */

const [file = '', record = '', name = ''] = process.argv.slice(2);
const write = (what: string) => appendFileSync(record, `${name} ${what}\n`);
const names = () => new Set(readFileSync(record, 'utf8').match(/^\S+(?= start)/gm));

async function until(isSo: () => boolean): Promise<void> {
  for (let looks = 0; looks < 3_000 && !isSo(); looks += 1) await sleep(5);
}

const worker = startWorker({
  store: sqliteStore(openDatabase(file, SERVICE_MIGRATIONS)),
  concurrency: 2,
  search: async ({ body: { query = '' } }) => {
    write(`start ${query}`);
    const [, awaited] = /^wait for (\S+)/.exec(query) ?? [];
    if (awaited) await until(() => existsSync(awaited));
    else if (query.startsWith('meet')) await until(() => names().size > 1);
    await sleep(3);
    write(`end ${query}`);
    if (query.includes('fail')) throw new Error('this search fails');
    return { papers: [{ title: `Found by ${name}` }], notes: [] };
  },
  onError: (event) => write(`error ${event}`),
});
setInterval(worker.wake, 20);
write('ready');
