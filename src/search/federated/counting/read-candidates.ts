import type { Library } from '../../../library/library.ts';
import type { Paper } from '../../../papers/paper.ts';
import { pauseEvery } from '../../../platform/turns.ts';

/** Papers read between two checks of the time limit. */
const PAPERS_AT_ONCE = 50;
/** Other work of the process runs after this time, which matters for papers with long texts. */
const SLICE_MS = 20;

/** Reads papers of the library until `isOver` returns true. Returns the number read. */
export async function readCandidates(
  library: Pick<Library, 'findById'>,
  ids: Iterable<number>,
  isOver: () => boolean,
  visit: (paper: Paper, id: number) => void,
): Promise<number> {
  const pause = pauseEvery(SLICE_MS);
  let read = 0;
  for (const id of ids) {
    await pause();
    if (read > 0 && read % PAPERS_AT_ONCE === 0 && isOver()) break;
    read += 1;
    // Another process may have removed it.
    const paper = library.findById(id);
    if (paper) visit(paper, id);
  }
  return read;
}
