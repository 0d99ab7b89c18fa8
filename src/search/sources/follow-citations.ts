import { type RunnerContext, runSession, type SourceOutcome, type SourceWithSettings } from './runner.ts';
import type { CitationDirection, CitationPage, SourceRequest } from './source.ts';
import { readAllowance, sendRequest } from './transport/send-request.ts';

/** The citation search stores answers itself; this cache only saves requests of other searches. */
const CACHE_MS = 24 * 60 * 60_000;

/** A request without the parts that must not be stored. */
export type NextPage = Pick<SourceRequest, 'url' | 'body'>;

export type CitationReply = {
  page?: Exclude<CitationPage, { failure: unknown }>;
  outcome: SourceOutcome;
};

/**
 * Requests one page of the links of works, by their identifiers at the source; `next` continues an earlier page. Never
 * throws; without a page, the outcome says why.
 */
export async function askCitations(
  sourceWithSettings: SourceWithSettings,
  direction: CitationDirection,
  names: readonly string[],
  next: NextPage | undefined,
  context: RunnerContext,
): Promise<CitationReply> {
  let page: CitationReply['page'];
  const outcome = await runSession(sourceWithSettings, context, async (session) => {
    const { citations } = session.source;
    if (!citations) return { failure: 'skipped', detail: 'no-relation' };
    // Headers are built again: a key may have changed, and is never stored.
    const request = { ...citations.request(direction, names, session.settings), ...next };
    const reply = await sendRequest(session, request, {
      read: (answer) => {
        const read = citations.read(answer, request, names);
        if ('failure' in read) return read;
        page = read;
        return { records: read.found.map(({ record }) => record) };
      },
      keepMs: CACHE_MS,
      paceMs: citations.paceMs,
    });
    return 'failure' in reply ? reply : { records: reply.records };
  });
  return outcome.failure === undefined && page ? { page, outcome } : { outcome };
}

/** The source's remaining allowance, in its own units, as last reported; undefined if it reported none. */
export async function allowanceOf(
  { source, settings }: SourceWithSettings,
  { store }: RunnerContext,
): Promise<{ left: number; renewsAt: number } | undefined> {
  const request = source.citations?.request('forward', [''], settings);
  return request && readAllowance({ settings, store }, request);
}
