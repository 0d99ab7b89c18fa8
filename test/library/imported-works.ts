import { afterEach } from 'vitest';
import { findByDoi, findByKey } from '../../src/library/find-by-identifier.ts';
import { findSameWorks } from '../../src/library/identifiers.ts';
import { openLibrary } from '../../src/library/library.ts';
import { type Paper, type PaperInput, toPaper } from '../../src/papers/paper.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const library of open.splice(0)) library.close();
});

export function record(facts: PaperInput): Paper {
  const made = toPaper(facts);
  if (typeof made === 'string') throw new Error(made);
  return made;
}

/** A library; `works` counts what was imported into it, apart from what it had at first. */
export function openShelf() {
  const library = openLibrary(temporaryFolder());
  open.push(library);
  const before = library.size().papers;
  const { database } = library;
  return {
    ...library,
    /** One import for each record. */
    take: (...records: Paper[]) => {
      for (const each of records) library.add([each]);
    },
    works: () => library.size().papers - before,
    key: (key: string) => findByKey(database, key),
    doi: (doi: string | null) => findByDoi(database, doi),
    same: (each: Paper) => findSameWorks(database, each)[0]?.record.key,
  };
}
