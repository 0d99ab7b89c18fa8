import type { SourceReport } from '../../src/contract/answers.ts';
import { createAdmin } from '../../src/service/admin.ts';
import type { LeasedDelivery } from '../../src/service/store/outbox-port.ts';
import type { LeasedJob } from '../../src/service/store/port.ts';
import { openServiceFile } from '../../src/service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../../src/service/store/sqlite/schema.ts';

/** What members searched for, which nobody else may read. */
export const QUERY = 'How do unpublished-secret-idea tides change the growth of mussels?';
const CALLBACK = 'https://lab.example/in?key=callback-secret';
const SOURCES: SourceReport[] = [
  { source: 'openalex', title: 'OpenAlex', gave: 3, request: `https://api.example/?q=${encodeURIComponent(QUERY)}` },
  { source: 'crossref', title: 'Crossref', gave: 0, failed: { failure: 'rate limited', againSeconds: 40 } },
];

/** A service with so many accounts; the first three searched. Gives the token of its administrator's page. */
export async function fillService(dataDir: string, accounts: number): Promise<string> {
  const { store } = openServiceFile(dataDir, SERVE_FILE, () => {});
  const admin = createAdmin(store);
  const ids: number[] = [];
  for (let nth = 0; nth < accounts; nth += 1) {
    const allowance = ([{ monthly: 100 }, 'unlimited', 0] as const)[nth % 3] ?? 0;
    const { account } = await admin.create(`member-${nth}`, { basic: allowance, pro: nth % 3 === 2 ? 0 : 20 });
    ids.push(account.id);
  }
  const filters = { limit: 100 } as const;
  const create = (account: number, body: object = {}) =>
    store.jobs.create(account, { operation: 'querySearch', body: { query: QUERY, ...body }, filters }, 1_000);
  const lease = async () => (await store.jobs.lease()) as LeasedJob;
  for (const account of ids.slice(0, 2)) {
    await create(account, { callbackUrl: CALLBACK });
    await store.jobs.finish(await lease(), { papers: [{ title: 'A found paper' }], notes: [], sources: SOURCES });
    await store.outbox.dead((await store.outbox.lease([])) as LeasedDelivery, 'status 410');
    await create(account);
    await store.jobs.fail(await lease(), { notes: [{ kind: 'text', text: `About ${QUERY}` }], sources: SOURCES });
    await create(account);
  }
  if (accounts > 3) await admin.revoke('member-3');
  const token = (await admin.adminToken()).reveal();
  await store.close();
  return token;
}
