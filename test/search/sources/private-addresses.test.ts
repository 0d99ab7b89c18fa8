import { beforeAll, describe, expect, it } from 'vitest';
import { AddressRefused } from '../../../src/platform/net/connect-failure.ts';
import type { Lookup } from '../../../src/platform/net/resolve-name.ts';
import { searchSources } from '../../../src/search/sources/runner.ts';
import { createSourceFetch, type SourceFetchOptions } from '../../../src/search/sources/transport/source-fetch.ts';
import { asking, atTheEnd, contextOf, type StandIn, serve, TWO_PAPERS } from '../../helpers/sources/stand-ins.ts';
import { QUESTION } from '../../helpers/sources/toy-source.ts';
import { HOSTS } from '../../service/callbacks/bypasses.ts';
import { type Certificates, makeCertificates } from '../../service/callbacks/certificates.ts';

/** A source's answer may send us on, but not to an address inside somebody's own network. */

const names = (...addresses: string[]): Lookup => {
  return async () => addresses;
};

/** Other characters than ASCII are percent-encoded, which a URL's host may be. */
const inHeader = (host: string) => host.replace(/[^\x20-\x7e]/gu, encodeURIComponent);

let certificates: Certificates;
let inside: StandIn;
beforeAll(async () => {
  certificates = await makeCertificates('DNS:papers.example', 'IP:127.0.0.1');
});

/** What becomes of a source on loopback, as users configure it, that sends us on to this address. */
async function sentOn(location: (port: number) => string, fetching: SourceFetchOptions, status = 302) {
  inside = await serve(TWO_PAPERS, certificates);
  const source = await serve((response) => {
    response.writeHead(status, { location: location(Number(new URL(inside.url).port)) }).end();
  });
  const context = contextOf({ fetching: { ca: certificates.ca, ...fetching } });
  const [outcome] = await searchSources([asking(source.url)], QUESTION, context);
  return { outcome, source, inside };
}

describe('a redirect', () => {
  it.each(HOSTS)('to %s (%s) is not followed', async (host) => {
    const result = await sentOn((port) => `https://${inHeader(host)}:${port}/`, { lookup: names('127.0.0.1') });
    expect(result.outcome).toMatchObject({ failure: 'refused', records: [] });
    expect([result.source.arrivals.length, result.inside.arrivals.length]).toEqual([1, 0]);
  });

  it.each([
    ['127.0.0.1'],
    ['10.0.0.7'],
    ['169.254.169.254'],
    ['::1'],
    ['fd00::1'],
    ['::ffff:127.0.0.1'],
    // One of them is enough: which is dialled is not for a stranger to say.
    ['93.184.215.14', '127.0.0.1'],
    ['127.0.0.1', '93.184.215.14'],
  ])('to a name that means %s is not followed', async (...addresses) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const to = (port: number) => `https://papers.example:${port}/`;
      const result = await sentOn(to, { lookup: names(...addresses) }, status);
      expect(result.outcome).toMatchObject({ failure: 'refused', records: [] });
      expect(result.inside.arrivals).toEqual([]);
    }
  });

  it('goes to the address that was checked or nowhere, when a name means another one at the second look-up', async () => {
    let lookUps = 0;
    const rebinding: Lookup = async () => {
      lookUps += 1;
      return [lookUps === 1 ? '127.0.0.1' : '127.0.0.9'];
    };
    const web = await serve((response, { url }) => {
      const isMoved = url === '/moved';
      if (isMoved) response.writeHead(302, { location: '/text', connection: 'close' }).end();
      else response.end('a text');
    }, certificates);
    const { port } = new URL(web.url);
    const { fetch, close } = createSourceFetch({
      ca: certificates.ca,
      lookup: rebinding,
      allowAddresses: ['127.0.0.1/32'],
    });
    atTheEnd(close);
    // A check before the dialling would have used the good address up, and a second look-up would dial the other one.
    const page = await fetch(`https://papers.example:${port}/text`, {}, 'public');
    expect([await page.text(), lookUps]).toEqual(['a text', 1]);
    lookUps = 0;
    const { fetch: another, close: closeAnother } = createSourceFetch({
      ca: certificates.ca,
      lookup: rebinding,
      allowAddresses: ['127.0.0.1/32'],
    });
    atTheEnd(closeAnother);
    const failure = await another(`https://papers.example:${port}/moved`, {}, 'public').catch(({ cause }) => cause);
    expect(failure).toBeInstanceOf(AddressRefused);
    expect([lookUps, web.arrivals.map(({ url }) => url)]).toEqual([2, ['/text', '/moved']]);
  });

  it('is followed to an address that may be dialled, by name and by number', async () => {
    const fetching = { lookup: names('127.0.0.1'), allowAddresses: ['127.0.0.1/32'] };
    for (const host of ['papers.example', '127.0.0.1']) {
      const result = await sentOn((port) => `https://${host}:${port}/`, fetching);
      expect(result.outcome?.records).toHaveLength(2);
    }
  });
});
