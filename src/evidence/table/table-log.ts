import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeFailure } from '../../contract/errors.ts';
import type { EventLogs } from '../../jobs/ports/event-logs.ts';
import { shown } from '../../lib/shown.ts';
import { LOG_START, type LogEnd, openEvents, sealEvents } from '../../platform/sealed-log.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import { type Extractor, readTableEvent, type TableAct, type TableEvent } from './table-events.ts';
import { foldTable, type TableState } from './table-state.ts';

/** A table as read from its log. */
export type OpenTable = {
  ref: string;
  number: number;
  state: TableState;
  events: TableEvent[];
  last: LogEnd;
  /** The first event that does not continue the log, or that this version does not know. */
  damagedAt?: number;
  /** That event is intact, so a newer version may know it. */
  isUnknown?: true;
};

export type TableLog = {
  create(acts: readonly TableAct[], who: Extractor): Promise<string>;
  refs(): Promise<string[]>;
  /** Throws JOB_NOT_FOUND if there is none, and STORE_UNAVAILABLE if no part of it is intact. */
  read(ref: string): Promise<OpenTable>;
  /**
   * Adds the events that `make` returns for the current table; if another process adds events meanwhile, `make` is
   * called again. Throws STORE_UNAVAILABLE for a damaged log, which accepts no more events.
   */
  write<T extends { acts: readonly TableAct[] }>(
    ref: string,
    who: Extractor,
    make: (table: OpenTable) => T,
  ): Promise<T & { table: OpenTable }>;
  /** Moves the nth and all later events aside. Returns how many. */
  putAside(ref: string, from: number): Promise<number>;
};

const MAX_ATTEMPTS = 50;
const tableRef = (number: number) => `T${number}`;

/** The logs of evidence tables in a store. */
export function createTableLog(logs: EventLogs, now: () => Date): TableLog {
  const numberOf = async (ref: string): Promise<number> => {
    const number = Number(/^\s*t([1-9]\d{0,8})\s*$/i.exec(ref)?.[1]);
    const numbers = await whenStoreIsFree(() => logs.numbers());
    if (numbers.includes(number)) return number;
    throw freeFailure({
      code: 'JOB_NOT_FOUND',
      problem: [{ kind: 'no-such-table', given: shown(ref), known: numbers.slice(-10).map(tableRef) }],
      advice: [{ kind: 'name-table' }],
    });
  };
  const open = async (number: number): Promise<OpenTable> => {
    // Lets other work run before each log, which may have megabytes.
    await nextTurn();
    const sealed = await whenStoreIsFree(() => logs.events(number, 0));
    const { events, last, damagedAt, isUnknown } = openEvents(LOG_START, sealed, readTableEvent);
    const ref = tableRef(number);
    if (events[0]?.what !== 'open') throw damagedTable(ref, 1, isUnknown);
    return {
      ref,
      number,
      state: foldTable(events),
      events,
      last,
      ...(damagedAt !== undefined && { damagedAt, isUnknown }),
    };
  };

  return {
    create: async (acts, who) => {
      const sealed = sealEvents(LOG_START, acts, who, now().toISOString());
      return tableRef(await whenStoreIsFree(() => logs.open(sealed)));
    },
    refs: async () => (await whenStoreIsFree(() => logs.numbers())).map(tableRef),
    read: async (ref) => open(await numberOf(ref)),
    async write(ref, who, make) {
      const number = await numberOf(ref);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const table = await open(number);
        if (table.damagedAt !== undefined) throw damagedTable(table.ref, table.damagedAt, table.isUnknown);
        const made = make(table);
        if (made.acts.length === 0) return { ...made, table };
        const sealed = sealEvents(table.last, made.acts, who, now().toISOString());
        if (await whenStoreIsFree(() => logs.append(number, sealed))) return { ...made, table: await open(number) };
      }
      throw freeFailure({
        code: 'STORE_UNAVAILABLE',
        problem: [{ kind: 'table-busy', table: tableRef(number) }],
        retryable: true,
        advice: [{ kind: 'again' }],
      });
    },
    async putAside(ref, from) {
      const number = await numberOf(ref);
      const moved = await whenStoreIsFree(() => logs.events(number, from - 1));
      await whenStoreIsFree(() => logs.putAside(number, from));
      return moved.length;
    },
  };
}

function damagedTable(table: string, n: number, isUnknown?: true) {
  const part = { ...(n === 1 && { isOpening: true as const }), ...(isUnknown && { isNewer: true as const }) };
  return freeFailure({
    code: 'STORE_UNAVAILABLE',
    problem: [{ kind: 'damaged-table', table, n, isUnknown }],
    advice: [{ kind: 'repair-table', table, ...part }],
  });
}
