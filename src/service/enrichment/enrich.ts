import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Secret } from '../../contract/secret.ts';
import type { WirePaper } from '../../contract/wire-paper.ts';
import { rethrowBug } from '../../lib/bugs.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { addTo, groupBy } from '../../lib/groups.ts';
import type { Paper } from '../../papers/paper.ts';
import { isAbout } from '../../papers/works/claim.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import {
  PageUnread,
  type ScrapedPage,
  type ScrapingService,
  ScrapingUnreachable,
} from '../scraping/scraping-service.ts';
import { ENRICHED_FIELDS, type FieldName, type FieldValues, fill, missingFields } from './enriched-fields.ts';
import type { LookUp } from './identifier-lookups.ts';
import type { PageAddress } from './page-address.ts';
import { pageAddress } from './page-address.ts';
import { readLandingPage } from './read-landing-page.ts';

/**
 * Fills missing fields of papers: from the library, then from look-ups at open sources, then, with a scraper key,
 * abstracts from landing pages. Each step looks only for fields that the earlier steps did not find. The notes say what
 * was asked and filled; `enriched` names the source of each filled field. A failed step leaves a note, and nothing
 * throws.
 */

const PAGE_BUDGET = 20;
const TIME_MS = 45_000;
const CONCURRENCY = 3;

export type EnricherOptions = {
  /** Finds a record that may describe this paper; it is verified before use. Default: no library. */
  library?: (paper: WirePaper) => Paper | undefined;
  /** Sources in the order in which they are queried. Default: none. */
  lookUps?: readonly LookUp[];
  /** Reads landing pages, for callers with a scraper key. Default: none are read. */
  scraping?: ScrapingService;
  /** Maximum number of landing pages read for one job. Each costs the caller's key one credit. Default: 20. */
  pageBudget?: number;
  /** Time for all steps together, in milliseconds. Default: 45,000. */
  timeMs?: number;
  /** Maximum landing pages read at the same time. Default: 3. */
  concurrency?: number;
};

/** The given papers in their order; those that were filled are copies. */
type Enrichment = { papers: WirePaper[]; notes: SearchNote[] };

export type Enricher = (
  papers: readonly WirePaper[],
  context: { scraperKey?: Secret | undefined; signal: AbortSignal },
) => Promise<Enrichment>;

export function createEnricher(options: EnricherOptions): Enricher {
  const {
    library,
    lookUps = [],
    scraping,
    pageBudget = PAGE_BUDGET,
    timeMs = TIME_MS,
    concurrency = CONCURRENCY,
  } = options;

  return (papers, { scraperKey, signal }) =>
    withDeadline(timeMs, signal, async (deadline) => {
      const job: Job = { papers: [...papers], notes: [], signal: deadline.signal };
      const pages = scraping && scraperKey && { scraping, key: scraperKey, concurrency };
      const steps = [
        ...(library ? [async () => fromLibrary(job, library)] : []),
        ...lookUps.map((lookUp) => () => fromLookUp(job, lookUp)),
        ...(pages ? [() => fromPages(job, pages, pageBudget)] : []),
      ];
      for (const step of steps) {
        if (job.signal.aborted) break;
        await settleWithin(step(), job.signal);
      }
      if (job.signal.aborted) {
        job.notes.push({ kind: 'enrichment-ended', why: signal.aborted ? 'stopped' : 'time' });
      } else if (job.notes.length === 0) {
        job.notes.push({ kind: 'nothing-lacked' });
      }
      return { papers: [...job.papers], notes: [...job.notes] };
    });
}

/** Time that a step gets after an abort to write its note. */
const GRACE_MS = 500;

/** Waits for a step, but after an abort only GRACE_MS, because not every `fetch` listens to its signal. */
async function settleWithin(step: Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const aborted = once(signal, 'abort', { signal: ended.signal });
  const graceOver = aborted.then(() => sleep(GRACE_MS, undefined, { signal: ended.signal })).catch(() => {});
  await Promise.race([step, graceOver]);
  ended.abort();
}

type Job = Enrichment & { signal: AbortSignal };

function fillPaper(job: Job, index: number, values: FieldValues, source: string, tally: Tally): void {
  const { paper, fields } = fill(job.papers[index] as WirePaper, values, source);
  // After an abort the caller already has the papers.
  if (job.signal.aborted || fields.length === 0) return;
  job.papers[index] = paper;
  count(tally, fields);
}

function listIndexes(job: Job, condition: (paper: WirePaper) => boolean): number[] {
  return job.papers.flatMap((paper, index) => (condition(paper) ? [index] : []));
}

function fromLibrary(job: Job, library: NonNullable<EnricherOptions['library']>): void {
  const indexes = listIndexes(job, (paper) => missingFields(paper).length > 0);
  if (indexes.length === 0) return;
  const tally: Tally = new Map();
  let hasFailed = false;
  try {
    for (const index of indexes) {
      const paper = job.papers[index] as WirePaper;
      const record = library(paper);
      if (record !== undefined && isOfPaper(record, paper)) fillPaper(job, index, record, 'library', tally);
    }
  } catch (error) {
    rethrowBug(error);
    hasFailed = true;
  }
  job.notes.push({ kind: 'filled-by-library', filled: toCounts(tally), hasFailed });
}

function isOfPaper(record: Paper, paper: WirePaper): boolean {
  const { doi, title, year, link } = record;
  return isAbout(paper, { dois: [doi], titles: [title], year, links: [link] });
}

async function fromLookUp(job: Job, lookUp: LookUp): Promise<void> {
  const indexes = listIndexes(job, (paper) => missingFields(paper).some((field) => lookUp.fields.includes(field)));
  if (indexes.length === 0) return;
  const tally: Tally = new Map();
  const papers = indexes.map((index) => job.papers[index] as WirePaper);
  try {
    const report = await lookUp.find(papers, job.signal, (at, values) => {
      fillPaper(job, indexes[at] as number, values, lookUp.source, tally);
    });
    const { answered, unanswered, failure } = report;
    if (answered + unanswered > 0)
      job.notes.push({
        kind: 'filled-by-source',
        title: lookUp.title,
        filled: toCounts(tally),
        answered,
        unanswered,
        failure,
      });
  } catch (error) {
    rethrowBug(error);
    job.notes.push({ kind: 'filling-failed', title: lookUp.title, filled: toCounts(tally) });
  }
}

async function fromPages(
  job: Job,
  means: { scraping: ScrapingService; key: Secret; concurrency: number },
  pageBudget: number,
): Promise<void> {
  const pages = listIndexes(job, (paper) => missingFields(paper).includes('abstract')).flatMap((index) => {
    const address = pageAddress(job.papers[index] as WirePaper);
    return address === undefined ? [] : [{ ...address, place: index }];
  });
  if (pages.length === 0) return;
  const tally: Tally = new Map();
  let unrelated = 0;
  const budgeted = pages.slice(0, Math.max(pageBudget, 0));
  const { requested, read, stopped } = await readPages(budgeted, means, job.signal, ({ place: index, url }, page) => {
    const values = readLandingPage(job.papers[index] as WirePaper, page, url);
    if (values === undefined) unrelated += 1;
    else fillPaper(job, index, values, 'landing page', tally);
  });
  const beyondBudget = pages.length - budgeted.length;
  const counts = { filled: toCounts(tally), requested, read, unrelated, beyondBudget };
  job.notes.push({ kind: 'filled-from-pages', ...counts, stopped });
}

/** Number of values of each field that a source filled. */
type Tally = Map<FieldName, number>;

function count(tally: Tally, fields: readonly FieldName[]): void {
  for (const field of fields) addTo(tally, field);
}

/** The counts for a note, in a fixed order. */
function toCounts(tally: Tally): Record<string, number> {
  return Object.fromEntries(
    ENRICHED_FIELDS.flatMap((field) => [[field, tally.get(field) ?? 0]]).filter(([, n]) => n !== 0),
  );
}

/** After this many consecutive requests without an answer, a job requests no further page. */
const MAX_FAILURES = 3;

type PagesReport = {
  /** Pages requested. Each may have cost the key a credit. */
  requested: number;
  /** Pages received. */
  read: number;
  /** Why no further page was requested. Never quotes the service. */
  stopped?: KnownFailure | 'defect';
};

/** Reads pages, several at a time but never two from one host. Does not throw; an abort returns the pages so far. */
async function readPages<T extends PageAddress>(
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

/** The reason to request no further page, if any. */
function reasonToStop(error: unknown, failures: number): PagesReport['stopped'] {
  if (error instanceof PageUnread)
    return error.reason === 'page failed' || error.reason === 'not public' ? undefined : { failure: error.reason };
  if (error instanceof ScrapingUnreachable) {
    return error.why.failure === 'rate limited' || failures >= MAX_FAILURES ? error.why : undefined;
  }
  return 'defect';
}
