import type { Account, ServiceStore } from '../store/port.ts';

const LISTED = { jobs: 50, callbacks: 20, changes: 50, latest: 200 };

export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** The data of the page of all accounts. */
export async function readOverview(store: ServiceStore) {
  const { accounts, overview, outbox, workers } = store;
  const dead = { state: 'dead', offset: 0, count: LISTED.callbacks } as const;
  const pending = { state: 'pending', offset: 0, count: LISTED.callbacks } as const;
  const [all, jobCounts, open, failed, sources, failedCallbacks, waiting, running, counts] = await Promise.all([
    accounts.list(),
    overview.counts(),
    overview.open(LISTED.jobs),
    overview.failed(LISTED.jobs),
    overview.sources(LISTED.latest),
    outbox.list(dead),
    outbox.list(pending),
    workers.list(),
    store.counts(),
  ]);
  const tried = waiting.filter(({ attempts }) => attempts > 0);
  return {
    at: new Date(),
    accounts: all,
    jobCounts,
    open,
    failed,
    sources,
    callbacks: [...failedCallbacks, ...tried],
    workers: running,
    counts,
  };
}

export type AccountDetails = Awaited<ReturnType<typeof readAccount>>;

/** The data of one account's page. */
export async function readAccount({ accounts, overview, outbox }: ServiceStore, account: Account) {
  const { id } = account;
  const [open, failed, ledger, callbacks] = await Promise.all([
    overview.open(LISTED.jobs, id),
    overview.failed(LISTED.jobs, id),
    accounts.ledger(id, LISTED.changes),
    outbox.list({ account: id, offset: 0, count: LISTED.callbacks }),
  ]);
  return { at: new Date(), account, open, failed, ledger, callbacks };
}
