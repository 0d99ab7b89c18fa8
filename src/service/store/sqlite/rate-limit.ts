import { groupBy } from '../../../lib/groups.ts';
import type { Database } from '../../../platform/sqlite/database.ts';
import type { RateLimitAnswer } from '../port.ts';

/**
 * Limits the requests of an account in any minute. Counts in memory and writes once a second, so that a restart does
 * not reset the limit and a poll costs no disk write.
 */

const WINDOW_MS = 60_000;
const WRITE_EVERY_MS = 1_000;

export type RateLimiter = {
  /** Counts a request of the account if it is allowed. */
  take(account: number, perMinute: number): RateLimitAnswer;
  /** Writes the latest counts to the store and stops. */
  stop(): void;
};

export function createRateLimiter(
  database: Database,
  now: () => number = Date.now,
  onError: (event: string, error: unknown) => void = () => {},
): RateLimiter {
  const requests = readRecent(database, now() - WINDOW_MS);
  let unwritten: { account: number; at: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const writeSoon = () => {
    timer ??= setTimeout(write, WRITE_EVERY_MS).unref();
  };
  const write = () => {
    timer = undefined;
    const batch = unwritten;
    if (batch.length === 0) return;
    try {
      unwritten = [];
      writeRecent(database, batch, now() - WINDOW_MS);
    } catch (error) {
      // The limit still holds in memory; the counts are written later.
      unwritten = [...batch, ...unwritten].filter(({ at }) => at > now() - WINDOW_MS);
      writeSoon();
      onError('requests could not be counted in the store', error);
    }
  };

  return {
    take(account, perMinute) {
      const at = now();
      // Times in the future were written before the clock was set back.
      const recent = (requests.get(account) ?? []).filter((time) => time > at - WINDOW_MS && time <= at);
      const allowed = recent.length < perMinute;
      if (allowed) {
        recent.push(at);
        unwritten.push({ account, at });
        writeSoon();
      }
      requests.set(account, recent);
      // If the limit was lowered, several requests must leave the window first.
      const until = recent[Math.max(recent.length - perMinute, 0)] ?? at;
      const decisive = recent.length < perMinute ? (recent.at(-1) ?? at) : until;
      const resetSeconds = Math.max(Math.ceil((decisive + WINDOW_MS - at) / 1000), 1);
      return { allowed, limit: perMinute, remaining: Math.max(perMinute - recent.length, 0), resetSeconds };
    },
    stop() {
      clearTimeout(timer);
      write();
    },
  };
}

function readRecent(database: Database, since: number): Map<number, number[]> {
  const sql = 'SELECT account, at FROM recent_requests WHERE at > ? ORDER BY at';
  const rows = groupBy(database.all<{ account: number; at: number }>(sql, since), ({ account }) => account);
  return new Map([...rows].map(([account, requests]) => [account, requests.map(({ at }) => at)]));
}

function writeRecent(database: Database, batch: readonly { account: number; at: number }[], before: number): void {
  database.transaction(() => {
    database.run('DELETE FROM recent_requests WHERE at <= ? OR at > ?', before, before + WINDOW_MS);
    for (const { account, at } of batch) {
      database.run('INSERT INTO recent_requests (account, at) VALUES (?, ?)', account, at);
    }
  });
}
