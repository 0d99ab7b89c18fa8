import type { Config } from '../config.ts';
import { POOLS } from '../contract/credits.ts';
import type { JobRequest } from '../contract/requests.ts';
import { pollSchedule } from '../jobs/wait.ts';
import type { Log } from '../log.ts';
import { searchLibrary } from '../search/engine.ts';
import type { Library } from '../search/library/library.ts';
import { whichFilterToRelax } from '../search/relax.ts';
import type { Grants } from '../service/accounts.ts';
import { openEmbeddedService } from '../service/embedded.ts';
import type { SearchOutcome } from '../service/worker.ts';
import { createClient } from '../upstream/client.ts';
import { UNPACED } from '../upstream/pacer.ts';
import { USER_AGENT } from '../version.ts';
import type { Connected } from './connected.ts';

/** The in-process service is reached under this address; no packet ever leaves for it. */
const EMBEDDED_URL = 'http://embedded.invalid';

/** The embedded service in this process, through the same client and contract as the hosted one. */
export function connectEmbedded(config: Config, log: Log, library: Library): Connected {
  const local = openEmbeddedService({
    dataDir: config.dataDir,
    grants: Object.fromEntries(POOLS.map((pool) => [pool, config.localCredits[pool] ?? null])) as Grants,
    search: (request) => search(config, library, request),
    onError: (event, error) => log.error(event, { error }),
  });
  const service = createClient({
    baseUrl: EMBEDDED_URL,
    token: local.token,
    fetch: local.fetch,
    pacer: UNPACED,
    userAgent: USER_AGENT,
  });
  const polls = pollSchedule(undefined);
  return { service, account: 'embedded', polls, edition: library.revision, limitations, close: local.close };
}

function search({ sources }: Config, library: Library, request: JobRequest): SearchOutcome {
  const papers = searchLibrary(library.database, request);
  const { papers: held, starter } = library.size();
  const only = held === starter ? ': the starter catalogue only; `paperqueue import FILE` adds your own' : '';
  const notes = [`Searched the local library (${held} papers${only}).`];
  const absent = sources.filter((source) => source !== 'library');
  const relax = papers.length === 0 ? whichFilterToRelax(library.database, request) : undefined;
  if (relax) notes.push(relax);
  if (absent.length > 0) notes.push(`Not searched: ${absent.join(', ')}; this version reads the local library only.`);
  return { papers, notes };
}

/** What the embedded service of this version accepts by the contract, but does nothing about. */
function limitations({ body }: JobRequest): string[] {
  return [
    ...(body.enrich ? ['enrich adds nothing in embedded mode.'] : []),
    ...(body.callbackUrl ? ['callbackUrl is not called in embedded mode; use get_job.'] : []),
  ];
}
