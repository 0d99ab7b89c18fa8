import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import { ConnectFailure } from './connect-failure.ts';

/**
 * How long connecting may take. `quick` is for a search that may have no network at all and still has to answer from
 * the library; `patient` for a source that is slow to reach while others answer.
 */
export type Connecting = 'quick' | 'patient';

/**
 * The part of `fetch` that the sources need. Any other fetch fits, too; only ours heeds `connecting` and names
 * ConnectFailure.
 */
export type SourceFetch = (url: string, init: RequestInit, connecting?: Connecting) => Promise<Response>;

export type SourceFetchOptions = {
  /** Milliseconds for looking up the name, connecting and the TLS handshake together. */
  connectMs?: Partial<Record<Connecting, number>>;
  /** Other authorities (PEM) than the usual ones, and another look-up of names: for tests. */
  ca?: string;
  lookup?: LookupFunction;
  timers?: Timers;
};

const CONNECT_MS: Record<Connecting, number> = { quick: 2_000, patient: 8_000 };

/**
 * The product's fetch for sources: undici's, with a time-out for connecting. Nothing is opened before the first
 * request. `close` cuts what is under way.
 */
export function createSourceFetch(options: SourceFetchOptions = {}): { fetch: SourceFetch; close(): Promise<void> } {
  const { connectMs, timers = REAL_TIMERS, ...dialling } = options;
  // The time of a whole request is the caller's, by its signal.
  const agentOf = (connecting: Connecting) =>
    new Agent({
      connect: connectWithin(connectMs?.[connecting] ?? CONNECT_MS[connecting], dialling, timers),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const agents = { quick: agentOf('quick'), patient: agentOf('patient') };
  return {
    fetch: async (url, init, connecting = 'quick') => {
      const undiciInit = { ...(init as object as NonNullable<Parameters<typeof undiciFetch>[1]>) };
      return (await undiciFetch(url, { ...undiciInit, dispatcher: agents[connecting] })) as object as Response;
    },
    close: async () => {
      await Promise.all([agents.quick.destroy(), agents.patient.destroy()]);
    },
  };
}

/**
 * undici's own time-out for connecting is exact to a second only, and a search without network has hardly more than
 * two.
 */
function connectWithin(
  ms: number,
  dialling: Pick<SourceFetchOptions, 'ca' | 'lookup'>,
  timers: Timers,
): buildConnector.connector {
  // The typed connector gives nothing; it does give the socket, and only a socket can be told to stop trying.
  const dial = buildConnector({ ...dialling, timeout: 0 }) as unknown as (
    ...given: Parameters<buildConnector.connector>
  ) => { destroy(error: Error): void; once(event: 'connect', listener: () => void): unknown };
  return (target, callback) => {
    const socket = dial(target, (...[error, connected]) => {
      callOff();
      if (error) callback(error instanceof ConnectFailure ? error : new ConnectFailure(false), null);
      else callback(null, connected as NonNullable<typeof connected>);
    });
    let hasConnection = false;
    socket.once('connect', () => {
      hasConnection = true;
    });
    const callOff = timers.after(ms, () => socket.destroy(new ConnectFailure(true, hasConnection)));
  };
}
