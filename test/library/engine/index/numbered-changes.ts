import { join } from 'node:path';
import { openIndexFolder } from '../../../../src/library/engine/index/index-files.ts';
import type { IndexedPaper, LibraryPosition } from '../../../../src/library/engine/index/index-reader.ts';
import { openPaperIndex, type PaperIndex } from '../../../../src/library/engine/index/paper-index.ts';
import type { IndexWriter } from '../../../../src/library/engine/index/writer/index-writer.ts';
import { openWriteLock } from '../../../../src/library/engine/index/writer/write-lock.ts';
import { seededRandom } from '../../../crash/scripts.ts';
import { compareContents } from './compare-with-naive.ts';
import { randomPaper, upTo } from './random-papers.ts';

/**
 * Changes that every process knows by their numbers: an index at revision n has a known content, however many processes
 * wrote it and whichever of them were killed.
 */
const PAPERS = 40;
/** A segment for every few papers, so that there is always something to merge. */
const MAX_HELD_WORDS = 80;

function changeOf(termId: number): { id: number; paper: IndexedPaper | undefined } {
  const random = seededRandom(termId * 7_919);
  const id = 1 + upTo(random, PAPERS - 1);
  return { id, paper: random() < 0.25 ? undefined : randomPaper(random, id) };
}

const reached = (revision: number): LibraryPosition => ({ revision, id: 1, removal: 1 });

/** Writes the next changes after the index's position, and returns the number of the last. */
export function writeNextChanges(writer: IndexWriter, count: number): number {
  let { revision } = writer.position;
  for (let left = count; left > 0; left -= 1) {
    revision += 1;
    const { id, paper } = changeOf(revision);
    if (paper) writer.add(paper, reached(revision));
    else writer.remove(id, reached(revision));
  }
  writer.publish(reached(revision));
  return revision;
}

/** The papers after this many changes. */
export function papersAfter(revision: number): Map<number, IndexedPaper> {
  const papers = new Map<number, IndexedPaper>();
  for (let termId = 1; termId <= revision; termId += 1) {
    const { id, paper } = changeOf(termId);
    if (paper) papers.set(id, paper);
    else papers.delete(id);
  }
  return papers;
}

/** An index as a process of its own opens it, with the real lock. */
export function openNumberedIndex(folder: string): PaperIndex {
  const lock = openWriteLock(join(folder, 'lock.sqlite'));
  const files = openIndexFolder(folder);
  const index = openPaperIndex({ files, lock, library: 'numbered changes', maxWords: MAX_HELD_WORDS });
  return {
    ...index,
    close: () => {
      index.close();
      lock.close();
    },
  };
}

/** Throws if the index does not hold the content of its position, or was damaged. */
export function checkNumberedIndex(index: PaperIndex): void {
  const { rebuiltBecause } = index.health();
  if (rebuiltBecause) throw new Error(`it was damaged: ${rebuiltBecause}`);
  compareContents(index.snapshot(), papersAfter(index.position().revision));
}
