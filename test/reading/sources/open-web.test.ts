import { describe, expect, it } from 'vitest';
import { fetchFromWeb } from '../../../src/reading/sources/fetch-from-web.ts';
import { some } from '../../helpers/runs.ts';
import { contextOf, serve } from '../../helpers/sources/stand-ins.ts';
import { HOSTS, LITERALS } from '../../service/callbacks/bypasses.ts';

/** Addresses that strangers wrote into records. */

/** A server on this machine that the user configured; what is not in `pages` is missing. */
async function host(pages: Record<string, string | { status: number; headers: Record<string, string> }>) {
  return serve((response, { url }) => {
    const page = pages[url];
    if (typeof page === 'object') response.writeHead(page.status, page.headers).end();
    else response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'application/pdf' }).end(page ?? '');
  });
}

const fetchFrom = (server: { url: string }, path: string) =>
  fetchFromWeb(`${server.url}${path}`, contextOf(), new Set([server.url]));
const pathsOf = ({ arrivals }: { arrivals: { url: string }[] }) => arrivals.map(({ url }) => url);

describe('an address of a record', () => {
  it('is asked after the robots.txt of its host, with redirects and without cookies', async () => {
    const moved = { status: 302, headers: { location: '/2', 'set-cookie': 'a=b' } };
    const server = await host({ '/1': moved, '/2': '%PDF-1.7' });
    const file = await fetchFrom(server, '/1#page=2');
    expect(file).toMatchObject({ url: `${server.url}/2`, type: 'application/pdf' });
    expect(pathsOf(server)).toEqual(['/robots.txt', '/1', '/2']);
    expect(server.arrivals.some(({ headers }) => 'cookie' in headers || 'authorization' in headers)).toBe(false);
  });

  it('is left alone where robots.txt says so, redirects to it too', async () => {
    const server = await host({
      '/robots.txt': 'User-agent: paperqueue\nDisallow: /closed',
      '/open': { status: 301, headers: { location: '/closed/1' } },
      '/closed/1': '%PDF-1.7',
    });
    expect(await fetchFrom(server, '/closed/1')).toEqual({ failure: 'robots' });
    expect(await fetchFrom(server, '/open')).toEqual({ failure: 'robots' });
    expect(pathsOf(server)).not.toContain('/closed/1');
  });

  it.each([
    [403, { failure: 'closed' }],
    [402, { failure: 'closed' }],
    [404, 'none'],
    [429, { failure: 'rate limited' }],
    [500, { failure: 'server error' }],
  ])('that answers %i', async (status, expected) => {
    const server = await host({ '/1': { status, headers: {} } });
    expect(await fetchFrom(server, '/1')).toEqual(expected);
  });

  it('of a host whose robots.txt fails is not asked', async () => {
    const server = await host({ '/robots.txt': { status: 503, headers: {} }, '/1': '%PDF-1.7' });
    expect(await fetchFrom(server, '/1')).toEqual({ failure: 'unreachable' });
    expect(pathsOf(server)).toEqual(['/robots.txt']);
  });
});

const NETWORKS = ['10', '100.64', '127', '169.254', '172.16', '192.168', '198.18', '224.0', '240.0', '0'];
const PRIVATE = [
  ...NETWORKS.flatMap((network) => ['1', '9', '77'].map((end) => filled(network, end))),
  ...['::1', 'fd00::7', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', 'ff02::1', '2001:db8::1'],
];

function filled(network: string, end: string): string {
  const parts = network.split('.');
  return [...parts, ...Array.from({ length: 3 - parts.length }, () => '0'), end].join('.');
}

const inBrackets = (address: string) => (address.includes(':') ? `[${address}]` : address);
const inHeader = (text: string) => text.replace(/[^\x20-\x7e]/gu, encodeURIComponent);

describe('an address that is not public', () => {
  const addresses = [
    ...LITERALS.map(([url]) => url).filter((url) => !/^https:\/\/127\.0\.0\.1[\\#]/.test(url)),
    ...PRIVATE.flatMap((address) => [`https://${inBrackets(address)}/1.pdf`, `http://${inBrackets(address)}/1.pdf`]),
    ...HOSTS.map(([name]) => `http://${name}/1.pdf`),
    ...['file:///etc/passwd', 'ftp://example.org/1', 'https://me:secret@example.org/', 'data:text/html,x', 'https://'],
  ];

  it('is told from a hundred others', () => expect(addresses.length).toBeGreaterThan(140));

  it('is never asked, nor when a host that is redirects to it', async () => {
    const server = await serve((response, { url }) => {
      const to = /^\/(\d+)$/.exec(url)?.[1];
      if (to === undefined) response.writeHead(404).end();
      else response.writeHead(302, { location: inHeader(addresses[Number(to)] ?? '') }).end();
    });
    const context = contextOf();
    const standIns = new Set([server.url]);
    const asked = some([...addresses.entries()]);
    for (const [index, address] of asked) {
      expect([address, await fetchFromWeb(address, context, standIns)]).toEqual([address, { failure: 'not allowed' }]);
      const redirected = await fetchFromWeb(`${server.url}/${index}`, context, standIns);
      expect([address, redirected]).toEqual([address, { failure: 'not allowed' }]);
    }
    expect(server.arrivals).toHaveLength(asked.length + 1);
  });

  it.each([...PRIVATE, '93.184.215.14 127.0.0.1', '10.0.0.1 93.184.215.14'])(
    'is never asked where a name means it: %s',
    async (texts) => {
      const lookup = async () => texts.split(' ');
      const asked = fetchFromWeb('https://papers.example/1.pdf', contextOf({ fetching: { lookup } }));
      expect(await asked).toEqual({ failure: 'not allowed' });
    },
  );
});
