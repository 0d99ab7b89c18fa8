import { foldForIdentity } from '../../papers/analysis/fold.ts';
import { type RunnerContext, runSession, type SourceWithSettings } from '../../search/sources/runner.ts';
import type { Failed, FoundPassage, IdentifiedPaper } from '../../search/sources/source.ts';
import { sendRequest } from '../../search/sources/transport/send-request.ts';

/** A source's passages, each with its paper, or why there are none. */
export type PassagesOutcome<P> = { passages: (FoundPassage & { paper: P })[] } | Failed;

/** Number of passages requested: a paper may have several, of which few are shown. */
const MAX_PASSAGES = 40;

/** Requests passages from these papers' full texts from a source, in one request. Never throws. */
export async function findPassages<P extends IdentifiedPaper>(
  each: SourceWithSettings,
  papers: readonly P[],
  words: string,
  context: RunnerContext,
): Promise<PassagesOutcome<P>> {
  const { source, settings } = each;
  // Without a key all callers worldwide share one allowance.
  if (!settings.key) return { failure: 'key wanted' };
  const candidates = papers.slice(0, source.passages?.maxPapers);
  const request = source.passages?.request(candidates, words, MAX_PASSAGES, settings);
  if (!request) return { passages: [] };
  let passages: FoundPassage[] = [];
  const { failure } = await runSession(each, context, async (session) => {
    // No retry without the refused key: see above.
    if (!session.settings.key) return { failure: 'key refused' };
    const reply = await sendRequest(session, request, {
      read: (answer) => {
        const read = source.passages?.read(answer) ?? { passages: [] };
        if ('failure' in read) return read;
        passages = read.passages;
        return { records: [] };
      },
      keepMs: 0,
    });
    return 'failure' in reply ? reply : {};
  });
  if (failure) return { failure };
  return { passages: passages.flatMap((passage) => withPaper(passage, candidates) ?? []) };
}

/** Finds the passage's paper by the source's id, else by title; undefined for a paper that was not requested. */
function withPaper<P extends IdentifiedPaper>(passage: FoundPassage, papers: readonly P[]) {
  const title = foldForIdentity(passage.title ?? '');
  const paper =
    papers.find(({ corpusId }) => corpusId && corpusId === passage.corpusId) ??
    papers.find((each) => title !== '' && foldForIdentity(each.title ?? '') === title);
  return paper && { ...passage, paper };
}
