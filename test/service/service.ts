import { join } from 'node:path';
import type { SearchEngine } from '../../src/jobs/ports/search-engine.ts';
import { type Database, openDatabase } from '../../src/platform/sqlite/database.ts';
import { openEmbeddedService } from '../../src/service/embedded.ts';
import { SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

const closers: (() => void)[] = [];
afterEachTest(() => {
  for (const close of closers.splice(0).reverse()) close();
});

/** The service's own file, as another process sees it. */
export function openServiceFile(dataDir: string, file = 'service.sqlite'): Database {
  const database = openDatabase(join(dataDir, file), SERVICE_MIGRATIONS);
  closers.push(database.close);
  return database;
}

type Ledger = { pool: string; credits: number }[];

export function ledgerOf(database: Database): Ledger {
  return database.all(`SELECT pool, iif(kind = 'refund', -credits, credits) AS credits FROM ledger ORDER BY id`);
}

const findsNothing: SearchEngine = () => ({ papers: [], notes: [] });

type Answer = { status: number; json: Record<string, unknown> };

/** An embedded service that is closed after the test, spoken to as its client speaks to it. */
export function openService({
  dataDir = temporaryFolder(),
  search = findsNothing,
  basic = null as number | null,
  pro = null as number | null,
} = {}) {
  const errors: string[] = [];
  const service = openEmbeddedService({
    ...BARE_PARTS,
    dataDir,
    grants: { basic, pro, privateKey: null },
    search,
    onError: (event) => errors.push(event),
  });
  closers.push(service.close);
  const authorization = `Bearer ${service.token.reveal()}`;

  const call = async (method: string, path: string, body?: unknown, token = authorization): Promise<Answer> => {
    const answer = await service.fetch(`http://embedded.invalid${path}`, {
      method,
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  const get = (path: string) => call('GET', path);
  const post = (path: string, body: unknown) => call('POST', path, body);

  /** Polls until the job is final. */
  const outcome = async (jobId: unknown): Promise<Record<string, unknown>> => {
    return until(async () => {
      const { json } = await get(`/v1/job/${jobId}`);
      return json.status === 'queued' ? undefined : json;
    }, 'the end of the job');
  };
  return { dataDir, errors, service, call, get, post, outcome };
}

export const KEYWORDS = { keywords: ['tide', 'mussel', 'shore'] };
export const QUERY = { query: 'how do tides shape the settlement of mussels on rocky shores' };
