/** One statement in PostgreSQL's dialect; `sqlite/run-steps.ts` translates it for SQLite. */
type Statement = { text: string; values: readonly unknown[] };

/**
 * A database operation, written once for both databases: it yields statements and receives their rows. SQLite runs it
 * synchronously, because its transaction would otherwise include the changes of other requests. PostgreSQL awaits each
 * statement.
 */
export type Steps<T> = Generator<Statement, T, unknown[]>;

/** Yields one statement and returns its rows. A change returns rows through RETURNING. */
export function* query<Row = unknown>(text: string, ...values: unknown[]): Steps<Row[]> {
  return (yield { text, values }) as Row[];
}

/** Runs steps on a store. */
export type Run = {
  /** For steps that change nothing. */
  read<T>(steps: Steps<T>): Promise<T>;
  /** For steps whose statements are independent of each other. */
  change<T>(steps: Steps<T>): Promise<T>;
  /** All statements take effect, or none. `steps` is called once more if the database asks for another try. */
  transaction<T>(steps: () => Steps<T>): Promise<T>;
};

/** A point in time as the databases return it: milliseconds since the epoch, or a Date. */
export type Moment = number | Date;

/** ISO 8601. */
export function isoTime(moment: Moment): string {
  return new Date(moment).toISOString();
}
