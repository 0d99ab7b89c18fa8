import type { KnownFailure } from '../../contract/notes/source-outcomes.ts';
import type { Secret } from '../../contract/secret.ts';
import { groupBy } from '../../lib/groups.ts';
import {
  PageUnread,
  type ScrapedPage,
  type ScrapingService,
  ScrapingUnreachable,
} from '../scraping/scraping-service.ts';
import type { PageAddress } from './page-address.ts';

/** After this many consecutive requests without an answer, a job asks for no further page. */
const MAX_FAILURES = 3;

export type PagesReport = {
  /** Pages requested. Each may have cost the key a credit. */
  requested: number;
  /** Pages received. */
  read: number;
  /** Why no further page was requested. Never quotes the service. */
  stopped?: KnownFailure | 'defect';
};

/** Reads pages, several at a time but never two of one host. Does not throw; an abort returns the pages so far. */
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
      // This page was never requested from the service.
      if (error instanceof PageUnread && error.reason === 'not public') report.requested -= 1;
      failures = error instanceof PageUnread ? 0 : failures + 1;
      const reason = reasonToStop(error, failures);
      if (reason !== undefined) report.stopped ??= reason;
    }
  };

  const hosts = [...groupBy(addresses, ({ host }) => host).values()];
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

/** The reason to request no further page, if there is one. */
function reasonToStop(error: unknown, failures: number): PagesReport['stopped'] {
  if (error instanceof PageUnread)
    return error.reason === 'page failed' || error.reason === 'not public' ? undefined : { failure: error.reason };
  if (error instanceof ScrapingUnreachable) {
    return error.why.failure === 'rate limited' || failures >= MAX_FAILURES ? error.why : undefined;
  }
  return 'defect';
}
