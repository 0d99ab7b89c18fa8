import { createServiceApp } from '../../src/service/http-app.ts';
import { startWorker } from '../../src/service/queue/worker.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openServiceFile } from './service.ts';

/** The app of a service with the accounts ana, ben and cleo, and their tokens. */
export async function openReviewApp(requestsPerMinute?: number) {
  const database = openServiceFile(temporaryFolder());
  const store = sqliteStore(database);
  const onError = () => {};
  const worker = startWorker({ store, search: () => ({ papers: [], notes: [] }), onError });
  const accountOfToken = store.tokens.accountOf;
  const app = createServiceApp({
    ...BARE_PARTS,
    store,
    worker,
    onError,
    requestsPerMinute,
    maxOpenJobs: 1,
    accountOfToken,
  });
  const tokens = new Map<string, string>();
  for (const name of ['ana', 'ben', 'cleo']) {
    const account = (await store.accounts.create(name, { basic: 1, pro: 0, privateKey: 0 })) as number;
    tokens.set(name, (await store.tokens.create(account)).reveal());
  }
  return { app, database, tokenOf: (name: string) => tokens.get(name) ?? '' };
}
