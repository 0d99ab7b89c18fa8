import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { PaperqueueError } from '../contract/errors.ts';
import type { JobAnswerView } from '../jobs/answers/answer-view.ts';
import type { Features } from '../jobs/features.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import { MAX_CALL_MS, noAnswerInTime } from '../jobs/spending/call.ts';
import type { Progress } from '../jobs/spending/wait.ts';
import { orLate, untilAborted, withDeadline } from '../lib/deadline.ts';
import type { Log } from '../platform/log.ts';
import type { Listed } from '../platform/settings/tool-names.ts';
import type { Wording } from '../wording/sentences/vocabulary.ts';
import { type Confirmations, canAsk } from './confirmation.ts';
import type { Tool } from './define-tool.ts';
import { allowedFolders, askForRoots } from './file-folders.ts';
import { isByPerson, type viewDataAdder } from './papers-view.ts';
import { renderError, renderResult, withoutPriceNote } from './render-result.ts';
import { INLINE_SECONDS, takesTasks, taskInstead } from './tasks.ts';

/** Sends strictly increasing progress notifications for a call that has a progress token; undefined for any other. */
export function progressReporter(
  { mcpReq }: ServerContext,
  wording: Wording,
): ((progress: Progress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = 0;
  return ({ elapsedSeconds, waitSeconds, status, notes = [] }) => {
    if (elapsedSeconds <= last || mcpReq.signal.aborted) return;
    last = elapsedSeconds;
    const params = {
      progressToken,
      progress: elapsedSeconds,
      total: Math.max(waitSeconds, elapsedSeconds),
      message: [`Job ${status}; waited ${elapsedSeconds} s of at most ${waitSeconds} s`, ...wording.notes(notes)].join(
        '. ',
      ),
    };
    // A disconnected client must not make the call fail; its signal ends the call.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** Remembers the jobs that a client has had an answer about, so that later answers need not repeat what it said. */
type FollowUps = {
  isFollowUp(job: string): boolean;
  remember(answer: object): void;
};

/** For one connection. A server that exists for one request remembers nothing, and each of its answers is whole. */
export function trackFollowUps(): FollowUps {
  const answered = new Set<string>();
  return {
    isFollowUp: (job) => answered.has(job.trim().toUpperCase()),
    remember(answer) {
      const { job, papers } = answer as Partial<JobAnswerView>;
      // While a job runs, its answers have no papers, and say little about it.
      if (!job || papers === undefined) return;
      // Answers of other tools name a job in another form.
      for (const name of [job.ref, job.jobId]) if (typeof name === 'string') answered.add(name.toUpperCase());
    },
  };
}

type Serving = {
  features: Features;
  log: Log;
  wording: Wording;
  has: Listed;
  hasTasks: boolean;
  isFree: boolean;
  describesAnswers: boolean;
  drainSignal?: AbortSignal;
  /** Folders of the user's files; undefined: no file may be read. */
  fileFolders?: readonly string[];
  confirmations: Confirmations;
  addViewData: ReturnType<typeof viewDataAdder>;
};

/** Registers the tools of one server. It remembers which jobs its client has had answers about. */
export function registerTools(
  server: McpServer,
  tools: readonly Tool[],
  { features, log, wording, has, hasTasks, isFree, confirmations, addViewData, ...serving }: Serving,
): void {
  const { describesAnswers, drainSignal, fileFolders: named } = serving;
  const followUps = trackFollowUps();
  for (const { name, summary, describe, call, spends, wholeOutputSchema, ...tool } of tools) {
    const outputSchema = describesAnswers ? wholeOutputSchema : tool.outputSchema;
    const config = { ...tool, outputSchema, description: describe(has, isFree) };
    server.registerTool(name, config, async (args, context) => {
      const { signal } = context.mcpReq;
      const startedAt = new Date().toISOString();
      const toConfirm = { tool: name, args };
      const mayAsk = canAsk(server, context);
      const answer = mayAsk ? confirmations.takeAnswer(toConfirm, context) : undefined;
      try {
        const onProgress = progressReporter(context, wording);
        const overCap = answer === true;
        const isTaskable = hasTasks && spends && takesTasks(context);
        const { file }: { file?: unknown } = Object(args);
        const question = named && file !== undefined ? askForRoots(server, context, { file, named }) : undefined;
        if (question) return question;
        const fileFolders = named && allowedFolders(named, context);
        const maxWaitSeconds = isTaskable ? INLINE_SECONDS : undefined;
        const isPerson = isByPerson(context);
        // The page of a host draws each answer whole, and what it reads is not what the assistant has read.
        const { isFollowUp } = isPerson ? {} : followUps;
        const limits = { drainSignal, maxWaitSeconds, startedAt, isPerson, ...(isFollowUp && { isFollowUp }) };
        const result = await endingInTime(signal, spends, (deadline) =>
          call(args, { features, call: deadline, ...limits, onProgress, overCap, fileFolders }),
        );
        // Tools that spend are searches, and return their job.
        const task = isTaskable
          ? taskInstead(await features.jobs(), result as JobAnswerView, { wording, has })
          : undefined;
        if (task) return task;
        if (!isPerson) followUps.remember(result);
        const rendered = renderResult(
          isFree && name !== 'estimate_credits' ? withoutPriceNote(result) : result,
          wording,
        );
        return config._meta === undefined ? rendered : await addViewData(rendered, context, Object(args));
      } catch (error) {
        if (signal.aborted) throw error;
        if (!(error instanceof PaperqueueError)) log.error('tool failed', { tool: name, error });
        else if (error.details.code === 'CREDIT_CAP' && mayAsk && answer === undefined)
          return confirmations.ask(toConfirm, error);
        return renderError(error, spends, wording);
      }
    });
  }
}

/** Slightly after the deadlines of calls that wait for a job, which return the job themselves. */
const LAST_MS = MAX_CALL_MS + 500;

/**
 * The outcome of a call, which ends within 50 seconds: a search by its own deadline, because only that knows its job;
 * any other call by this deadline. The signal ends the work of a call that was cancelled or is out of time.
 */
function endingInTime<T>(signal: AbortSignal, spends: boolean, work: (call: Call) => Promise<T>): Promise<T> {
  if (spends) return work(untilAborted(signal));
  return withDeadline(LAST_MS, signal, (deadline) =>
    orLate(
      // Work that ran out of time may report it itself first.
      work(deadline).catch((error: unknown) => {
        if (!deadline.isExpired() || error !== deadline.signal.reason) throw error;
        throw noAnswerInTime();
      }),
      deadline,
      () => {
        signal.throwIfAborted();
        throw noAnswerInTime();
      },
    ),
  );
}
