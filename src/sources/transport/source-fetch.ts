import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import { type AddressOptions, addressProblem } from '../../net/address-policy.ts';
import { AddressRefused, ConnectFailure } from './connect-failure.ts';

/**
 * Which addresses may be dialled. `configured`: any, because the user or we have named the host. `public`: those of the
 * public internet, because somebody else has.
 */
export type Reach = 'configured' | 'public';

/**
 * The part of `fetch` that the sources need. Any other fetch fits, too; only ours heeds `reach`, and names
 * ConnectFailure and AddressRefused.
 */
export type SourceFetch = (url: string, init: RequestInit, reach?: Reach) => Promise<Response>;

export type SourceFetchOptions = Pick<AddressOptions, 'allowAddresses'> & {
  /** Milliseconds for looking up the name, connecting and the TLS handshake together. */
  connectMs?: number;
  /** Other authorities (PEM) than the usual ones, and another look-up of names: for tests. */
  ca?: string;
  lookup?: LookupFunction;
  timers?: Timers;
};

/** A search without a network has to answer from the library in three seconds. */
const CONNECT_MS = 2_500;

/**
 * The product's fetch for sources: undici's, with a time-out for connecting. Nothing is opened before the first
 * request. `close` cuts what is under way.
 */
export function createSourceFetch(options: SourceFetchOptions = {}): { fetch: SourceFetch; close(): Promise<void> } {
  const { connectMs = CONNECT_MS, timers = REAL_TIMERS, allowAddresses, ...dialling } = options;
  // The time of a whole request is the caller's, by its signal.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const isPublic = (address: string) => addressProblem(address, { allowAddresses }) === undefined;
  const guarded = { ...dialling, lookup: guardedLookup(isPublic, dialling.lookup) };
  // Connections are kept, so that each reach needs its own.
  const agents = {
    configured: new Agent({ ...timeouts, connect: connectWithin(connectMs, dialling, timers) }),
    public: new Agent({ ...timeouts, connect: guardedConnect(connectWithin(connectMs, guarded, timers), isPublic) }),
  };
  return {
    fetch: async (url, init, reach = 'configured') => {
      const undiciInit = { ...(init as object as NonNullable<Parameters<typeof undiciFetch>[1]>) };
      return (await undiciFetch(url, { ...undiciInit, dispatcher: agents[reach] })) as object as Response;
    },
    close: async () => {
      await Promise.all([agents.configured.destroy(), agents.public.destroy()]);
    },
  };
}

/** undici's own time-out for connecting is exact to a second only. */
function connectWithin(
  ms: number,
  dialling: Pick<SourceFetchOptions, 'ca' | 'lookup'>,
  timers: Timers,
): buildConnector.connector {
  // The typed connector gives nothing; it does give the socket, and only a socket can be told to stop trying.
  const dial = buildConnector({ ...dialling, timeout: 0 }) as unknown as (
    ...given: Parameters<buildConnector.connector>
  ) => { destroy(error: Error): void };
  return (target, callback) => {
    const socket = dial(target, (...[error, connected]) => {
      callOff();
      if (error) callback(error instanceof AddressRefused ? error : new ConnectFailure('could not connect'), null);
      else callback(null, connected as NonNullable<typeof connected>);
    });
    const callOff = timers.after(ms, () => socket.destroy(new ConnectFailure('connecting took too long')));
  };
}

/** Refuses a host that is itself an address which is not allowed: for such a one no look-up is made. */
function guardedConnect(
  connect: buildConnector.connector,
  isAllowed: (address: string) => boolean,
): buildConnector.connector {
  return (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !isAllowed(host)) callback(new AddressRefused(), null);
    else connect(target, callback);
  };
}

/** A look-up that gives the very addresses which are dialled, and none when one of them is not allowed. */
function guardedLookup(
  isAllowed: (address: string) => boolean,
  lookup: LookupFunction = systemLookup as LookupFunction,
): LookupFunction {
  return (name, options, tell) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as readonly LookupAddress[];
      const [first] = addresses;
      if (error || first === undefined) tell(error ?? new Error('no address'), '', 0);
      else if (!addresses.every(({ address }) => isAllowed(address))) tell(new AddressRefused(), '', 0);
      else if (options.all) tell(null, [...addresses]);
      else tell(null, first.address, first.family);
    });
  };
}
