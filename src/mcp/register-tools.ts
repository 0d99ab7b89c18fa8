import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { PaperqueueError } from '../contract/errors.ts';
import type { JobAnswerView } from '../jobs/answers/answer-view.ts';
import type { Features } from '../jobs/features.ts';
import type { Progress } from '../jobs/spending/wait.ts';
import type { Log } from '../platform/log.ts';
import type { Listed } from '../platform/settings/tool-names.ts';
import type { Wording } from '../wording/sentences/vocabulary.ts';
import { type Confirmations, canAsk } from './confirmation.ts';
import type { Tool } from './define-tool.ts';
import { endingInTime } from './ending-in-time.ts';
import { allowedFolders, askForRoots } from './file-folders.ts';
import { isOfPerson, type viewDataAdder } from './papers-view.ts';
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
  drainSignal: AbortSignal | undefined;
  /** Folders of the user's files; undefined: no file may be read. */
  named: readonly string[] | undefined;
  confirmations: Confirmations;
  addViewData: ReturnType<typeof viewDataAdder>;
};

/** Registers the tools of one server. It remembers which jobs its client has had answers about. */
export function registerTools(
  server: McpServer,
  tools: readonly Tool[],
  {
    features,
    log,
    wording,
    has,
    hasTasks,
    isFree,
    describesAnswers,
    drainSignal,
    named,
    confirmations,
    addViewData,
  }: Serving,
): void {
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
        const isPerson = isOfPerson(context);
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
