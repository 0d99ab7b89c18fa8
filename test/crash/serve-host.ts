import { lookup } from 'node:dns/promises';
import { hostname, networkInterfaces } from 'node:os';
import { callbackUrlProblem } from '../../src/contract/callback-url.ts';

/**
 * An address at which the service can call a receiver on this machine. The contract refuses every spelling of
 * localhost, so this is an address of the machine's own network, or its host name; `--callback-network` opens it.
 */

export type OwnHost = {
  /** As in a URL. */
  host: string;
  /** The name in the certificate. */
  certified: string;
  /** The address that the receiver listens on; undefined: all. */
  address: string | undefined;
  /** The network for `--callback-network`. */
  networks: string[];
};

export async function ownHost(): Promise<OwnHost> {
  const candidates = [...ownAddresses(), ...(await ownName())];
  const found = candidates.find(({ host }) => callbackUrlProblem(`https://${host}/`) === undefined);
  if (!found) throw new Error('this machine has no address or name but localhost, which no callback may have');
  return found;
}

function ownAddresses(): OwnHost[] {
  const outward = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // Addresses of one link need the name of an interface, which no URL has.
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return outward
    .sort((one, other) => one.family.localeCompare(other.family))
    .map(({ family, address }) => ({
      host: family === 'IPv4' ? address : `[${address}]`,
      certified: `IP:${address}`,
      address,
      networks: [address],
    }));
}

async function ownName(): Promise<OwnHost[]> {
  const name = hostname();
  const found = await lookup(name, { all: true }).catch(() => []);
  if (found.length === 0) return [];
  return [{ host: name, certified: `DNS:${name}`, address: undefined, networks: found.map(({ address }) => address) }];
}
