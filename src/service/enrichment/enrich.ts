import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WirePaper } from '../../contract/paper.ts';
import type { Secret } from '../../contract/secret.ts';
import { counted } from '../../lib/counted.ts';
import type { Paper } from '../../papers/paper.ts';
import { isAbout } from '../../works/claim.ts';
import type { ScrapingService } from '../scraping/scraping-service.ts';
import { type FieldValues, fill, missingFields } from './fields.ts';
import type { LookUp, LookUpReport } from './identifier-lookups.ts';
import { readLandingPage } from './landing-page.ts';
import { pageAddress } from './page-address.ts';
import { readPages } from './read-pages.ts';
import { count, inWords, type Tally } from './tally.ts';

/**
 * Fills what papers lack: from the library, then from look-ups at open sources, then, with a key at the scraping
 * service, the abstracts that are still missing from landing pages. Each part is asked only for what the parts before
 * it left. The notes say what was asked and what came of it; the papers' own `enriched` says which field is whose. A
 * part that fails leaves the papers as they were and a note; nothing here throws.
 */

const PAGE_BUDGET = 20;
const TIME_MS = 45_000;
const CONCURRENCY = 3;

export type EnricherOptions = {
  /** A record of the library that may be of this paper; it is used only when it is. */
  library?: (paper: WirePaper) => Paper | undefined;
  lookUps?: readonly LookUp[];
  scraping?: ScrapingService;
  /** Landing pages that are read for one job, at most; each costs the caller's key one credit. */
  pageBudget?: number;
  /** For everything together. */
  timeMs?: number;
  /** Landing pages that are read at the same time. */
  concurrency?: number;
};

type Enrichment = {
  /** The given papers in their order, those that something was filled in as copies. */
  papers: WirePaper[];
  notes: string[];
};

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

  return async (papers, { scraperKey, signal }) => {
    const timeUp = AbortSignal.timeout(timeMs);
    const job = openJob(papers, AbortSignal.any([signal, timeUp]));
    const parts = [
      ...(library ? [async () => fromLibrary(job, library)] : []),
      ...lookUps.map((lookUp) => () => fromLookUp(job, lookUp)),
      ...(scraping && scraperKey ? [() => fromPages(job, { scraping, key: scraperKey, concurrency }, pageBudget)] : []),
    ];
    for (const part of parts) {
      if (job.signal.aborted) break;
      await settleWithin(part(), job.signal);
    }
    if (job.signal.aborted) {
      job.notes.push(`Enrichment ended early: ${signal.aborted ? 'it was stopped' : 'the time for it was over'}.`);
    } else if (job.notes.length === 0) {
      job.notes.push('Enrichment: no paper lacked what could be looked for.');
    }
    return { papers: [...job.papers], notes: [...job.notes] };
  };
}

/** How long a part has, once the time is over, to say what it did. */
const GRACE_MS = 500;

/** Waits for the part, after an abort only so long: not every `fetch` listens to its signal. */
async function settleWithin(part: Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const aborted = once(signal, 'abort', { signal: ended.signal });
  const graceOver = aborted.then(() => sleep(GRACE_MS, undefined, { signal: ended.signal })).catch(() => {});
  await Promise.race([part, graceOver]);
  ended.abort();
}

type Job = {
  papers: WirePaper[];
  notes: string[];
  signal: AbortSignal;
};

function openJob(papers: readonly WirePaper[], signal: AbortSignal): Job {
  return { papers: [...papers], notes: [], signal };
}

/** Fills one paper of the job. False when the paper lacked nothing of it. */
function fillPaper(job: Job, index: number, values: FieldValues, source: string, tally: Tally): boolean {
  const { paper, fields } = fill(job.papers[index] as WirePaper, values, source);
  // After the end somebody else may have the papers.
  if (job.signal.aborted || fields.length === 0) return false;
  job.papers[index] = paper;
  count(tally, fields);
  return true;
}

/** The places of the papers that meet the condition. */
function indexesOf(job: Job, condition: (paper: WirePaper) => boolean): number[] {
  return job.papers.flatMap((paper, index) => (condition(paper) ? [index] : []));
}

function fromLibrary(job: Job, library: NonNullable<EnricherOptions['library']>): void {
  const indexes = indexesOf(job, (paper) => missingFields(paper).length > 0);
  if (indexes.length === 0) return;
  const tally: Tally = new Map();
  let failed = '';
  try {
    for (const index of indexes) {
      const paper = job.papers[index] as WirePaper;
      const record = library(paper);
      if (record !== undefined && isOfPaper(record, paper)) fillPaper(job, index, record, 'library', tally);
    }
  } catch {
    failed = '; then it could not be read';
  }
  job.notes.push(`Enrichment: the library filled ${inWords(tally)}${failed}.`);
}

function isOfPaper(record: Paper, paper: WirePaper): boolean {
  const { doi, title, year, link } = record;
  return isAbout(paper, { dois: [doi], titles: [title], year, links: [link] });
}

async function fromLookUp(job: Job, lookUp: LookUp): Promise<void> {
  const indexes = indexesOf(job, (paper) => missingFields(paper).some((field) => lookUp.fields.includes(field)));
  if (indexes.length === 0) return;
  const tally: Tally = new Map();
  const papers = indexes.map((index) => job.papers[index] as WirePaper);
  try {
    const report = await lookUp.find(papers, job.signal, (at, values) => {
      fillPaper(job, indexes[at] as number, values, lookUp.source, tally);
    });
    if (report.answered + report.unanswered > 0) job.notes.push(lookUpNote(lookUp.title, report, tally));
  } catch {
    job.notes.push(`Enrichment: asking ${lookUp.title} failed; it filled ${inWords(tally)}.`);
  }
}

function lookUpNote(title: string, { answered, unanswered, failure }: LookUpReport, tally: Tally): string {
  const filled = `${title} was asked about ${counted(answered, 'paper')} and filled ${inWords(tally)}`;
  const missing = `gave no answer about ${counted(unanswered, 'paper')}`;
  const why = failure === undefined ? '' : `: it ${failure}`;
  if (answered === 0) return `Enrichment: ${title} ${missing}${why}.`;
  return `Enrichment: ${filled}${unanswered > 0 ? `; it ${missing}` : ''}${why}.`;
}

async function fromPages(
  job: Job,
  means: { scraping: ScrapingService; key: Secret; concurrency: number },
  pageBudget: number,
): Promise<void> {
  const wanted = indexesOf(job, (paper) => missingFields(paper).includes('abstract')).flatMap((index) => {
    const address = pageAddress(job.papers[index] as WirePaper);
    return address === undefined ? [] : [{ ...address, place: index }];
  });
  if (wanted.length === 0) return;
  const tally: Tally = new Map();
  let unrelated = 0;
  const budgeted = wanted.slice(0, Math.max(pageBudget, 0));
  const { requested, read, stopped } = await readPages(budgeted, means, job.signal, ({ place: index, url }, page) => {
    const values = readLandingPage(job.papers[index] as WirePaper, page, url);
    if (values === undefined) unrelated += 1;
    else fillPaper(job, index, values, 'landing page', tally);
  });
  const beyond = wanted.length - budgeted.length;
  const remarks = [
    ...(unrelated > 0 ? [`${unrelated} did not say to be about the paper`] : []),
    ...(beyond > 0 ? [`${counted(beyond, 'paper was', 'papers were')} beyond the budget of a job`] : []),
    ...(stopped === undefined ? [] : [`then no more was asked for, because ${stopped}`]),
  ];
  const result = `${read} of ${counted(requested, 'landing page')} could be read and filled ${inWords(tally)}`;
  job.notes.push(`Enrichment: ${[result, ...remarks].join('; ')}.`);
}
