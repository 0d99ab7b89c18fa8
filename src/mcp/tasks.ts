import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isFinal } from '../contract/answers.ts';
import { PaperqueueError } from '../contract/errors.ts';
import type { JobAnswerView } from '../jobs/reading/answer.ts';
import type { JobStatus, UseCases } from '../jobs/use-cases.ts';
import type { Log } from '../log.ts';
import { renderError, renderResult } from './render.ts';

/**
 * The extension `io.modelcontextprotocol/tasks` of the modern era, over the jobs that are recorded anyway. A task is a
 * job as one client waits for it: its id is the job's, its state is read from the store, and any process on the same
 * data folder answers for it. So there is nothing to keep, and nothing to cancel but the waiting: an upstream job
 * cannot be stopped and is paid for. The SDK has no helper for servers yet; decision 0013.
 */

export const TASKS = 'io.modelcontextprotocol/tasks';

/** A search is waited for this long before it becomes a task: most are done by then. */
export const INLINE_SECONDS = 8;

const MIN_POLL_MS = 3_000;

/** How long a client should believe in a task; no job takes that long. The job itself is kept for ever. */
const TTL_MS = 3_600_000;

/** Key of what a cancelled task means for its job. */
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

/** Whether the client of this call takes a task for an answer: it says so with each request. */
export function takesTasks({ mcpReq }: ServerContext): boolean {
  const carried = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  return (carried as { extensions?: Record<string, unknown> } | undefined)?.extensions?.[TASKS] !== undefined;
}

/**
 * The task for a job that still runs, or undefined for an answer that is complete. It holds the answer too, because the
 * SDK wants structured content of a tool that has an output schema, and because a host that knows no tasks then still
 * shows the job.
 */
export function taskInstead({ jobStatus }: UseCases, answer: JobAnswerView) {
  const job = jobStatus(answer.job.ref);
  // A job that a process is still creating has no id yet.
  if (!job || isSettled(job) || isTooOld(job)) return undefined;
  return { ...renderResult(answer), ...working(job.jobId ?? job.ref, job), resultType: 'task' };
}

type TaskDeps = { useCases: () => Promise<UseCases>; log: Log };

/** Registers what clients ask of tasks. */
export function registerTasks({ server }: McpServer, { useCases, log }: TaskDeps): void {
  const params = z.looseObject({ taskId: z.string() });
  const found = async (taskId: string, context: ServerContext): Promise<[UseCases, JobStatus]> => {
    if (!takesTasks(context))
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
    const cases = await useCases();
    const job = cases.jobStatus(taskId);
    if (!job) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task on this machine.');
    return [cases, job];
  };

  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) => {
    const [cases, job] = await found(taskId, context);
    const { signal } = context.mcpReq;
    return stateOf(cases, taskId, job, signal).catch((error) => {
      if (signal.aborted || error instanceof PaperqueueError) throw error;
      log.error('task failed', { error });
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'An error inside paperqueue stopped this look.');
    });
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, context) => {
    const [, { ref }] = await found(taskId, context);
    // The acknowledgement is empty by its definition: what it means for the job stands beside it.
    return { _meta: { [NOTICE]: `Nobody waits for ${ref} any more. ${goesOn(ref)}` } };
  });
  // No task of ours asks for anything: there is no response that could be outstanding.
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, context) => {
    await found(taskId, context);
    return {};
  });
}

/** Looks at the job once. What a search tool would have answered is the result, also where that is an error. */
async function stateOf(cases: UseCases, taskId: string, before: JobStatus, signal: AbortSignal) {
  const { ref } = before;
  try {
    const answer = await cases.getJob(ref, {}, { waitSeconds: 0, signal });
    const job = cases.jobStatus(ref) ?? before;
    if (!isSettled(job)) return working(taskId, job);
    return completed(taskId, job, `Job ${ref} ended: ${job.status}.`, renderResult(answer));
  } catch (error) {
    if (signal.aborted || !(error instanceof PaperqueueError)) throw error;
    if (error.details.retryable)
      return { ...working(taskId, before), statusMessage: `${error.message} ${goesOn(ref)}` };
    return completed(taskId, cases.jobStatus(ref) ?? before, error.message, renderError(error, false));
  }
}

/** Nothing more will come of this job by itself. */
function isSettled({ status }: JobStatus): boolean {
  return isFinal(status) || status === 'refused' || status === 'unknown';
}

/** A task is over an hour after its job began; a call that attaches to an older job gets the job itself. */
function isTooOld({ createdAt }: JobStatus): boolean {
  return Date.now() - Date.parse(createdAt) >= TTL_MS;
}

function working(taskId: string, job: JobStatus): Task {
  return {
    ...identity(taskId, job),
    status: 'working',
    statusMessage: `Job ${job.ref} is ${job.status}. ${goesOn(job.ref)}`,
    lastUpdatedAt: new Date().toISOString(),
  };
}

function completed(taskId: string, job: JobStatus, statusMessage: string, result: object): Task & { result: object } {
  return {
    ...identity(taskId, job),
    status: 'completed',
    statusMessage,
    lastUpdatedAt: job.finishedAt ?? new Date().toISOString(),
    // A result of this era says that it is complete; the SDK adds it to the outer one only.
    result: { ...result, resultType: 'complete' },
  };
}

function identity(taskId: string, { createdAt, nextLookMs }: JobStatus) {
  // Looking more often than the service's pace allows would only wait for its turn.
  const pollIntervalMs = Math.max(nextLookMs, MIN_POLL_MS);
  return { taskId, createdAt, ttlMs: TTL_MS, pollIntervalMs };
}

function goesOn(ref: string): string {
  return `The job goes on whoever waits: get_job with jobId "${ref}" reads it, free.`;
}
