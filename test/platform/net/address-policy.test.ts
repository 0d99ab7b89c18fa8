import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { callbackUrlProblem as contractProblem } from '../../../src/contract/callback-url.ts';
import { addressProblem, callbackUrlProblem, networkProblem } from '../../../src/platform/net/address-policy.ts';
import { runs } from '../../helpers/runs.ts';
import { LITERALS } from '../../service/callbacks/bypasses.ts';

const isAllowed = (address: string) => addressProblem(address) === undefined;
const isUnicast = (address: string) => ipaddr.parse(address).range() === 'unicast';

/** First and last address of every range of the policy, and their neighbours. */
const EDGES = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`
  .split(/\s+/)
  .map((range) => {
    const first = toNumber(ipaddr.IPv4.networkAddressFromCIDR(range).toByteArray());
    const last = toNumber(ipaddr.IPv4.broadcastAddressFromCIDR(range).toByteArray());
    return { range, first, last };
  });

function toNumber(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

const anyIpv4 = fc.oneof(
  fc.nat(0xffffffff),
  fc
    .tuple(fc.constantFrom(...EDGES.flatMap(({ first, last }) => [first, last])), fc.integer({ min: -300, max: 300 }))
    .map(([edge, step]) => Math.min(Math.max(edge + step, 0), 0xffffffff)),
);

/** Groups that special ranges begin with are as likely as all others together. */
const anyGroup = fc.oneof(
  fc.nat(0xffff),
  fc.constantFrom(
    ...[0, 1, 2, 3, 0x4, 0x10, 0x1f, 0x20, 0x30, 0x64, 0x100, 0x112, 0x1ff, 0x200, 0xdb8, 0x4f, 0x8000, 0x5f00],
    ...[0x1fff, 0x2000, 0x2001, 0x2002, 0x2003, 0x2620, 0x3ffe, 0x3fff, 0x4000, 0xff9b, 0xfc00, 0xfe80, 0xfec0, 0xffff],
  ),
);
const anyIpv6 = fc
  .array(anyGroup, { minLength: 8, maxLength: 8 })
  .map((groups) => groups.map((group) => group.toString(16)).join(':'));

describe('the address policy', () => {
  it.each(EDGES)('refuses $range from its first to its last address', ({ first, last }) => {
    expect([first, Math.floor((first + last) / 2), last].map(dotted).filter(isAllowed)).toEqual([]);
  });

  it.each([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '168.63.129.15', '168.63.129.17', '169.253.255.255', '172.15.255.255', '172.32.0.0'],
    ...['192.0.1.0', '192.88.98.255', '192.167.255.255', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...['2000::', '2001:200::1', '2606:4700::1111', '2620:4f:8001::1', '3ffe:ffff::1', '3fff:1000::'],
  ])('allows %s', (address) => {
    expect(addressProblem(address)).toBeUndefined();
  });

  it.each([
    ...['::', '::1', '::127.0.0.1', '::8.8.8.8', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '1fff:ffff::1', '2001::1', '2001:1ff::1'],
    ...['2001:db8::1', '2002:7f00:1::', '2002:808:808::1', '2620:4f:8000::1', '3fff::1', '3fff:fff::1', '4000::1'],
    ...['5f00::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fec0::1', 'ff02::1', 'fe80::1%lo', '2606:4700::1111%1'],
  ])('refuses %s', (address) => {
    expect(addressProblem(address)).toBe('it points at an address that is not public');
  });

  it.each(['', 'localhost', '127.1', '0x7f.1', '1.2.3', '[::1]', '1.1.1.1 ', '１.1.1.1'])(
    'takes %j for no address',
    (text) => {
      expect(addressProblem(text)).toBe('it is not an IP address');
    },
  );

  it('refuses every IPv4 address that ipaddr.js calls anything but unicast, and of the others only one', () => {
    fc.assert(
      fc.property(anyIpv4.map(dotted), (address) => {
        expect(isAllowed(address)).toBe(isUnicast(address) && address !== '168.63.129.16');
      }),
      { numRuns: runs(4_000) },
    );
  });

  it('refuses every IPv6 address that ipaddr.js calls anything but unicast, and of the others all outside 2000::/3', () => {
    fc.assert(
      fc.property(anyIpv6, (address) => {
        const isGlobal = Number.parseInt(address, 16) >> 13 === 1;
        expect(isAllowed(address)).toBe(isUnicast(address) && isGlobal);
      }),
      { numRuns: runs(4_000) },
    );
  });

  it('judges an IPv6 address alike in all its spellings', () => {
    fc.assert(
      fc.property(anyIpv6, (address) => {
        const short = ipaddr.parse(address).toString();
        expect(addressProblem(short)).toBe(addressProblem(address));
        expect(addressProblem(address.toUpperCase())).toBe(addressProblem(address));
      }),
    );
  });
});

describe('networks that the operator opens', () => {
  it('are allowed, and nothing beside them', () => {
    const options = { allowAddresses: ['10.1.0.0/16', 'fd00:1::/32', '127.0.0.1'] };
    const allowed = ['10.1.0.0', '10.1.255.255', 'fd00:1::5', '127.0.0.1', '8.8.8.8'];
    const refused = ['10.2.0.0', '10.0.255.255', 'fd00:2::5', '127.0.0.2', '::ffff:10.1.0.1', '::ffff:127.0.0.1'];
    expect(allowed.filter((address) => addressProblem(address, options) !== undefined)).toEqual([]);
    expect(refused.filter((address) => addressProblem(address, options) === undefined)).toEqual([]);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0/8',
    'fd00::/129',
    'fe80::1%lo/64',
    'lab',
    '10.0.0.0/8/8',
  ])('are refused as %j', (text) => {
    expect(networkProblem(text)).toMatch(/^(no IP address|a prefix length of 0 to )/);
    expect(() => addressProblem('10.0.0.1', { allowAddresses: [text] })).toThrow(RangeError);
  });
});

describe('the URL of a callback, before any look-up', () => {
  it.each([
    'https://example.org/hook?key=1',
    'https://example.org:443/',
    'https://example.org./',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://127.0.0.1.example.org/',
  ])('allows %s', (url) => {
    expect(callbackUrlProblem(url)).toBeUndefined();
  });

  it.each(LITERALS)('refuses %s (%s), here or in the contract', (url) => {
    expect(contractProblem(url) ?? callbackUrlProblem(url)).toBeDefined();
  });

  it.each([
    ['http://example.org/', 'the scheme is not https'],
    ['unix:/run/hook.sock', 'the scheme is not https'],
    ['https://user@example.org/', 'it holds a user name or password'],
    ['https://:word@example.org/', 'it holds a user name or password'],
    ['https://example.org:8443/', 'port 8443 is not allowed'],
    ['https://example.org:0/', 'port 0 is not allowed'],
    ['https://10.0.0.1/', 'it points at an address that is not public'],
    ['https://[fd00::1]/', 'it points at an address that is not public'],
    ['https://', 'no valid address'],
  ])('refuses %s and says why', (url, problem) => {
    expect(callbackUrlProblem(url)).toBe(problem);
  });

  it('takes the ports that the operator allows, and no other', () => {
    const options = { allowedPorts: [8443] };
    expect(callbackUrlProblem('https://example.org:8443/', options)).toBeUndefined();
    expect(callbackUrlProblem('https://example.org/', options)).toBe('port 443 is not allowed');
  });
});
