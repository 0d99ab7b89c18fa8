import type { Balances, JobPage } from '../../src/contract/answers.ts';
import { type ErrorDetails, PaperqueueError } from '../../src/contract/errors.ts';
import type { JobRequest } from '../../src/contract/requests.ts';
import { createDrafts } from '../../src/evidence/draft/drafts.ts';
import { createPassages } from '../../src/evidence/passages/create-passages.ts';
import type { Features } from '../../src/jobs/features.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import type { JobsDeps } from '../../src/jobs/jobs-deps.ts';
import type { Created, CreateOptions, SearchService } from '../../src/jobs/ports/service.ts';
import type { SubmitDeps, SubmitOptions } from '../../src/jobs/spending/submit.ts';
import { createTexts, type TextsDeps } from '../../src/reading/texts.ts';
import { chooseReadings } from '../../src/report/choose-readings.ts';
import { openExportFolder } from '../../src/report/exporting/export-folder.ts';
import { createExports, type ExportsDeps } from '../../src/report/exports.ts';
import type { SeedDeps } from '../../src/search/citations/citation-job.ts';
import { createCitations } from '../../src/search/citations/citations.ts';
import type { RelatedDeps } from '../../src/search/citations/related.ts';
import type { LookUpDeps } from '../../src/search/look-up/look-up.ts';
import { createLookups } from '../../src/search/look-up/lookups.ts';
import { saidError } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openStore, storeFolder } from './store/stores.ts';

/** For a test that screens nothing: asking for reviews is an error. */
const noReviews = (): Promise<never> => Promise.reject(new Error('this test screens nothing'));

/** The request of a job under test; cost 2, pool basic. */
export const REQUEST: JobRequest = {
  operation: 'keywordSearch',
  body: { keywords: ['tide', 'mussel', 'shore'] },
  filters: { limit: 200 },
};

export const OPTIONS: SubmitOptions = { creationMs: 5_000 };

export function failure(code: ErrorDetails['code'], charged: ErrorDetails['charged']): PaperqueueError {
  const facts = { code, charged, message: `It failed as ${code}.`, retryable: false, next: 'Do what it says.' };
  return new PaperqueueError(facts, { cause: 'the cause' });
}

/** A search service written by hand: it charges its jobs, and behaves otherwise on demand. */
class HandWrittenService implements SearchService {
  readonly created: JobRequest[] = [];
  readonly options: CreateOptions[] = [];
  balanceReads = 0;
  /** Undefined: it reports no balances. */
  tells: Balances | undefined = { basic: 100, pro: 100, privateKey: 100, spent: { basic: 0, pro: 0, privateKey: 0 } };
  /** In place of creating. */
  instead: (() => Promise<Created>) | undefined;

  async create(request: JobRequest, options: CreateOptions): Promise<Created> {
    this.created.push(request);
    this.options.push(options);
    await options.beforeDial?.(request);
    if (this.instead) return this.instead();
    options.onAttempt?.('created');
    return { jobId: `job-${this.created.length}` };
  }

  /** Its answer about a job, or an error. */
  shows: (jobId: string) => JobPage = () => {
    throw new Error('nobody asks for a status here');
  };

  async status(jobId: string): Promise<JobPage> {
    return this.shows(jobId);
  }

  /** Its answer about a key, or an error. */
  closes: (key: string) => { jobId: string | null } = () => {
    throw new Error('it keeps no keys');
  };

  async closeKey(key: string): Promise<{ jobId: string | null }> {
    return this.closes(key);
  }

  async balances(): Promise<Balances | undefined> {
    this.balanceReads += 1;
    await new Promise(setImmediate);
    return this.tells;
  }

  /** The failure of every creation. */
  fails(error: unknown): void {
    this.instead = () => Promise.reject(error);
  }
}

/** Everything that submitting needs, over a real store, for the process of that number. */
export function openBench(facts: Partial<SubmitDeps> = {}, folder = storeFolder(), pid = process.pid) {
  const service = new HandWrittenService();
  const store = openStore(folder, pid);
  const deps: SubmitDeps = {
    service,
    store,
    mode: 'hosted',
    account: 'account',
    serviceIdentity: 'service',
    scraperKey: undefined,
    edition: () => '',
    reuseMinutes: 60,
    dailyCreditCap: undefined,
    inFlight: new Set(),
    ...facts,
  };
  return { service, store, deps, folder };
}

/** The error that a call rejects with; undefined if it does not reject. */
export async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Such an error in the words for an assistant. */
export async function factsOf(call: Promise<unknown>): Promise<ReturnType<typeof saidError> | undefined> {
  const error = await errorOf(call);
  return error instanceof PaperqueueError ? saidError(error.details) : undefined;
}

type Parts = JobsDeps & TextsDeps & ExportsDeps & RelatedDeps & LookUpDeps & SeedDeps;

/** The features over parts; parts that no test uses may be missing. */
export function createFeatures(parts: Omit<Partial<Parts>, keyof SubmitDeps> & SubmitDeps) {
  const deps = { defaultWaitSeconds: 1, polls: QUICK_POLLS, reviews: noReviews, ...parts } as Parts;
  const reading = { ...deps, ...chooseReadings(deps) };
  const lookups = createLookups(deps);
  const ofTexts = createPassages({ ...deps, dataDir: temporaryFolder() });
  const passages = async () => ofTexts;
  const texts = createTexts({ ...deps, reviews: parts.reviews as TextsDeps['reviews'], lookups, passages });
  return {
    jobs: createJobs(reading),
    lookups,
    citations: createCitations(deps),
    texts,
    drafts: createDrafts({
      store: deps.store,
      features: { lookups: async () => lookups, texts: async () => texts, passages },
    }),
    exports: createExports(reading),
  };
}

const QUICK_POLLS = { minPauseMs: 1, shareOfAge: 0.5, maxPauseMs: 5 };

/** Opened features as faces get them; those that are missing fail when they are asked for. */
export function asFeatures(
  opened: { [Name in keyof Features]?: Partial<Awaited<ReturnType<Features[Name]>>> },
): Features {
  const missing = (name: string) => Promise.reject(new Error(`this test needs no ${name}`));
  return new Proxy({} as Features, {
    get: (_, name: keyof Features) => async () => opened[name] ?? missing(name),
  });
}

/** The features over a bench, with quick polls. */
export function featuresOf(
  { deps, folder }: ReturnType<typeof openBench>,
  changes: Partial<Parts> = {},
): ReturnType<typeof createFeatures> {
  return createFeatures({ ...deps, exports: openExportFolder(folder), serviceAddress: undefined, ...changes });
}
