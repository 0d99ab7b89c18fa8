import type { Secret } from '../contract/secret.ts';
import type { Zotero, ZoteroLibraryChoice } from '../jobs/ports/zotero.ts';
import type { Timers } from '../lib/timers.ts';
import { readChanges } from './changes.ts';
import { type Fetch, openConnection } from './connection.ts';
import { noSuch, noZotero } from './failures.ts';
import { openLocalLibrary, openWebLibrary, readKey, type ZoteroLibrary } from './library.ts';
import { pushPapers } from './push.ts';

export type ZoteroSettings = {
  /** The user's key at zotero.org; without it Zotero on this machine is asked. */
  key: Secret | undefined;
  /** Another address, for tests. */
  base: string | undefined;
  userAgent: string;
  fetch?: Fetch;
  timers?: Timers;
};

const WEB = 'https://api.zotero.org';
/** Zotero listens on this port of loopback alone. */
const LOCAL = 'http://127.0.0.1:23119/api';

/** Opens nothing before it is asked. */
export function connectZotero({ key, base, userAgent, fetch = globalThis.fetch, timers }: ZoteroSettings): Zotero {
  const headers = { 'Zotero-API-Version': '3', 'User-Agent': userAgent };
  const connect = (signal: AbortSignal) =>
    openConnection({ base: base ?? (key ? WEB : LOCAL), headers, fetch, signal, ...(timers && { timers }) });

  const open = async ({ group, onQuestion, signal }: ZoteroLibraryChoice): Promise<ZoteroLibrary> => {
    if (group !== undefined && !/^\d{1,12}$/.test(group)) throw noSuch('group', group, 'the number of a group');
    if (key) return openWebLibrary(connect(signal), key, group);
    return openLocalLibrary(connect(signal), { group, onQuestion }).catch((error) => {
      throw isUnreachable(error) ? noZotero() : error;
    });
  };
  return {
    push: async (papers, options) => pushPapers(await open(options), papers, options),
    changes: async (request) => readChanges(await open(request), request),
    readKey: (signal) => (key ? readKey(connect(signal), key) : Promise.reject(noZotero())),
  };
}

function isUnreachable(error: unknown): boolean {
  return (error as { details?: { code?: string } }).details?.code === 'UPSTREAM_UNAVAILABLE';
}
