import type { Paper } from '../papers/paper.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { addRecords, editRecords } from './add-records.ts';
import { completePapers, upsertCheckpoint } from './imports.ts';
import { addJournals, fillQuartiles } from './journals.ts';
import { mergePapers, partPaper } from './merged-records.ts';
import type { PaperLibrary } from './ports/library.ts';
import { raiseEdition } from './properties.ts';
import { removeSelected } from './removal-selection.ts';
import { replaceRetractions } from './retractions/retraction-rows.ts';
import { keepTextWords, removeTextWords } from './text-words.ts';
import { openVectors, type VectorStore } from './vectors.ts';

export type LibraryChanges = Pick<
  PaperLibrary,
  | 'add'
  | 'complete'
  | 'addJournals'
  | 'fillQuartiles'
  | 'merge'
  | 'part'
  | 'remove'
  | 'edit'
  | 'replaceRetractions'
  | 'removeTextWords'
> & {
  /** Adds records of live sources; they only complete records that the user imported. */
  persistResults(records: readonly Paper[]): void;
  /** Vectors of texts, stored so that the endpoint is called only once per text. */
  vectors: VectorStore;
  /** Makes the paper findable by the words of its full text. `hash` identifies the text. */
  keepTextWords(paper: PaperToRead, hash: string, text: () => string): void;
};

/** What changes a library, each in a transaction. */
export function libraryChanges(database: Database): LibraryChanges {
  const vectors = openVectors(database);
  const isNothing = (outcome: unknown) => outcome === 0 || (Array.isArray(outcome) && outcome.length === 0);
  /** Runs a change by the user in a transaction, and raises the edition unless its outcome is 0 or an empty list. */
  const byUser = <T>(work: () => T): T =>
    database.transaction(() => {
      const outcome = work();
      if (!isNothing(outcome)) raiseEdition(database);
      return outcome;
    });
  return {
    add: (records, checkpoint) =>
      database.transaction(() => {
        const file = checkpoint && upsertCheckpoint(database, checkpoint({ added: 0, merged: 0 }));
        const outcome = addRecords(database, records, 'import', file);
        if (checkpoint) upsertCheckpoint(database, checkpoint(outcome));
        if (records.length > 0) raiseEdition(database);
        return outcome;
      }),
    complete: (completions, checkpoint) =>
      byUser(() => {
        const completed = completePapers(database, completions);
        if (checkpoint) upsertCheckpoint(database, checkpoint(completed));
        return completed;
      }),
    addJournals: (journals, checkpoint) =>
      database.transaction(() => {
        const count = addJournals(database, journals);
        if (checkpoint) upsertCheckpoint(database, checkpoint(count));
        return count;
      }),
    fillQuartiles: (signal) => fillQuartiles(database, signal),
    merge: (ids) => byUser(() => mergePapers(database, ids)),
    part: (id, numbers) => byUser(() => partPaper(database, id, numbers)),
    remove: (selection) => byUser(() => removeSelected(database, selection)),
    edit: (ids, change) => byUser(() => editRecords(database, ids, change)),
    persistResults: (records) => database.transaction(() => void addRecords(database, records, 'live')),
    replaceRetractions: (...table) => database.transaction(() => replaceRetractions(database, ...table)),
    vectors: { find: vectors.find, keep: (vectorsByHash) => database.transaction(() => vectors.keep(vectorsByHash)) },
    keepTextWords: (...text) => database.transaction(() => keepTextWords(database, ...text)),
    removeTextWords: () => database.transaction(() => removeTextWords(database)),
  };
}
