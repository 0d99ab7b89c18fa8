import { type RunnerContext, runSession, type SourceOutcome, type SourceWithSettings } from './runner.ts';
import type { SourceRequest, SourceSearch } from './source.ts';
import { sendRequest } from './transport/send-request.ts';

/** Answers that only contain a count are cached as long as those of searches. */
const CACHE_MS = 24 * 60 * 60_000;

export type Counted = {
  /** The number of results of each query; undefined if the source did not report it. */
  counts: (number | undefined)[];
  /** The source's interpretation of the first query, if reported. */
  translated?: string;
  outcome: SourceOutcome;
};

/**
 * Requests the number of results of each query, with one record at most. Never throws. Counts before a failure are
 * returned.
 */
export async function countResults(
  sourceWithSettings: SourceWithSettings,
  questions: readonly SourceSearch[],
  context: RunnerContext,
): Promise<Counted> {
  const counts: (number | undefined)[] = questions.map(() => undefined);
  let translated: string | undefined;
  const outcome = await runSession(sourceWithSettings, context, async (session) => {
    const { source, settings } = session;
    for (const [index, each] of questions.entries()) {
      const question = { ...each, count: 1 };
      const why = source.cannotAnswer(question);
      if (why !== undefined && index === 0) return { failure: 'skipped', detail: why };
      if (why !== undefined) continue;
      const ask = (request: SourceRequest) =>
        sendRequest(session, request, {
          read: (answer) => source.readPage(answer, request, question),
          keepMs: CACHE_MS,
        });
      const first = await ask(source.search(question, settings));
      const reply = 'isRefusedForm' in first && first.next ? await ask(first.next) : first;
      if ('failure' in reply) return reply;
      counts[index] = reply.total;
      if (index === 0) translated = reply.translated;
    }
    return {};
  });
  return { counts, outcome, translated };
}
