import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SealedEvent } from '../../src/jobs/ports/reviews.ts';
import { LOG_START, sealEvents } from '../../src/platform/sealed-log.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import type { LeasedDelivery } from '../../src/service/store/outbox-port.ts';
import type { LeasedJob, ServiceStore } from '../../src/service/store/port.ts';
import { SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { textNotes } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { opening } from '../review/histories.ts';

export const request = (query: string) =>
  ({
    operation: 'querySearch',
    body: { query: `${query} "quoted", naïve ☃ \u0000`, callbackUrl: 'https://receiver.example/done' },
    filters: { limit: 200 },
  }) as const;
const KEY = { key: 'k 1', digest: 'd' };

/** A file with jobs and callbacks in every state. */
export async function filledFolder() {
  const dataDir = temporaryFolder();
  const database = openDatabase(join(dataDir, 'serve.sqlite'), SERVICE_MIGRATIONS);
  const store = sqliteStore(database);
  const ada = (await store.accounts.create('ada', { basic: 50, pro: 0, privateKey: 7 })) as number;
  const bob = (await store.accounts.create('bob', { basic: 3, pro: 0, privateKey: 0 })) as number;
  await store.accounts.topUp(ada, { basic: 5 });
  const token = await store.tokens.create(ada);
  const old = await store.tokens.create(bob);
  await store.accounts.revoke(bob);
  await store.secrets.ensure(ada);
  await store.secrets.rotate(ada);
  await store.jobs.closeKey(ada, 'closed');
  const ids: string[] = [];
  const begin = async (name: string) => {
    ids.push(
      ((await store.jobs.create(ada, request(name), 100, ids.length === 0 ? KEY : undefined)) as { id: string }).id,
    );
    return (await store.jobs.lease()) as LeasedJob;
  };
  for (const [nth, end] of (['delivered', 'dead', 'pending'] as const).entries()) {
    await store.jobs.finish(await begin(end), { papers: [], notes: textNotes(`note ${nth} ☃`) });
    const lease = (await store.outbox.lease([])) as LeasedDelivery;
    if (end === 'pending') await store.outbox.retry(lease, 'status 500', 60_000);
    else await store.outbox[end](lease, 'status 200');
  }
  await store.jobs.fail(await begin('fails'), { notes: textNotes('why'), sources: [] });
  const early = await begin('early');
  await store.jobs.finish(early, { papers: [], notes: [] });
  // As versions before schema 6 stored it.
  database.run(
    'UPDATE jobs SET answer = NULL, results = ?, notes = ? WHERE id = ?',
    gzipSync('[]'),
    '["old"]',
    early.id,
  );
  await begin('at work');
  await fillReview(store, ada);
  ids.push(((await store.jobs.create(ada, request('waits'), 100)) as { id: string }).id);
  return { dataDir, database, store, ada, ids, token, old };
}

/** A review with records of two parts, and a decision that says what a text can. */
async function fillReview({ accounts, reviews }: ServiceStore, ada: number): Promise<void> {
  await accounts.create('cleo', { basic: 1, pro: 0, privateKey: 0 });
  const who = { kind: 'human', name: 'ada' } as const;
  const decide = { what: 'decide', stage: 'title-abstract', ref: 'J1-1', decision: 'maybe', note: '☃ \u0000' } as const;
  const acts = [...opening({}, 2), decide];
  const events = sealEvents(LOG_START, acts, who, '2026-01-05T09:00:00.000Z');
  const [first, ...rest] = events as [SealedEvent, ...SealedEvent[]];
  const review = (await reviews.open(ada, first)) as number;
  for (const part of [0, 1])
    await reviews.upload(ada, review, { upload: 'upload-1', part, records: 1, zipped: gzipSync(`["☃", ${part}]`) });
  await reviews.append(ada, review, rest, { upload: 'upload-1', parts: 2 });
  await reviews.invite(ada, review, 'cleo');
}

/** What members and the operator can see. */
export async function seen({ store, ada, ids }: { store: ServiceStore; ada: number; ids: readonly string[] }) {
  const found = await Promise.all(ids.map((id) => store.jobs.find(ada, id)));
  return {
    accounts: await store.accounts.list(),
    flows: await store.accounts.flows(ada),
    jobs: found.map((job) => job && { ...job, answer: job.answer && Buffer.from(job.answer).toString('hex') }),
    keyed: await store.jobs.keyed(ada, undefined, 10),
    repeated: await store.jobs.repeated(ada, KEY),
    closed: await store.jobs.repeated(ada, { key: 'closed', digest: 'd' }),
    deliveries: await store.outbox.list({ offset: 0, count: 10 }),
    reviews: await store.reviews.list(ada),
    members: await store.reviews.members(ada, 1),
    events: await store.reviews.events(ada, 1, 0),
    records: Buffer.from((await store.reviews.records(ada, 1, 0, 1))?.zipped ?? []).toString('hex'),
    secrets: (await store.secrets.active(ada)).map((secret) => secret.reveal()),
  };
}
