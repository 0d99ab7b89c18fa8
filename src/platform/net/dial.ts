import { isIP, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { startDeadline } from '../../lib/deadline.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Timers } from '../../lib/timers.ts';
import { type AddressOptions, addressProblem, hostOf } from './address-policy.ts';
import { AddressRefused, ConnectFailure } from './connect-failure.ts';
import { type Lookup, systemLookup } from './resolve-name.ts';

/**
 * Which addresses may be dialled. `configured`: any, because the user or we named the host. `public`: over TLS, and
 * only if all addresses of the name are public or allowed. Exactly the checked addresses are dialled, so that a second
 * look-up cannot answer differently.
 */
export type Reach = 'configured' | 'public';

export type DialOptions = Pick<AddressOptions, 'allowAddresses'> & {
  reach: Reach;
  /** Milliseconds for looking up the name, connecting and the TLS handshake together. */
  connectMs: number;
  /** Milliseconds for connecting to one address when the name has further ones. Default: Node's. */
  addressMs?: number;
  /** Ends connecting, which undici does not do when a request is aborted. */
  signal?: AbortSignal;
  lookup?: Lookup;
  timers?: Timers;
  /** The only trusted authorities (PEM). Default: the usual ones. */
  ca?: string;
  secureContext?: SecureContext;
  /** True: no environment variable can turn off the check of certificates. */
  rejectUnauthorized?: true;
};

export type Connect = buildConnector.connector;

/** How undici makes connections. Fails with a ConnectFailure or AddressRefused, before anything can have been sent. */
export function createConnect(options: DialOptions): Connect {
  const { reach, connectMs, addressMs, signal, lookup, timers, allowAddresses, ...tls } = options;
  const isAllowed = (address: string) =>
    reach === 'configured' || addressProblem(address, { allowAddresses }) === undefined;
  const checked = { lookup: lookUpAllowed(lookup ?? systemLookup, isAllowed), autoSelectFamily: true };
  // The connector's type lacks its result, the socket, which is needed to stop connecting.
  const dial = buildConnector({
    ...tls,
    ...(reach === 'public' || lookup ? checked : {}),
    ...omitUndefined({ autoSelectFamilyAttemptTimeout: addressMs }),
    // undici's own time-out is only accurate to a second.
    timeout: 0,
  }) as unknown as (...args: Parameters<Connect>) => NonNullable<Parameters<buildConnector.Callback>[1]>;

  return (target, callback) => {
    if (reach === 'public' && !canBeChecked(target, isAllowed)) return callback(new AddressRefused(), null);
    const deadline = startDeadline(connectMs, signal, timers);
    let phase: ConnectFailure['phase'] = 'connection';
    // The host of a URL may end in a dot; names in TLS never do.
    const name = target.hostname.replace(/\.$/, '');
    const socket = dial(
      { ...target, ...(name !== target.hostname && { servername: name }) },
      (...[error, connected]) => {
        deadline.dispose();
        if (!error) callback(null, connected as NonNullable<typeof connected>);
        else if (error instanceof AddressRefused || error instanceof ConnectFailure) callback(error, null);
        else callback(new ConnectFailure(phase, { cause: error }), null);
      },
    );
    socket.once('connect', () => {
      phase = 'tls';
    });
    const callOff = () => socket.destroy(Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' }));
    if (deadline.signal.aborted) callOff();
    else deadline.signal.addEventListener('abort', callOff, { once: true });
  };
}

/** False for a socket path, an existing connection or plain HTTP, and for a host that is itself a denied address. */
function canBeChecked(target: buildConnector.Options, isAllowed: (address: string) => boolean): boolean {
  if (target.protocol !== 'https:' || target.socketPath || target.httpSocket) return false;
  const host = hostOf(target);
  return isIP(host) === 0 || isAllowed(host);
}

/** Looks up the addresses to dial; fails if there are none, or one of them is denied. */
function lookUpAllowed(lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (name, _options, tell) => {
    const fail = (error: Error) => tell(error, []);
    lookup(name).then(
      (addresses) => {
        if (addresses.length === 0) fail(new ConnectFailure('name'));
        else if (!addresses.every(isAllowed)) fail(new AddressRefused());
        else {
          const resolved = addresses.map((address) => ({ address, family: isIP(address) }));
          tell(null, resolved);
        }
      },
      (cause) => fail(new ConnectFailure('name', { cause })),
    );
  };
}

/** Milliseconds until the headers of an answer, and between parts of its body; 0 for no limit. */
export type AnswerTimes = { headersTimeout: number; bodyTimeout: number };

/** The part of `fetch` that we use; undici's, the platform's and the embedded app's all fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** undici's fetch. Opens nothing before the first request; `close` aborts those under way. */
export function openFetch(dialling: DialOptions, times: AnswerTimes): { fetch: Fetch; close(): Promise<void> } {
  const dispatcher = new Agent({ ...times, connect: createConnect(dialling) });
  return {
    fetch: async (url, init) => {
      const undiciInit = init as object as NonNullable<Parameters<typeof undiciFetch>[1]>;
      return (await undiciFetch(url, { ...undiciInit, dispatcher })) as object as Response;
    },
    close: () => dispatcher.destroy(),
  };
}
