import { setImmediate as nextTurn } from 'node:timers/promises';
import { POOLS } from '../contract/credits.ts';
import { pollSchedule } from '../jobs/spending/wait.ts';
import { inProcessTransport } from '../jobs/upstream/transport.ts';
import { createClient } from '../jobs/upstream/upstream-client.ts';
import type { Library } from '../library/library.ts';
import { type Config, listSecrets } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { UNPACED } from '../platform/net/pacer.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { USER_AGENT } from '../platform/version.ts';
import type { LiveSources } from '../search/federated/live-sources.ts';
import { openEmbeddedService } from '../service/embedded.ts';
import type { Grants } from '../service/store/port.ts';
import type { SearchConnection } from './connected.ts';
import { embeddingsEdition } from './embeddings.ts';
import { assembleService, createSearch } from './service-parts.ts';

/** The in-process service is reached under this address; no packet ever leaves for it. */
const EMBEDDED_URL = 'http://embedded.invalid';

/** Concurrent jobs: each spends most of its time waiting for sources. */
const CONCURRENCY = 4;

/** The embedded service in this process, through the same client and contract as the hosted one. */
export async function connectEmbedded(
  config: Config,
  log: Log,
  searched: { library: Library; live: LiveSources },
): Promise<SearchConnection> {
  const { library } = searched;
  const { parts, close: closeParts } = assembleService(
    config,
    log,
    { library, search: createSearch(config, searched) },
    {},
  );
  await nextTurn();
  const local = await whenStoreIsFree(() =>
    openEmbeddedService({
      ...parts,
      dataDir: config.dataDir,
      concurrency: CONCURRENCY,
      grants: Object.fromEntries(POOLS.map((pool) => [pool, config.localCredits[pool] ?? null])) as Grants,
    }),
  );
  const service = createClient({
    baseUrl: EMBEDDED_URL,
    token: local.token,
    secrets: listSecrets(config),
    transport: inProcessTransport(local.fetch),
    pacer: UNPACED,
    userAgent: USER_AGENT,
  });
  const close = async () => {
    await local.close();
    closeParts();
  };
  const polls = pollSchedule(undefined);
  // With other sources a search is a new one, as after an import.
  const embedded = await embeddingsEdition(config);
  const edition = () => [library.edition(), ...config.sources, ...embedded].join(' ');
  return { service, account: 'embedded', serviceIdentity: 'embedded', polls, edition, close };
}
