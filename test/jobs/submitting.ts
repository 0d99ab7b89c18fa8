import type { Balances } from '../../src/contract/answers.ts';
import { type ErrorDetails, PaperqueueError } from '../../src/contract/errors.ts';
import type { JobRequest } from '../../src/contract/requests.ts';
import type { CreateOptions, SearchService } from '../../src/jobs/ports/service.ts';
import type { SubmitDeps, SubmitOptions } from '../../src/jobs/spending/submit.ts';
import { createUseCases, type UseCases } from '../../src/jobs/use-cases.ts';
import { openExportFolder } from '../../src/store/export-folder.ts';
import { saidError } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openStore } from '../store/stores.ts';

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
  instead: (() => Promise<{ jobId: string }>) | undefined;

  async create(request: JobRequest, options: CreateOptions): Promise<{ jobId: string }> {
    this.created.push(request);
    this.options.push(options);
    await options.beforeDial?.(request);
    if (this.instead) return this.instead();
    options.onAttempt?.('created');
    return { jobId: `job-${this.created.length}` };
  }

  async status(): Promise<never> {
    throw new Error('nobody asks for a status here');
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
export function openBench(facts: Partial<SubmitDeps> = {}, folder = temporaryFolder(), pid = process.pid) {
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

/** The use-cases over a bench, with quick polls; parts that no test uses are missing. */
export function useCasesOf(
  { deps, folder }: ReturnType<typeof openBench>,
  changes: Partial<Parameters<typeof createUseCases>[0]> = {},
): UseCases {
  return createUseCases({
    ...deps,
    exports: openExportFolder(folder),
    related: undefined as never,
    finder: undefined as never,
    serviceAddress: undefined,
    defaultWaitSeconds: 1,
    polls: { minPauseMs: 1, shareOfAge: 0.5, maxPauseMs: 5 },
    ...changes,
  });
}
