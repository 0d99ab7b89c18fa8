import { join } from 'node:path';
import { openIndexFolder } from '../../../../src/library/engine/index/index-files.ts';
import type { IndexedPaper, IndexSnapshot, SegmentReader } from '../../../../src/library/engine/index/index-reader.ts';
import { openPaperIndex } from '../../../../src/library/engine/index/paper-index.ts';
import { afterEachTest } from '../../../helpers/after-each.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const open: { close: () => void }[] = [];
afterEachTest(() => {
  for (const index of open.splice(0)) index.close();
});

/** A paper of which nothing is known but what is given. */
export function indexed(facts: Partial<IndexedPaper> & { id: number }): IndexedPaper {
  return { title: '', abstract: '', summary: '', fieldBits: 0, isDownloadable: false, ...facts };
}

/** Papers with these titles, numbered from 1. */
export function titled(...titles: string[]): IndexedPaper[] {
  return titles.map((title, at) => indexed({ id: at + 1, title }));
}

/** An index in which each list of papers is a segment of its own, and from which some papers are deleted afterwards. */
export function indexOf(lists: readonly (readonly IndexedPaper[])[], deleted: readonly number[] = []): IndexSnapshot {
  const files = openIndexFolder(join(temporaryFolder(), 'index'));
  const lock = { attempt: <T>(work: () => T) => ({ done: work() }), close: () => undefined };
  const index = openPaperIndex({ files, lock, library: 'test' });
  open.push(index);
  let revision = 0;
  const change = (work: Parameters<typeof index.write>[0]) => index.write(work);
  for (const papers of lists) {
    change((writer) => {
      for (const paper of papers) {
        revision += 1;
        writer.add(paper, { revision, id: paper.id, removal: 0 });
      }
      writer.publish({ revision, id: 0, removal: 0 });
    });
  }
  if (deleted.length > 0) {
    change((writer) => {
      for (const id of deleted) writer.remove(id, { revision, id: 0, removal: id });
      writer.publish({ revision, id: 0, removal: Math.max(...deleted) });
    });
  }
  return index.snapshot();
}

/** The only segment of an index of some papers. */
export function segmentOf(papers: readonly IndexedPaper[]): SegmentReader {
  const [segment] = indexOf([papers]).segments;
  if (!segment) throw new Error('no segment was written');
  return segment;
}
