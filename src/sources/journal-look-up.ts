import type { JournalStatistics } from '../papers/journals/journal-statistics.ts';
import { type RunnerContext, runSession, type SourceOutcome, type SourceWithSettings } from './runner.ts';
import { sendRequest } from './transport/send-request.ts';

const CACHE_MS = 7 * 24 * 60 * 60_000;
/** Each costs a credit. */
const MAX_REQUESTS = 4;

/** Statistics of journals by ISSN, as far as the source answers in time. Never throws. */
export async function lookUpJournals(
  sourceWithSettings: SourceWithSettings,
  issns: readonly string[],
  context: RunnerContext,
): Promise<{ journals: JournalStatistics[]; outcome: SourceOutcome }> {
  const statistics: JournalStatistics[] = [];
  const outcome = await runSession(sourceWithSettings, context, async (session) => {
    const { journals } = session.source;
    if (!journals) return { failure: 'skipped', detail: 'it has no statistics of journals' };
    const { maxIssns, paceMs } = journals;
    for (let at = 0; at < Math.min(issns.length, MAX_REQUESTS * maxIssns); at += maxIssns) {
      const request = journals.request(issns.slice(at, at + maxIssns), session.settings);
      const reply = await sendRequest(session, request, {
        keepMs: CACHE_MS,
        // Journals are not records, so each answer counts as empty.
        keepEmptyMs: CACHE_MS,
        paceMs,
        read: (answer) => {
          const list = journals.read(answer);
          if ('failure' in list) return list;
          statistics.push(...list.journals);
          return { records: [] };
        },
      });
      if ('failure' in reply) return reply;
    }
    return {};
  });
  return { journals: statistics, outcome };
}
