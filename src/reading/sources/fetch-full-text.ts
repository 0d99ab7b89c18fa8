import type { PaperInput } from '../../papers/paper.ts';
import { type RunnerContext, runSession, type SourceWithSettings } from '../../search/sources/runner.ts';
import type { SourceAnswer } from '../../search/sources/source.ts';
import { readFailure } from '../../search/sources/source-failures.ts';
import { sendRequest } from '../../search/sources/transport/send-request.ts';
import type { SourceFailure } from '../../wording/notes/source-outcomes.ts';
import { type FetchedFile, fetchFile } from './fetch-file.ts';

type Ids = Pick<PaperInput, 'arxivId' | 'pmcid'>;

/** A source's text of a paper. `none`: it has no text; `not asked`: it cannot be queried for this paper. */
export type FetchedText = { text: string; url: string } | { failure: SourceFailure } | 'none' | 'not asked';

/** Fetches a paper's full text at the source's rate limit, without caching. Never throws. */
export async function fetchFullText(
  each: SourceWithSettings,
  paper: Ids,
  context: RunnerContext,
): Promise<FetchedText> {
  const request = each.source.fullText?.request(paper, each.settings);
  if (!request) return 'not asked';
  let answer: SourceAnswer | undefined;
  const { failure } = await runSession(each, context, async (session) => {
    const reply = await sendRequest(session, request, {
      read: (received) => {
        answer = received;
        return isMissing(received) ? { records: [] } : (readFailure(received) ?? { records: [] });
      },
      keepMs: 0,
    });
    return 'failure' in reply ? reply : {};
  });
  if (failure) return { failure };
  return answer === undefined || isMissing(answer) ? 'none' : { text: answer.text, url: request.url };
}

function isMissing({ status }: SourceAnswer): boolean {
  return status === 404 || status === 410;
}

/** Fetches the source's PDF of a paper, at the source's rate limit. Never throws. */
export async function fetchPdf(
  { source, settings }: SourceWithSettings,
  paper: Ids,
  context: RunnerContext,
): Promise<FetchedFile> {
  const request = source.fullText?.pdf?.(paper, settings);
  return request ? fetchFile(request, context, { paceMs: source.paceMs }) : 'none';
}
