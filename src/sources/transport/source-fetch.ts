import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import { type AddressOptions, addressProblem } from '../../net/address-policy.ts';
import { AddressRefused, ConnectFailure } from './connect-failure.ts';

/**
 * How long connecting may take. `quick` is for a search that may have no network at all and still has to answer from
 * the library; `patient` for a source that is slow to reach while others answer.
 */
export type Connecting = 'quick' | 'patient';

/**
 * Which addresses may be dialled. `configured`: any, because the user or we have named the host. `public`: those of the
 * public internet, because somebody else has.
 */
export type Reach = 'configured' | 'public';

/**
 * The part of `fetch` that the sources need. Any other fetch fits, too; only ours heeds `connecting` and `reach`, and
 * names ConnectFailure and AddressRefused.
 */
export type SourceFetch = (url: string, init: RequestInit, connecting?: Connecting, reach?: Reach) => Promise<Response>;

export type SourceFetchOptions = Pick<AddressOptions, 'allowAddresses'> & {
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
  const { connectMs, timers = REAL_TIMERS, allowAddresses, ...dialling } = options;
  // The time of a whole request is the caller's, by its signal.
  const agentOf = (connecting: Connecting, isAllowed?: (address: string) => boolean) => {
    const guarded = isAllowed ? { ...dialling, lookup: guardedLookup(isAllowed, dialling.lookup) } : dialling;
    const connect = connectWithin(connectMs?.[connecting] ?? CONNECT_MS[connecting], guarded, timers);
    return new Agent({
      connect: isAllowed ? guardedConnect(connect, isAllowed) : connect,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  };
  const isPublic = (address: string) => addressProblem(address, { allowAddresses }) === undefined;
  // Connections are kept, so that each reach needs its own.
  const agents = {
    configured: { quick: agentOf('quick'), patient: agentOf('patient') },
    public: { quick: agentOf('quick', isPublic), patient: agentOf('patient', isPublic) },
  };
  return {
    fetch: async (url, init, connecting = 'quick', reach = 'configured') => {
      const undiciInit = { ...(init as object as NonNullable<Parameters<typeof undiciFetch>[1]>) };
      const dispatcher = agents[reach][connecting];
      return (await undiciFetch(url, { ...undiciInit, dispatcher })) as object as Response;
    },
    close: async () => {
      const all = Object.values(agents).flatMap((kinds) => Object.values(kinds));
      await Promise.all(all.map((agent) => agent.destroy()));
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
      if (error) callback(isNamed(error) ? error : new ConnectFailure(false), null);
      else callback(null, connected as NonNullable<typeof connected>);
    });
    let hasConnection = false;
    socket.once('connect', () => {
      hasConnection = true;
    });
    const callOff = timers.after(ms, () => socket.destroy(new ConnectFailure(true, hasConnection)));
  };
}

function isNamed(error: Error): boolean {
  return error instanceof ConnectFailure || error instanceof AddressRefused;
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
      if (error || first === undefined) tell(error ?? new ConnectFailure(false), '', 0);
      else if (!addresses.every(({ address }) => isAllowed(address))) tell(new AddressRefused(), '', 0);
      else if (options.all) tell(null, [...addresses]);
      else tell(null, first.address, first.family);
    });
  };
}
