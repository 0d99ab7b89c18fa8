import { readReports } from '../../../contract/answers.ts';
import { readNotes } from '../../../wording/notes.ts';
import type { ServiceStore } from '../port.ts';
import type { Sql } from './connection.ts';

type CachedAnswer = { endedBy: string; answer: Uint8Array };

export type AnswerCache = {
  get(job: string): CachedAnswer | undefined;
  set(job: string, cached: CachedAnswer): void;
  delete(job: string): void;
  clear(): void;
};

const MAX_BYTES = 32 * 1024 * 1024;
/** Even a small Buffer keeps this much in memory, because it may share a larger block. */
const MIN_BYTES = 8 * 1024;

/** Caches the latest answers in this process: fetching one costs more than the rest of a poll. */
export function createAnswerCache(maxBytes = MAX_BYTES): AnswerCache {
  const cached = new Map<string, CachedAnswer>();
  let bytes = 0;
  const cacheSize = ({ answer }: CachedAnswer) => Math.max(answer.byteLength, MIN_BYTES);
  const remove = (job: string) => {
    const old = cached.get(job);
    if (old && cached.delete(job)) bytes -= cacheSize(old);
  };
  return {
    get(job) {
      const found = cached.get(job);
      // Moves the job to the end of the map, as the most recently used.
      if (found && cached.delete(job)) cached.set(job, found);
      return found;
    },
    set(job, added) {
      remove(job);
      cached.set(job, added);
      bytes += cacheSize(added);
      for (const oldest of cached.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      cached.clear();
      bytes = 0;
    },
  };
}

type StoredRow = {
  state: string;
  ended_by: string | null;
  has_answer: boolean;
  answer: string | null;
  notes: unknown;
  sources: unknown;
  expired_at: Date | null;
};

/** Encodes binary values as text: a third shorter than PostgreSQL's own encoding, and quicker to read. */
const FIND = `SELECT state, ended_by, answer IS NOT NULL AS has_answer, notes, sources, expired_at,
    CASE WHEN ended_by = $3 THEN NULL ELSE encode(answer, 'base64') END AS answer
  FROM jobs WHERE id = $1 AND account = $2`;

/**
 * The job of an account. Each call asks the database for the owner and whether there is an answer. The answer itself
 * comes from memory if the job ended under the same lease.
 */
export function findJobs(sql: Sql, cache: AnswerCache): ServiceStore['jobs']['find'] {
  return async (account, id) => {
    const known = cache.get(id);
    const [row] = await sql<StoredRow>(FIND, id, account, known?.endedBy ?? null);
    if (!row) return undefined;
    const { state, notes, sources, ended_by: endedBy, has_answer: hasAnswer, expired_at: expiredAt } = row;
    const answer = row.answer === null ? known?.answer : Buffer.from(row.answer, 'base64');
    if (!hasAnswer) cache.delete(id);
    else if (answer && endedBy !== null && answer !== known?.answer) cache.set(id, { endedBy, answer });
    return {
      state,
      notes: readNotes(notes),
      sources: readReports(sources),
      answer: hasAnswer ? answer : undefined,
      expired: expiredAt !== null,
    };
  };
}
