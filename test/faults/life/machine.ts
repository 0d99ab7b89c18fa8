import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type OpenedJobStore, openJobStore } from '../../../src/jobs/store/job-store.ts';
import { openDriver } from '../../../src/platform/sqlite/driver.ts';
import { openServiceFile } from '../../../src/service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../../../src/service/store/sqlite/schema.ts';

const DAY_MS = 24 * 3_600_000;

/** Process numbers above those of any system: only this machine decides whether they live. */
const FIRST_PID = 2 ** 23;

/** A job in the file, read without the store's code. */
export type Row = { number: number; key: string | null; charged: string; status: string };

/**
 * A machine with processes on one store, and a service. Many lives use it, each under an account of its own; it is
 * replaced now and then, because large files are slow.
 */
export class Machine {
  readonly service;
  readonly database;
  /** The clock that nobody sets, in milliseconds. */
  uptime = 0;
  readonly #folder: string;
  readonly #stores = new Map<number, OpenedJobStore>();
  readonly #dead = new Set<number>();
  readonly #books;
  readonly #rows;
  #lives = 0;

  constructor(root: string) {
    const folder = mkdtempSync(join(root, 'machine-'));
    vi.spyOn(process, 'kill').mockImplementation((pid) => {
      if (this.#dead.has(pid)) throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
      return true;
    });
    this.#folder = folder;
    const { database, store } = openServiceFile(folder, SERVE_FILE, () => {});
    this.database = database;
    this.service = store;
    // Makes the file.
    this.storeOf(0);
    this.#books = openDriver(join(folder, 'jobs.sqlite'));
    const sql = 'SELECT number, idempotency_key AS key, charged, status FROM jobs WHERE account = ? ORDER BY number';
    this.#rows = this.#books.prepare(sql);
  }

  nextAccount(): string {
    this.#lives += 1;
    this.#dead.clear();
    return `account-${this.#lives}`;
  }

  /** Each life begins when the spending of earlier ones is older than the day of the cap. */
  nextDay(): number {
    return Date.parse('2026-01-01T00:00:00Z') + this.#lives * 400 * DAY_MS;
  }

  get isWorn(): boolean {
    return this.#lives >= 50;
  }

  /** The store of the nth process. */
  storeOf(nth: number): OpenedJobStore {
    const store = this.#stores.get(nth) ?? openJobStore(this.#folder, FIRST_PID + nth, () => this.uptime);
    this.#stores.set(nth, store);
    return store;
  }

  /** Ends the nth process. */
  kill(nth: number): void {
    this.#dead.add(FIRST_PID + nth);
  }

  rowsOf(account: string): Row[] {
    return this.#rows.all(account) as Row[];
  }

  async close(): Promise<void> {
    for (const store of this.#stores.values()) await store.close();
    this.database.close();
    this.#books.close();
    vi.mocked(process.kill).mockRestore();
  }
}
