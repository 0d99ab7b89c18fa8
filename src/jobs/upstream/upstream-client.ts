import { closedKeySchema, hasCredits, type JobPage, readBalances } from '../../contract/answers.ts';
import { PaperqueueError } from '../../contract/errors.ts';
import { toQueryString } from '../../contract/filters.ts';
import {
  CLOSE_KEY_PATH,
  CREDITS_PATH,
  jobPath,
  KEY_HEADER,
  OPERATIONS,
  type Operation,
} from '../../contract/operations.ts';
import { isIdDoubtful, readCreatedId } from '../../contract/reading/created-id.ts';
import type { JobRequest } from '../../contract/requests.ts';
import { REDACTED, type Secret } from '../../contract/secret.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { Pacer } from '../../platform/net/pacer.ts';
import type { AttemptOutcome, CreateOptions, SearchService } from '../ports/service.ts';
import { type Answer, createExchanges } from './exchanges.ts';
import {
  answerFailure,
  chargeUnknown,
  invalidAnswer,
  jobInError,
  jobNotFound,
  looksLikeAnotherServer,
  noRoomInMinute,
  seemsAnotherServer,
} from './failures.ts';
import {
  type DoubtfulField,
  expectsPhrases,
  type KeywordsName,
  unknownField,
  wireBody,
  withoutField,
} from './keywords-name.ts';
import { asLastAnswer, createPageReader, isWhole, readJobPage, sameService } from './result-pages.ts';
import { retryCreation, retryRead } from './retries.ts';
import type { Transport } from './transport.ts';

export type ClientOptions = {
  /** API prefix included, no slash at the end. */
  baseUrl: string;
  token: Secret;
  /** Further secrets that the service may know and repeat: erased from its responses, like the token. */
  secrets?: readonly Secret[];
  transport: Transport;
  pacer: Pacer;
  userAgent: string;
  /** Called with the real failure, for the log. */
  onFailure?: (error: PaperqueueError) => void;
  /** Maximum time from dialling to the last byte of an answer, in milliseconds. */
  maxExchangeMs?: number;
};

/** Maximum time for checking whether an address is the service's. */
const MAX_CHECK_MS = 5_000;

/** Statuses of service revisions that lack an operation. */
const NO_SUCH_OPERATION: readonly number[] = [404, 405, 410, 501];

/** A finished job may redirect to its results. The redirect of a creation is never followed. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 3;
/** Statuses without a body that mean a job is not finished. */
const STILL_RUNS: readonly number[] = [202, 204];

/** Whether an attempt at creation got as far as dialling. */
type Attempt = { isDialled: boolean };

/**
 * The client of the service contract. It repeats a creation only after a failure that certainly cost nothing. It throws
 * PaperqueueError, or the signal's reason if a read is aborted.
 */
export function createClient(options: ClientOptions): SearchService {
  const { baseUrl, token, transport, pacer, userAgent } = options;
  const { exchange, reported, rememberKey } = createExchanges(options);
  let keywordsName: KeywordsName = 'keywords';
  /** Fields that the service turned out not to support. */
  const unknownFields = new Map<Operation, DoubtfulField>();
  const asTaken = (request: JobRequest): JobRequest => withoutField(request, unknownFields.get(request.operation));
  /** Whether anything at this address has answered like the service. */
  let hasAnswered = false;
  const headers = {
    Authorization: `Bearer ${token.reveal()}`,
    Accept: 'application/json',
    'User-Agent': userAgent,
  };

  /** Reads a path below the service's address, or the address of a page of the same service. */
  const read = (
    path: string,
    signal: AbortSignal,
    init: { method?: string; headers?: object; expected?: readonly number[] } = {},
  ): Promise<Answer> =>
    retryRead(async () => {
      const slot = await pacer.acquire('read', signal);
      let isSent = false;
      const send = async (within: AbortSignal) => {
        within.throwIfAborted();
        isSent = true;
        return transport.fetch(path.startsWith('/') ? `${baseUrl}${path}` : path, {
          method: init.method ?? 'GET',
          redirect: 'manual',
          headers: { ...headers, ...init.headers },
          signal: within,
        });
      };
      return exchange({ kind: 'read', slot, caller: signal, isSent: () => isSent, send, expected: init.expected });
    }, signal);

  const post = async (
    { operation, body, filters }: JobRequest,
    name: KeywordsName,
    { deadline, beforeDial, idempotencyKey }: CreateOptions,
    attempt: Attempt,
  ): Promise<Answer> => {
    const slot = await pacer.acquire('create', deadline.signal).catch((error) => {
      throw deadline.signal.aborted ? reported(noRoomInMinute(pacer.perMinute, pacer.pauseMs?.())) : error;
    });
    // Timers, and therefore the slot, may be late if the process was suspended.
    if (deadline.remainingMs() === 0) {
      slot.giveBack();
      throw reported(noRoomInMinute(pacer.perMinute, pacer.pauseMs?.()));
    }
    if (body.scraperKey !== undefined) rememberKey(body.scraperKey);
    let isSent = false;
    attempt.isDialled = true;
    const beforeSend = async () => {
      attempt.isDialled = false;
      await beforeDial?.({ operation, body, filters });
      attempt.isDialled = true;
      isSent = true;
    };
    const send = (within: AbortSignal) =>
      transport.post(
        `${baseUrl}${OPERATIONS[operation].path}?${toQueryString(filters)}`,
        {
          headers: {
            ...headers,
            'Content-Type': 'application/json',
            ...(idempotencyKey !== undefined && { [KEY_HEADER]: idempotencyKey }),
          },
          body: JSON.stringify(wireBody({ operation, body, filters }, name)),
          signal: within,
        },
        beforeSend,
      );
    return exchange({ kind: 'create', slot, isSent: () => isSent, send });
  };

  /** Requests the credits, which is free: a server that does not know this operation either is not the service. */
  const isAnotherServer = async (): Promise<boolean> => {
    try {
      return (await withDeadline(MAX_CHECK_MS, [], ({ signal }) => read(CREDITS_PATH, signal))).isPage;
    } catch (error) {
      return error instanceof PaperqueueError && error.details.code === 'JOB_NOT_FOUND';
    }
  };

  const createOnce = async (request: JobRequest, options: CreateOptions, attempt: Attempt) => {
    let sent = asTaken(request);
    let name = keywordsName;
    let answer = await post(sent, name, options, attempt);
    // A 400 created nothing and cost nothing, so sending it again in another form is safe. Each form is sent once.
    while (answer.status === 400) {
      const field = unknownField(sent, answer);
      if (name === 'keywords' && sent.body.keywords && expectsPhrases(answer)) name = 'phrases';
      else if (field !== undefined) sent = withoutField(sent, field);
      else break;
      answer = await post(sent, name, options, attempt);
    }
    const isKnown = hasAnswered || options.isKnownAddress === true;
    if (looksLikeAnotherServer(answer) && !isKnown && (await isAnotherServer()))
      throw reported(seemsAnotherServer(`status ${answer.status}`));
    if (answer.status >= 300) throw reported(answerFailure('create', answer.status, answer.body, undefined));
    const named = readCreatedId(answer.json ?? answer.body, answer.location, answer.jobId);
    const jobId = named === undefined || isIdDoubtful(answer.json) || named.includes(REDACTED) ? null : named;
    const page = readJobPage(answer.json, answer.link, jobId === null);
    // Papers without a job: they are paid for, and will not come again.
    if (jobId === null && !page?.papers) {
      if (named?.includes(REDACTED)) throw reported(chargeUnknown({ kind: 'secret-in-id' }, 'jobId'));
      throw reported(jobInError(answer.status, answer.body, named));
    }
    hasAnswered = true;
    keywordsName = name;
    const without = (['scraperKey', 'enrich'] as const).find(
      (field) => request.body[field] !== undefined && sent.body[field] === undefined,
    );
    if (without !== undefined) unknownFields.set(request.operation, without);
    const result = page && (jobId === null || isWhole(page)) ? asLastAnswer(page, request.filters.limit) : undefined;
    return { jobId, ...(result && { result }), ...(without && { without }) };
  };

  const readPage = async (path: string, signal: AbortSignal, redirects = MAX_REDIRECTS): Promise<JobPage> => {
    const { status, json, isJson, body, link, location } = await read(path, signal, { expected: REDIRECTS });
    if (REDIRECTS.includes(status)) {
      const target = redirects > 0 && location !== undefined ? sameService(baseUrl, path, location) : undefined;
      if (target === undefined) throw reported(answerFailure('read', status, body, undefined));
      return readPage(target, signal, redirects - 1);
    }
    if (STILL_RUNS.includes(status) && body === '') return { status: 'running', unreadable: 0, notes: [] };
    if (!isJson) throw reported(invalidAnswer('no-json'));
    const answer = readJobPage(json, link);
    if (!answer) throw reported(invalidAnswer('no-status'));
    hasAnswered = true;
    return answer;
  };
  const readPages = createPageReader(baseUrl, readPage);

  return {
    asTaken,
    create: (request, options) =>
      retryCreation(async () => {
        const attempt = { isDialled: false };
        const created = await createOnce(request, options, attempt).catch((error) => {
          if (attempt.isDialled) reportAttempt(options.onAttempt, toOutcome(error));
          throw error;
        });
        reportAttempt(options.onAttempt, 'created');
        return created;
      }, options.deadline),

    async status(jobId, signal, limit) {
      // An id that is not a path segment would request something else. No service creates such ids.
      if (/^\.{0,2}$/.test(jobId) || !jobId.isWellFormed()) throw jobNotFound();
      return readPages(jobPath(jobId), { signal, limit });
    },

    async closeKey(key, signal) {
      const { json } = await read(CLOSE_KEY_PATH, signal, { method: 'POST', headers: { [KEY_HEADER]: key } });
      const closed = closedKeySchema.safeParse(json);
      if (!closed.success) throw reported(invalidAnswer('no-verdict'));
      if (closed.data.jobId?.includes(REDACTED)) throw reported(invalidAnswer('secret-in-id'));
      return closed.data;
    },

    async balances(signal) {
      const { status, json } = await read(CREDITS_PATH, signal, { expected: NO_SUCH_OPERATION });
      if (NO_SUCH_OPERATION.includes(status)) return undefined;
      const balances = readBalances(json);
      hasAnswered ||= hasCredits(balances);
      return balances;
    },
  };
}

/** An attempt that cannot be recorded must not turn a paid job into a failure. */
function reportAttempt(onAttempt: CreateOptions['onAttempt'], outcome: AttemptOutcome): void {
  try {
    onAttempt?.(outcome);
  } catch {
    // Recording the outcome hits the same store and reports the error.
  }
}

function toOutcome(error: unknown): AttemptOutcome {
  if (!(error instanceof PaperqueueError) || error.details.charged !== 'no') return 'unknown';
  if (error.details.code === 'UPSTREAM_UNAVAILABLE') return 'not sent';
  return error.details.code === 'RATE_LIMITED' ? 'rate limited' : 'refused';
}
