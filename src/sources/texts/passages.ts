import { foldForIdentity } from '../../papers/analysis/fold.ts';
import { type RunnerContext, runSession, type SourceWithSettings } from '../runner.ts';
import type { Failed, FoundPassage, IdentifiedPaper } from '../source.ts';
import { sendRequest } from '../transport/send-request.ts';

/** Passages that a source found, each with the paper that was asked about, or why it found none. */
export type PassagesOutcome<P> = { passages: (FoundPassage & { paper: P })[] } | Failed;

/** Passages asked for: a paper may have several, of which few are shown. */
const MAX_PASSAGES = 40;

/** Asks a source for passages of the full texts of these papers, in one request. Never throws. */
export async function findPassages<P extends IdentifiedPaper>(
  each: SourceWithSettings,
  papers: readonly P[],
  words: string,
  context: RunnerContext,
): Promise<PassagesOutcome<P>> {
  const { source, settings } = each;
  // Without a key all callers of the world share one allowance.
  if (!settings.key) return { failure: 'key wanted' };
  const candidates = papers.slice(0, source.passages?.maxPapers);
  const request = source.passages?.request(candidates, words, MAX_PASSAGES, settings);
  if (!request) return { passages: [] };
  let passages: FoundPassage[] = [];
  const { failure } = await runSession(each, context, async (session) => {
    // A refused key is not tried again without: see above.
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

/** By the number that the source has for the paper, else by its title; undefined for a paper that was not asked for. */
function withPaper<P extends IdentifiedPaper>(passage: FoundPassage, papers: readonly P[]) {
  const title = foldForIdentity(passage.title ?? '');
  const paper =
    papers.find(({ corpusId }) => corpusId && corpusId === passage.corpusId) ??
    papers.find((each) => title !== '' && foldForIdentity(each.title ?? '') === title);
  return paper && { ...passage, paper };
}
