import type { Database } from '../../../platform/sqlite/database.ts';
import type { SqlValue } from '../../../platform/sqlite/driver.ts';
import type { Run, Steps } from '../core/steps.ts';

/** SQLite's equivalents of PostgreSQL expressions. Times and intervals are milliseconds; times count from the epoch. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ \* interval '1 ms'/g, ''],
  [/::\w+/g, ''],
  [/'epoch'/g, '0'],
  [/\bleast\(/g, 'min('],
  [/\bgreatest\(/g, 'max('],
  [/\bjson_array_elements_text\(/g, 'json_each('],
  // Jobs are never deleted. Only this index keeps queries fast, and SQLite uses it only for exactly this condition.
  [/\bjobs (?=WHERE state IN \('queued', 'running'\))/g, 'jobs INDEXED BY open_jobs '],
  // SQLite's transactions lock the whole file.
  [/ FOR UPDATE( SKIP LOCKED)?\b/g, ''],
  [/\b(jobs|deliveries)\.place\b/g, '$1.rowid'],
];

/** A statement for SQLite. `order` lists the value of each `?`: a parameter's index, or the clock. */
type Translation = { text: string; order: readonly (number | 'now')[]; hasRows: boolean };

const translations = new Map<string, Translation>();

function translate(text: string): Translation {
  const known = translations.get(text);
  if (known) return known;
  const words = WORDS.reduce((sql, [pattern, word]) => sql.replace(pattern, word), text);
  const order: (number | 'now')[] = [];
  const sql = words.replace(/\$(\d+)|\b(?:now|clock_timestamp)\(\)/g, (_, nth: string | undefined) => {
    order.push(nth === undefined ? 'now' : Number(nth) - 1);
    return '?';
  });
  const translation = { text: sql, order, hasRows: /^\s*SELECT\b|\bRETURNING\b/.test(sql) };
  translations.set(text, translation);
  return translation;
}

/**
 * Runs the steps synchronously, at the time `now` (milliseconds since the epoch). Steps that change something need the
 * caller's transaction, and `run`.
 */
export function runSteps<T>(
  database: Pick<Database, 'all'> & Partial<Pick<Database, 'run'>>,
  steps: Steps<T>,
  now: number = Date.now(),
): T {
  let step = steps.next([]);
  while (!step.done) {
    const { text, order, hasRows } = translate(step.value.text);
    const parameters = step.value.values as readonly SqlValue[];
    const values = order.map((nth) => (nth === 'now' ? now : (parameters[nth] as SqlValue)));
    if (hasRows) step = steps.next(database.all(text, ...values));
    else {
      if (!database.run) throw new Error('these steps change something');
      database.run(text, ...values);
      step = steps.next([]);
    }
  }
  return step.value;
}

/** Runs steps on a file. All changes are transactions, and only the start of a transaction may find the file locked. */
export function runOnFile(database: Database, now: () => number): Run {
  const transaction = async <T>(steps: () => Steps<T>) =>
    database.transaction(() => runSteps(database, steps(), now()));
  return {
    read: async (steps) => runSteps(database, steps, now()),
    change: (steps) => transaction(() => steps),
    transaction,
  };
}
