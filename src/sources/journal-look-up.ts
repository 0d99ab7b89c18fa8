import type { JournalStatistics } from '../papers/journal-statistics.ts';
import { journalsRequest, MAX_JOURNALS, readJournals } from './openalex/journals.ts';
import { LIST_PACE_MS } from './openalex/openalex.ts';
import { type RunnerContext, runSession, type SourceOutcome, type SourceWithSettings } from './runner.ts';
import { sendRequest } from './transport/send-request.ts';

const KEPT_MS = 7 * 24 * 60 * 60_000;
/** Requests, of a credit each. */
const MAX_REQUESTS = 4;

/** What OpenAlex tells about the journals of some ISSNs, as far as it answers within its time. Never throws. */
export async function lookUpJournals(
  openAlex: SourceWithSettings,
  issns: readonly string[],
  context: RunnerContext,
): Promise<{ journals: JournalStatistics[]; outcome: SourceOutcome }> {
  const found: JournalStatistics[] = [];
  const outcome = await runSession(openAlex, context, async (session) => {
    for (let at = 0; at < Math.min(issns.length, MAX_REQUESTS * MAX_JOURNALS); at += MAX_JOURNALS) {
      const request = journalsRequest(issns.slice(at, at + MAX_JOURNALS), session.settings);
      const reply = await sendRequest(session, request, {
        keepMs: KEPT_MS,
        // Journals are no records of papers.
        keepEmptyMs: KEPT_MS,
        paceMs: LIST_PACE_MS,
        read: (answer) => {
          const list = readJournals(answer);
          if ('failure' in list) return list;
          found.push(...list.journals);
          return { records: [] };
        },
      });
      if ('failure' in reply) return reply;
    }
    return {};
  });
  return { journals: found, outcome };
}
