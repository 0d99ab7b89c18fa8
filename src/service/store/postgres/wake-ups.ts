import type { PoolClient } from 'pg';
import type { Postgres } from './connection.ts';

type Wake = (what: 'jobs' | 'outbox') => void;

const CHANNEL = 'paperqueue';

/** Notifications get lost while a connection is made anew, and poolers may not pass them on. */
const POLL_MS = 5_000;

/** Listens for new work of all processes on a connection of its own, and looks again every few seconds. */
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
    // One that passes nothing on any more says so only when it is asked.
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
 * Tells all processes that listen. Nothing hangs on its success. What is asked for while a notification is under way
 * is sent as one after it: each takes a lock over the whole server.
 */
export function createNotifier({ sql }: Postgres) {
  const wanted = new Set<'jobs' | 'outbox'>();
  let sending: Promise<void> | undefined;
  const send = async () => {
    for (const what of wanted) {
      wanted.delete(what);
      await sql('SELECT pg_notify($1, $2)', CHANNEL, what).catch(() => undefined);
    }
    sending = undefined;
  };
  return {
    notify(what: 'jobs' | 'outbox'): void {
      wanted.add(what);
      sending ??= send();
    },
    /** Resolves when all are sent that were asked for. */
    sent: async () => sending,
  };
}
