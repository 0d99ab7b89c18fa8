import type { Config } from '../config.ts';
import { POOLS } from '../contract/credits.ts';
import { pollSchedule } from '../jobs/wait.ts';
import type { Log } from '../log.ts';
import type { Library } from '../search/library/library.ts';
import type { Grants } from '../service/accounts.ts';
import { openEmbeddedService } from '../service/embedded.ts';
import { createClient } from '../upstream/client.ts';
import { UNPACED } from '../upstream/pacer.ts';
import { USER_AGENT } from '../version.ts';
import type { Connected } from './connected.ts';
import { assembleService } from './service-parts.ts';

/** The in-process service is reached under this address; no packet ever leaves for it. */
const EMBEDDED_URL = 'http://embedded.invalid';

/** The embedded service in this process, through the same client and contract as the hosted one. */
export function connectEmbedded(config: Config, log: Log, library: Library): Connected {
  const { parts, close: closeParts } = assembleService(config, log, library, {});
  const local = openEmbeddedService({
    ...parts,
    dataDir: config.dataDir,
    grants: Object.fromEntries(POOLS.map((pool) => [pool, config.localCredits[pool] ?? null])) as Grants,
  });
  const service = createClient({
    baseUrl: EMBEDDED_URL,
    token: local.token,
    fetch: local.fetch,
    pacer: UNPACED,
    userAgent: USER_AGENT,
  });
  const close = async () => {
    await local.close();
    closeParts();
  };
  const polls = pollSchedule(undefined);
  return { service, account: 'embedded', polls, edition: library.revision, close };
}
