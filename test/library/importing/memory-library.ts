import type { ImportCheckpoint, PaperLibrary } from '../../../src/library/ports/library.ts';
import type { RankedJournal } from '../../../src/papers/journals/journal-ranking.ts';
import type { Paper } from '../../../src/papers/paper.ts';

/** A library in memory, with the sizes of the transactions that it saw. */
export function memoryLibrary() {
  const records = new Map<string, Paper>();
  const checkpoints = new Map<string, ImportCheckpoint>();
  const transactions: number[] = [];
  const journals: RankedJournal[] = [];
  const keep = (checkpoint: ImportCheckpoint | undefined) => checkpoint && checkpoints.set(checkpoint.path, checkpoint);
  const library: PaperLibrary = {
    add(batch, checkpoint) {
      const before = records.size;
      for (const record of batch) records.set(record.key, record);
      transactions.push(batch.length);
      const added = records.size - before;
      const outcome = { added, merged: batch.length - added };
      keep(checkpoint?.(outcome));
      return outcome;
    },
    complete(completions, checkpoint) {
      let completed = 0;
      for (const { corpusId, ...texts } of completions) {
        const paper = [...records.values()].find((record) => record.corpusId === corpusId);
        if (paper) records.set(paper.key, { ...texts, ...paper });
        if (paper) completed += 1;
      }
      keep(checkpoint?.(completed));
      return completed;
    },
    addJournals(batch, checkpoint) {
      journals.push(...batch);
      keep(checkpoint?.(batch.length));
      return batch.length;
    },
    fillQuartiles: async () => 0,
    findCheckpoint: (path) => checkpoints.get(path),
    identifiedRecords: () => undefined,
    size: () => ({ papers: records.size, starter: 0, counted: records.size }),
    hasImported: ({ key }) => records.has(key),
    count: () => 0,
    list: () => [],
    read: () => [],
    findNamed: () => [],
    findSameIds: () => [],
    edit: () => [],
    remove: () => 0,
    duplicates: () => ({ merged: [], apart: [] }),
    merge: () => undefined,
    part: () => [],
    removeTextWords: () => undefined,
    records: () => records.values(),
    settle: async () => undefined,
    replaceRetractions: () => {
      throw new Error('not a library of retractions');
    },
    retractionTable: () => undefined,
    findRetractions: () => undefined,
    summary: () => ({
      papers: records.size,
      starterPapers: 0,
      coverage: {},
      rankings: [],
      bytes: 0,
      path: '',
      index: { segments: 0, papers: 0, deleted: 0, pending: 0, bytes: 0 },
    }),
  };
  return { library, records, journals, checkpoints, transactions };
}
