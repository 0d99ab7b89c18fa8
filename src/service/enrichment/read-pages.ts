import type { Secret } from '../../contract/secret.ts';
import {
  PageUnread,
  type ScrapedPage,
  type ScrapingService,
  ScrapingUnreachable,
} from '../scraping/scraping-service.ts';
import type { PageAddress } from './page-address.ts';

/** After so many requests in a row without an answer the scraping service is taken for down in this job. */
const MAX_FAILURES = 3;

export type PagesReport = {
  /** Pages that were asked for; each may have cost the key a credit. */
  requested: number;
  /** Pages that came. */
  read: number;
  /** Why no further page was asked for, in our own words. */
  stopped?: string;
};

/**
 * Reads pages through the scraping service: several at a time, but never two of one host. Never throws; an aborted
 * signal ends it with what came until then.
 */
export async function readPages<T extends PageAddress>(
  addresses: readonly T[],
  { scraping, key, concurrency }: { scraping: ScrapingService; key: Secret; concurrency: number },
  signal: AbortSignal,
  onPage: (address: T, page: ScrapedPage) => void,
): Promise<PagesReport> {
  const report: PagesReport = { requested: 0, read: 0 };
  let failures = 0;

  const readOne = async (address: T) => {
    report.requested += 1;
    try {
      const page = await scraping.readPage(key, address.url, signal);
      failures = 0;
      report.read += 1;
      onPage(address, page);
    } catch (error) {
      if (signal.aborted) return;
      // Nobody was asked for it.
      if (error instanceof PageUnread && error.reason === 'not public') report.requested -= 1;
      failures = error instanceof PageUnread ? 0 : failures + 1;
      const reason = reasonToStop(error, failures);
      if (reason !== undefined) report.stopped ??= reason;
    }
  };

  const hosts = byHost(addresses);
  const readHosts = async () => {
    for (let pages = hosts.shift(); pages; pages = hosts.shift()) {
      for (const address of pages) {
        if (signal.aborted || report.stopped !== undefined) return;
        await readOne(address);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(concurrency, 1) }, readHosts));
  return report;
}

function byHost<T extends PageAddress>(addresses: readonly T[]): T[][] {
  const hosts = new Map<string, T[]>();
  for (const address of addresses) {
    const pages = hosts.get(address.host) ?? [];
    hosts.set(address.host, [...pages, address]);
  }
  return [...hosts.values()];
}

/** Why the next page need not be asked for. The messages of both errors are ours and hold nothing of the request. */
function reasonToStop(error: unknown, failures: number): string | undefined {
  if (error instanceof PageUnread)
    return error.reason === 'page failed' || error.reason === 'not public' ? undefined : error.message;
  if (error instanceof ScrapingUnreachable) {
    return error.status === 429 || failures >= MAX_FAILURES ? error.message : undefined;
  }
  return 'reading a page failed';
}
