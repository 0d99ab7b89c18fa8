import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobStore, PaperNames } from '../../jobs/ports/store.ts';
import { rethrowBug } from '../../lib/bugs.ts';
import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { foldText } from '../../papers/references/folded-text.ts';
import type { ParsedReference } from '../../papers/references/read-reference.ts';

/** Number of newest jobs whose papers are considered. */
const MAX_JOBS = 50;
/** A text with fewer of a title's words cannot mean it. */
const MIN_SHARED_SHARE = 0.6;

/** Papers of recorded jobs that may be meant: with an identifier or most words of the title. */
export async function storedCandidates(
  store: Pick<JobStore, 'list' | 'papers'>,
  references: readonly ParsedReference[],
  signal: AbortSignal,
): Promise<FoundPaper[]> {
  const ids = new Set(references.flatMap((one) => Object.values(one.ids)));
  const texts = references
    .filter(({ title }) => title !== undefined)
    .map(({ text }) => new Set(distinctiveWords(text)));
  const { jobs } = store.list({ offset: 0, count: MAX_JOBS, status: 'success' });
  const candidates = new Map<string, FoundPaper>();
  for (const job of jobs.filter(({ papers }) => papers !== null && papers > 0)) {
    await nextTurn();
    signal.throwIfAborted();
    const isCandidate = (names: PaperNames) => hasId(names, ids) || hasTitle(names, texts);
    // If several jobs found a paper, the newest record suffices.
    for (const paper of readable(store, job.number, isCandidate))
      if (!candidates.has(paper.key)) candidates.set(paper.key, paper);
  }
  return [...candidates.values()];
}

/** Skips a job with damaged papers. Its own answer reports that. */
function readable(
  store: Pick<JobStore, 'papers'>,
  number: number,
  isCandidate: (names: PaperNames) => boolean,
): FoundPaper[] {
  try {
    return store.papers(number, isCandidate);
  } catch (error) {
    rethrowBug(error);
    return [];
  }
}

function hasId(paper: PaperNames, ids: ReadonlySet<string>): boolean {
  const { arxivId, pmid, pmcid, openAlexId } = paper;
  return [readDoi(paper.doi), arxivId, pmid, pmcid, openAlexId].some((id) => id != null && ids.has(id));
}

function hasTitle({ title }: PaperNames, texts: readonly ReadonlySet<string>[]): boolean {
  if (!title) return false;
  const words = distinctiveWords(title);
  const isShared = (text: ReadonlySet<string>) =>
    words.filter((word) => text.has(word)).length >= Math.min(words.length, text.size) * MIN_SHARED_SHARE;
  return words.length > 0 && texts.some(isShared);
}

/** The distinctive words of a text; all words if there are none. */
function distinctiveWords(text: string): string[] {
  const { words } = foldText(text);
  const distinctive = words.filter((word) => !FUNCTION_WORDS.has(word));
  return distinctive.length > 0 ? distinctive : words;
}
