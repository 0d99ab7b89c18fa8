import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import { type AddressOptions, addressProblem } from '../../net/address-policy.ts';
import { AddressRefused, ConnectFailure } from '../../net/connect-failure.ts';

/**
 * Which addresses may be dialled. `configured`: any, because the user or we named the host. `public`: only public ones.
 */
export type Reach = 'configured' | 'public';

/**
 * The part of `fetch` that sources need. Only our implementation respects `reach` and throws ConnectFailure and
 * AddressRefused.
 */
export type SourceFetch = (url: string, init: RequestInit, reach?: Reach) => Promise<Response>;

export type SourceFetchOptions = Pick<AddressOptions, 'allowAddresses'> & {
  /** Milliseconds for looking up the name, connecting and the TLS handshake together. */
  connectMs?: number;
  /** Certificate authorities (PEM) and name look-up; for tests. */
  ca?: string;
  lookup?: LookupFunction;
  timers?: Timers;
};

/** Without a network a search has to answer from the library within three seconds. */
const CONNECT_MS = 2_500;

/**
 * undici's fetch with a connection time-out. Opens nothing before the first request; `close` aborts those under way.
 */
export function createSourceFetch(options: SourceFetchOptions = {}): { fetch: SourceFetch; close(): Promise<void> } {
  const { connectMs = CONNECT_MS, timers = REAL_TIMERS, allowAddresses, ...dialling } = options;
  // The caller's signal limits the whole request.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const isPublic = (address: string) => addressProblem(address, { allowAddresses }) === undefined;
  const guarded = { ...dialling, lookup: guardedLookup(isPublic, dialling.lookup) };
  // Connections are reused, so each reach needs an agent of its own.
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

/** undici's own connection time-out is only accurate to a second. */
function connectWithin(
  ms: number,
  dialling: Pick<SourceFetchOptions, 'ca' | 'lookup'>,
  timers: Timers,
): buildConnector.connector {
  // The connector's type lacks its result, the socket, which is needed to stop connecting.
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

/** Refuses a host that is itself a denied address, because it needs no look-up. */
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

/** Looks up the addresses to dial; fails if one of them is denied. */
function guardedLookup(
  isAllowed: (address: string) => boolean,
  lookup: LookupFunction = systemLookup as LookupFunction,
): LookupFunction {
  return (name, options, tell) => {
    lookup(name, { ...options, all: true }, (error, answers) => {
      const addresses = (answers ?? []) as readonly LookupAddress[];
      const [first] = addresses;
      if (error || first === undefined) tell(error ?? new Error('no address'), '', 0);
      else if (!addresses.every(({ address }) => isAllowed(address))) tell(new AddressRefused(), '', 0);
      else if (options.all) tell(null, [...addresses]);
      else tell(null, first.address, first.family);
    });
  };
}
