import { lookup as lookUp } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressProblem, hostOf } from './address-policy.ts';

/** All addresses of a name, as texts. Rejects if there are none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** The system's resolver, which also knows the names of this machine and its network. */
export const systemLookup: Lookup = async (name) => {
  const addresses = await lookUp(name, { all: true, verbatim: true });
  return addresses.map(({ address }) => address);
};

/** Whether a URL's host is, or resolves to, an address that is not public. False for a name without addresses. */
export async function resolvesToPrivate(url: string, lookup: Lookup): Promise<boolean> {
  const host = hostOf(new URL(url));
  const addresses = isIP(host) === 0 ? await lookup(host).catch(() => []) : [host];
  return addresses.some((address) => addressProblem(address) !== undefined);
}
