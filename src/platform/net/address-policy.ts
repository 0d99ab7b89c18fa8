import { BlockList, isIP } from 'node:net';
import { once } from '../../lib/once.ts';
import { parseUrl } from '../../lib/url.ts';

/**
 * Callbacks may go to public addresses over HTTPS on an allowed port. The ranges are those of the IANA registries of
 * special-purpose addresses; popular filters each miss some.
 */

export type AddressOptions = {
  /** The complete list of ports for callbacks. Default: only 443. */
  allowedPorts?: readonly number[] | undefined;
  /** Networks that the operator allows besides the public internet, such as the lab's: `10.1.0.0/16`, `fd00::/8`. */
  allowAddresses?: readonly string[] | undefined;
};

const DEFAULT_PORTS = [443];

const DENIED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // A large cloud's host channel: a public number with a private service behind it.
  '168.63.129.16/32',
  // AS112 and AMT (RFC 7534, 7535, 7450), answered by the nearest host. Their IPv6 counterparts are not allowed either.
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
];

/** The only allowed IPv6 range is global unicast; tunnels and mappings lie outside it or are denied below. */
const GLOBAL_IPV6 = ['2000::/3'];
const DENIED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'];

/** Made at the first look: most commands send nothing, and making the lists takes milliseconds of each start. */
const policy = once(() => ({ allowed: networks(GLOBAL_IPV6), denied: networks([...DENIED_IPV4, ...DENIED_IPV6]) }));

/** Why nothing may be sent to this IP address (as text); undefined if it is allowed. */
export function addressProblem(address: string, { allowAddresses = [] }: AddressOptions = {}): string | undefined {
  const family = isIP(address);
  if (family === 0) return 'it is not an IP address';
  // A zone (`fe80::1%eth0`) names an interface of this machine. Public addresses need none.
  if (address.includes('%')) return NOT_PUBLIC;
  const isOpened = contains(networks(allowAddresses), address);
  return isOpened || isPublic(family, address) ? undefined : NOT_PUBLIC;
}

const NOT_PUBLIC = 'it points at an address that is not public';

/**
 * Why a callback's URL is refused before any look-up; undefined if it is accepted. Each delivery checks the addresses
 * of a name; the contract refuses `localhost`.
 */
export function callbackUrlProblem(text: string, options: AddressOptions = {}): string | undefined {
  const url = parseUrl(text);
  if (!url) return 'no valid address';
  if (url.protocol !== 'https:') return 'the scheme is not https';
  if (url.username !== '' || url.password !== '') return 'it holds a user name or password';
  const port = url.port === '' ? 443 : Number(url.port);
  if (!(options.allowedPorts ?? DEFAULT_PORTS).includes(port)) return `port ${port} is not allowed`;
  // The URL parser has normalised every spelling of an IPv4 address.
  const host = hostOf(url);
  return isIP(host) === 0 ? undefined : addressProblem(host, options);
}

/** The host of a URL; an IPv6 address without its brackets. */
export function hostOf({ hostname }: { hostname: string }): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Why a text is not a network for `allowAddresses`; undefined if it is one. */
export function networkProblem(text: string): string | undefined {
  const { address, family, length } = readNetwork(text);
  if (family === 0 || address.includes('%')) return 'no IP address with a prefix length, such as 10.1.0.0/16';
  const maxLength = family === 4 ? 32 : 128;
  return Number.isInteger(length) && length >= 0 && length <= maxLength
    ? undefined
    : `a prefix length of 0 to ${maxLength} is needed`;
}

function isPublic(family: number, address: string): boolean {
  const { allowed, denied } = policy();
  return (family === 4 || contains(allowed, address)) && !contains(denied, address);
}

/** Networks by family: in a common list, an IPv4 rule would match an IPv6 address that only embeds it. */
type Networks = Record<'ipv4' | 'ipv6', BlockList>;

function networks(texts: readonly string[]): Networks {
  const lists: Networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of texts) {
    const problem = networkProblem(text);
    if (problem) throw new RangeError(`${text} is not a network: ${problem}`);
    const { address, family, length } = readNetwork(text);
    const kind = family === 4 ? 'ipv4' : 'ipv6';
    lists[kind].addSubnet(address, length, kind);
  }
  return lists;
}

/** An address without a prefix length is its own network. */
function readNetwork(text: string): { address: string; family: number; length: number } {
  const at = text.indexOf('/');
  const address = at < 0 ? text : text.slice(0, at);
  const family = isIP(address);
  const digits = at < 0 ? String(family === 4 ? 32 : 128) : text.slice(at + 1);
  return { address, family, length: /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN };
}

function contains(lists: Networks, address: string): boolean {
  const kind = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return lists[kind].check(address, kind);
}
