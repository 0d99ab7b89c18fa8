import type * as deadline from '../../src/lib/deadline.ts';
import type * as driver from '../../src/platform/sqlite/driver.ts';

/** What replaces modules in tests that record thousands of charges, for `vi.mock`. */

/** The driver without waits for the disk: there is no power cut here, and they would take most of the time. */
export function withoutSync({ openDriver }: typeof driver): Pick<typeof driver, 'openDriver'> {
  return {
    openDriver: (path) => {
      const database = openDriver(path);
      return {
        exec: (sql) => database.exec(sql.replace('synchronous = FULL', 'synchronous = OFF')),
        prepare: (sql) => database.prepare(sql),
        close: () => database.close(),
      };
    },
  };
}

/** Deadlines whose pauses end at once: reads of credits are tried again after one, which nothing here depends on. */
export function withoutPauses(original: typeof deadline): typeof deadline {
  return { ...original, pause: () => new Promise((resolve) => setImmediate(resolve)) };
}
