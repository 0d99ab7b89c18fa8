import type { ReceivedPaper } from '../../contract/answers.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { readNames } from '../../papers/received-paper.ts';
import { fromWire, toWire } from '../../papers/wire.ts';
import type { Database } from '../../platform/sqlite/database.ts';
import { mapInTurns } from '../../platform/turns.ts';
import type { PaperNames, StoredJobs } from '../ports/store.ts';
import { insertPapers, selectPacked, unpackPapers } from './job-rows.ts';

/** Records our own results in the form in which a service would send them. */
export function insertFound(database: Database, number: number, papers: readonly FoundPaper[]): void {
  insertPapers(database, number, papers.map(toWire));
}

/** An answer reads the papers of its jobs several times, and reading takes longer than everything else. */
const MAX_KEPT_JOBS = 20;

type ReaderOptions = {
  read?: (received: ReceivedPaper) => FoundPaper;
  /** How many lists are cached. */
  maxKept?: number;
  /** The papers of a job that could not be written yet. */
  kept?: (number: number) => readonly ReceivedPaper[] | undefined;
};

/** Reads the papers of jobs; caches the last lists (equal ones once) while the file holds their bytes. */
export function createPaperReader(
  database: Database,
  { read = fromWire, maxKept = MAX_KEPT_JOBS, kept = () => undefined }: ReaderOptions = {},
): Pick<StoredJobs, 'papers' | 'readAhead'> {
  const cache = new Map<string, { packed: Uint8Array; papers: FoundPaper[] }>();
  const look = (number: number) => {
    const row = selectPacked(database, number);
    if (!row) return undefined;
    const { packed, sha256 } = row;
    const key = sha256 ?? `job ${number}`;
    const cached = cache.get(key);
    const papers = cached && Buffer.compare(cached.packed, packed) === 0 ? cached.papers : undefined;
    return { packed, key, papers };
  };
  const keep = ({ key, packed }: { key: string; packed: Uint8Array }, papers: FoundPaper[]) => {
    const [oldest] = cache.keys();
    if (cache.size >= maxKept && oldest !== undefined) cache.delete(oldest);
    cache.set(key, { packed, papers });
  };
  return {
    papers: (number, isWanted) => {
      const unwritten = kept(number);
      if (unwritten) return unwritten.map(read).filter(acceptPapers(isWanted));
      const held = look(number);
      if (!held) return [];
      if (held.papers) return held.papers.filter(acceptPapers(isWanted));
      const received = unpackPapers(number, held.packed);
      // Only a few papers of a job are requested by name. The others are not parsed.
      if (isWanted) return received.filter((paper) => isWanted(readNames(paper))).map(read);
      const papers = received.map(read);
      keep(held, papers);
      return [...papers];
    },
    readAhead: async (number) => {
      const held = look(number);
      if (held && !held.papers) keep(held, await mapInTurns(unpackPapers(number, held.packed), read));
    },
  };
}

function acceptPapers(isWanted: (names: PaperNames) => boolean = () => true): (paper: FoundPaper) => boolean {
  return ({ search, ...paper }) => isWanted({ ...paper, id: search?.id });
}
