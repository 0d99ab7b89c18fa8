import {
  type CallToolResult,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isFinal } from '../contract/answers.ts';
import { PaperqueueError } from '../contract/errors.ts';
import type { JobAnswerView } from '../jobs/answers/answer-view.ts';
import type { Features } from '../jobs/features.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { JobStatus } from '../jobs/stored-status.ts';
import type { Log } from '../platform/log.ts';
import type { Listed } from '../platform/settings/tool-names.ts';
import type { Wording } from '../wording/sentences/vocabulary.ts';
import { requestCapabilities } from './confirmation.ts';
import type { AddViewData } from './papers-view.ts';
import { renderError, renderResult } from './render-result.ts';

/**
 * The extension `io.modelcontextprotocol/tasks` of the modern era. A task is a recorded job under the job's id, so any
 * process on the same data folder can answer for it. Cancelling a task only ends the waiting: the service's job cannot
 * be stopped and is paid for. The SDK has no server support for it yet; decision 0013.
 */

export const TASKS = 'io.modelcontextprotocol/tasks';

/** How long a call waits for its search before it returns a task: most searches have finished by then. */
export const INLINE_SECONDS = 8;

const MIN_POLL_MS = 3_000;

/** How long a client may ask for a task, longer than any job takes. The job itself stays in the store. */
const TTL_MS = 3_600_000;

/** Key in `_meta` for the effect of cancelling on the job. */
const NOTICE = 'paperqueue/notice';

type Task = {
  taskId: string;
  status: 'working' | 'completed';
  statusMessage: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number;
  pollIntervalMs: number;
};

/** Whether the client accepts a task as the answer to this call. */
export function takesTasks(context: ServerContext): boolean {
  return requestCapabilities(context)?.extensions?.[TASKS] !== undefined;
}

/**
 * The task for a running job; undefined if the answer is complete. It also contains the answer: the SDK requires
 * structured content, and a host without tasks can still show the job.
 */
export function taskInstead({ jobStatus }: Jobs, answer: JobAnswerView, { wording, has }: Face) {
  const job = jobStatus(answer.job.ref);
  // A job that is still being created has no id yet.
  if (!job || isSettled(job) || isTooOld(job)) return undefined;
  return { ...renderResult(answer, wording), ...working(job.jobId ?? job.ref, job, has), resultType: 'task' };
}

/** The tools that a client can call, and the wording for it. */
type Face = { wording: Wording; has: Listed };

type TaskDeps = Face & { features: Features; addViewData: AddViewData; log: Log };

/** Registers the requests of the extension. */
export function registerTasks({ server }: McpServer, { features, addViewData, log, wording, has }: TaskDeps): void {
  const params = z.looseObject({ taskId: z.string() });
  const findTask = async (taskId: string, context: ServerContext): Promise<[Jobs, JobStatus]> => {
    if (!takesTasks(context))
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
    const jobs = await features.jobs();
    const job = jobs.jobStatus(taskId);
    if (!job) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task on this machine.');
    return [jobs, job];
  };

  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) => {
    const [jobs, job] = await findTask(taskId, context);
    const { signal } = context.mcpReq;
    const addData = (result: CallToolResult) => addViewData(result, context);
    return readTaskState(jobs, taskId, job, { addData, signal, wording, has }).catch((error) => {
      if (signal.aborted || error instanceof PaperqueueError) throw error;
      log.error('task failed', { error });
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'An error inside paperqueue stopped this look.');
    });
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, context) => {
    const [, { ref }] = await findTask(taskId, context);
    // The extension defines the acknowledgement as empty.
    return { _meta: { [NOTICE]: `Nobody waits for ${ref} any more. ${describeLook(ref, has)}` } };
  });
  // Our tasks never ask for input, so an update changes nothing.
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, context) => {
    await findTask(taskId, context);
    return {};
  });
}

/** Polls the job once. The result of a finished job is the answer or error that the search tool would have returned. */
async function readTaskState(
  jobs: Jobs,
  taskId: string,
  before: JobStatus,
  {
    addData,
    signal,
    wording,
    has,
  }: Face & { addData: (result: CallToolResult) => Promise<CallToolResult>; signal: AbortSignal },
) {
  const { ref } = before;
  try {
    const answer = await jobs.getJob(ref, {}, { waitSeconds: 0, signal });
    const job = jobs.jobStatus(ref) ?? before;
    if (!isSettled(job)) return working(taskId, job, has);
    return completed(taskId, job, `Job ${ref} ended: ${job.status}.`, await addData(renderResult(answer, wording)));
  } catch (error) {
    if (signal.aborted || !(error instanceof PaperqueueError)) throw error;
    if (error.details.retryable)
      return { ...working(taskId, before, has), statusMessage: `${error.message} ${describeLook(ref, has)}` };
    return completed(taskId, jobs.jobStatus(ref) ?? before, error.message, renderError(error, false, wording));
  }
}

/** Whether the job can no longer change by itself. */
function isSettled({ status }: JobStatus): boolean {
  return isFinal(status) || status === 'refused' || status === 'unknown';
}

/** A call that re-attaches to a job older than an hour gets the job itself. */
function isTooOld({ createdAt }: JobStatus): boolean {
  return Date.now() - Date.parse(createdAt) >= TTL_MS;
}

function working(taskId: string, job: JobStatus, has: Listed): Task {
  return {
    ...identity(taskId, job),
    status: 'working',
    statusMessage: `Job ${job.ref} is ${job.status}. ${describeLook(job.ref, has)}`,
    lastUpdatedAt: new Date().toISOString(),
  };
}

function completed(taskId: string, job: JobStatus, statusMessage: string, result: object): Task & { result: object } {
  return {
    ...identity(taskId, job),
    status: 'completed',
    statusMessage,
    lastUpdatedAt: job.finishedAt ?? new Date().toISOString(),
    // The modern era requires this; the SDK only adds it to the outer result.
    result: { ...result, resultType: 'complete' },
  };
}

function identity(taskId: string, { createdAt, nextLookMs }: JobStatus) {
  // Polling before the rate limit allows it would only wait.
  const pollIntervalMs = Math.max(nextLookMs, MIN_POLL_MS);
  return { taskId, createdAt, ttlMs: TTL_MS, pollIntervalMs };
}

function describeLook(ref: string, has: Listed): string {
  return has('get_job') ? `get_job with jobId "${ref}" reads it, free.` : 'The same search reads it, free.';
}
