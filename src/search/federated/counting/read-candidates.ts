import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Library } from '../../../library/library.ts';
import type { Paper } from '../../../papers/paper.ts';

/** Papers read before yielding. */
const PAPERS_AT_ONCE = 50;

/** Reads papers of the library until `isOver` returns true. Returns the number read. */
export async function readCandidates(
  library: Pick<Library, 'findById'>,
  ids: Iterable<number>,
  isOver: () => boolean,
  visit: (paper: Paper, id: number) => void,
): Promise<number> {
  let read = 0;
  for (const id of ids) {
    if (read % PAPERS_AT_ONCE === 0 && read > 0) {
      await nextTurn();
      if (isOver()) break;
    }
    read += 1;
    // Another process may have removed it.
    const paper = library.findById(id);
    if (paper) visit(paper, id);
  }
  return read;
}
