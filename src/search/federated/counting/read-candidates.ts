import type { Library } from '../../../library/library.ts';
import type { Paper } from '../../../papers/paper.ts';
import { pauseEvery } from '../../../platform/turns.ts';

/** Time between two turns of the event loop. */
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
    const paused = pause();
    if (paused) {
      await paused;
      if (isOver()) break;
    }
    read += 1;
    // Another process may have removed it.
    const paper = library.findById(id);
    if (paper) visit(paper, id);
  }
  return read;
}
