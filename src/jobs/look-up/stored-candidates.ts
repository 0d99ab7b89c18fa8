import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WirePaper } from '../../contract/paper.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { foldText } from '../../papers/references/folded-text.ts';
import type { AskedReference } from '../../papers/references/read-reference.ts';
import type { JobStore } from '../ports/store.ts';

/** The newest jobs whose papers are looked at. */
const MAX_JOBS = 100;
/** A title with fewer of its words in the text of a reference cannot be meant. */
const MIN_SHARED_SHARE = 0.5;

/** Papers of recorded jobs that may be among those asked for: with an identifier or most words of the title. */
export async function storedCandidates(
  store: Pick<JobStore, 'list' | 'papers'>,
  asked: readonly AskedReference[],
  signal: AbortSignal,
): Promise<WirePaper[]> {
  const ids = new Set(asked.flatMap((one) => Object.values(one.ids)));
  const texts = asked.filter(({ title }) => title !== undefined).map(({ text }) => new Set(foldText(text).words));
  const { jobs } = store.list({ offset: 0, count: MAX_JOBS, status: 'success' });
  const found: WirePaper[] = [];
  for (const job of jobs.filter(({ papers }) => papers !== null && papers > 0)) {
    await nextTurn();
    signal.throwIfAborted();
    found.push(...readable(store, job.number).filter((paper) => hasId(paper, ids) || hasTitle(paper, texts)));
  }
  return found;
}

/** A job whose papers are damaged is left out: its own answer says so. */
function readable(store: Pick<JobStore, 'papers'>, number: number): WirePaper[] {
  try {
    return store.papers(number);
  } catch {
    return [];
  }
}

function hasId(paper: WirePaper, ids: ReadonlySet<string>): boolean {
  const { arxivId, pmid, pmcid, openAlexId } = paper;
  return [readDoi(paper.doi), arxivId, pmid, pmcid, openAlexId].some((id) => id != null && ids.has(id));
}

function hasTitle({ title }: WirePaper, texts: readonly ReadonlySet<string>[]): boolean {
  if (!title) return false;
  const { words } = foldText(title);
  const isShared = (text: ReadonlySet<string>) =>
    words.filter((word) => text.has(word)).length >= Math.min(words.length, text.size) * MIN_SHARED_SHARE;
  return words.length > 0 && texts.some(isShared);
}
