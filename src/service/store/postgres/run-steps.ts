import type { Run, Steps } from '../core/steps.ts';
import type { Postgres, Sql } from './connection.ts';

/** Runs steps one after the other. */
export async function runSteps<T>(sql: Sql, steps: Steps<T>): Promise<T> {
  let step = steps.next([]);
  while (!step.done) step = steps.next(await sql(step.value.text, ...step.value.values));
  return step.value;
}

/** Runs steps on a database. */
export function runOnServer({ sql, transaction }: Postgres): Run {
  const each = <T>(steps: Steps<T>) => runSteps(sql, steps);
  return { read: each, change: each, transaction: (steps) => transaction((sql) => runSteps(sql, steps)) };
}
