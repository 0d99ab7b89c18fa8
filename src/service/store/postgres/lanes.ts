import type { Secret } from '../../../contract/secret.ts';
import { connectPostgres } from './connection.ts';

/** For the workers' libraries: the number of imported papers by machine. */
export const LIBRARY_LANE = 'library';

/** Small states shared by all machines. Only one machine at a time can change a state. */
export type Lanes = {
  /**
   * Replaces the state of a lane (undefined at first) by the first result of `step`, and returns the second. `step`
   * gets the database's clock in milliseconds since the epoch, and may be called again after a deadlock. Rejects with
   * STORE_UNAVAILABLE or CommitLost if the state could not be replaced.
   */
  change<State, T>(lane: string, step: (state: State | undefined, now: number) => [State, T]): Promise<T>;
  close(): Promise<void>;
};

/** The lanes in the service's database, which must have its tables. The first change opens the connection. */
export function openLanes(url: Secret, connections: number): Lanes {
  const database = connectPostgres(url, { connections });
  return {
    change: async (lane, step) =>
      (await database).transaction(async (sql) => {
        type Row = { state: ReturnType<typeof step>[0] | null; now: number };
        // Reads the clock after the row is locked, because locking may take a while.
        const lock = `SELECT state, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now
          FROM (SELECT state FROM source_lanes WHERE lane = $1 FOR UPDATE) AS locked`;
        const locked = await sql<Row>(lock, lane);
        if (locked.length === 0) {
          await sql('INSERT INTO source_lanes (lane) VALUES ($1) ON CONFLICT DO NOTHING', lane);
          locked.push(...(await sql<Row>(lock, lane)));
        }
        const [row] = locked;
        const before = row?.state ?? undefined;
        const [after, result] = step(before, row?.now ?? Date.now());
        if (after !== before)
          await sql(
            'UPDATE source_lanes SET state = $2, changed_at = now() WHERE lane = $1',
            ...[lane, JSON.stringify(after)],
          );
        return result;
      }),
    close: async () => (await database).close(),
  };
}
