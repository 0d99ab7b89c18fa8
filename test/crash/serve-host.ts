import { lookup } from 'node:dns/promises';
import { hostname, networkInterfaces } from 'node:os';
import { callbackUrlProblem } from '../../src/contract/callback-url.ts';

/**
 * Where a receiver on this machine can be called back. The contract refuses every spelling of localhost, so that it is
 * an address of the machine's own network, or its host name; the operator's `--callback-network` opens it.
 */

export type OwnHost = {
  /** As in a URL. */
  host: string;
  /** What a certificate has to name. */
  certified: string;
  /** What a receiver listens on; undefined: everything. */
  address: string | undefined;
  /** What `--callback-network` has to open. */
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
