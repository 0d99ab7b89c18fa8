import type { PoolClient } from 'pg';
import type { Postgres } from './connection.ts';

type Wake = (what: 'jobs' | 'outbox') => void;

const CHANNEL = 'paperqueue';

/** Notifications are lost while the connection is re-established, and poolers may not forward them. */
const POLL_MS = 5_000;

/** Listens for new work of all processes on its own connection, and also polls every few seconds. */
export function listenForWork(database: Postgres, wake: Wake): () => Promise<void> {
  let client: PoolClient | undefined;
  let connecting: Promise<void> | undefined;
  let isEnded = false;

  const drop = (broken: PoolClient) => {
    if (client !== broken) return;
    client = undefined;
    broken.release(true);
  };

  const connect = async () => {
    const connection = await database.connect();
    connection.on('error', () => drop(connection));
    connection.on('notification', ({ payload }) => {
      if (payload === 'jobs' || payload === 'outbox') wake(payload);
    });
    try {
      await connection.query(`LISTEN ${CHANNEL}`);
      client = connection;
    } catch {
      connection.release(true);
    }
  };

  const look = () => {
    const listening = client;
    // A connection that no longer forwards anything shows it only when it is used.
    listening?.query('SELECT 1').catch(() => drop(listening));
    if (!client && !isEnded)
      connecting ??= connect()
        .catch(() => {})
        .finally(() => {
          connecting = undefined;
        });
    wake('jobs');
  };
  const timer = setInterval(look, POLL_MS).unref();
  look();
  return async () => {
    isEnded = true;
    clearInterval(timer);
    await connecting;
    if (client) drop(client);
  };
}

/**
 * Notifies all listening processes. Nothing depends on its success. Requests during a notification are combined into
 * one after it, because each takes a server-wide lock.
 */
export function createNotifier({ sql }: Postgres) {
  const pending = new Set<'jobs' | 'outbox'>();
  let sending: Promise<void> | undefined;
  const send = async () => {
    for (const what of pending) {
      pending.delete(what);
      await sql('SELECT pg_notify($1, $2)', CHANNEL, what).catch(() => undefined);
    }
    sending = undefined;
  };
  return {
    notify(what: 'jobs' | 'outbox'): void {
      pending.add(what);
      sending ??= send();
    },
    /** Resolves when all requested notifications are sent. */
    sent: async () => sending,
  };
}
