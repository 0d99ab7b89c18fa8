/** One statement, in PostgreSQL's words; `sqlite/run-steps.ts` has what SQLite calls otherwise. */
type Statement = { text: string; values: readonly unknown[] };

/**
 * Work on a store, written once for both databases: it yields statements and is handed their rows. In SQLite, where a
 * transaction would take in what other requests do meanwhile, it is done at once; PostgreSQL awaits each statement.
 */
export type Steps<T> = Generator<Statement, T, unknown[]>;

/** A step: the rows of one statement. A change gives rows by RETURNING. */
export function* query<Row = unknown>(text: string, ...values: unknown[]): Steps<Row[]> {
  return (yield { text, values }) as Row[];
}

/** Runs steps on a store. */
export type Run = {
  /** Steps that change nothing. */
  read<T>(steps: Steps<T>): Promise<T>;
  /** Each statement can stand by itself. */
  change<T>(steps: Steps<T>): Promise<T>;
  /** All statements take effect, or none. */
  transaction<T>(steps: Steps<T>): Promise<T>;
};

/** A moment as one of the databases gives it: milliseconds since the epoch, or a Date. */
export type Moment = number | Date;

/** ISO 8601. */
export function isoTime(moment: Moment): string {
  return new Date(moment).toISOString();
}
