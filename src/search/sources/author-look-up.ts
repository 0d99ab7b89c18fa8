import type { AuthorCandidate, AuthorQuery } from '../../papers/references/author-query.ts';
import { type RunnerContext, runSession, type SourceOutcome, type SourceWithSettings } from './runner.ts';
import { sendRequest } from './transport/send-request.ts';

const CACHE_MS = 24 * 60 * 60_000;

/** People who may be the requested one, best first. Never throws. */
export async function lookUpAuthors(
  source: SourceWithSettings,
  query: AuthorQuery,
  count: number,
  context: RunnerContext,
): Promise<{ authors: AuthorCandidate[]; outcome: SourceOutcome }> {
  const candidates: AuthorCandidate[] = [];
  const outcome = await runSession(source, context, async (session) => {
    const { authors } = session.source;
    if (!authors) return { failure: 'skipped', detail: 'no-people' };
    const reply = await sendRequest(session, authors.request(query, count, session.settings), {
      keepMs: CACHE_MS,
      // People are not records, so every answer would count as empty.
      keepEmptyMs: CACHE_MS,
      paceMs: authors.paceMs,
      read: (answer) => {
        const list = authors.read(answer);
        if ('failure' in list) return list;
        candidates.push(...list.authors);
        return { records: [] };
      },
    });
    return 'failure' in reply ? reply : {};
  });
  return { authors: candidates, outcome };
}
