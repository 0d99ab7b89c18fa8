import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Lookup } from '../../../src/platform/net/resolve-name.ts';
import { createGuardedSender } from '../../../src/service/callbacks/guarded-fetch.ts';
import { HOSTS, LITERALS } from './bypasses.ts';
import { answers, listen } from './receiver.ts';
import { certificates, outcome, post, receiving, senderTo } from './senders.ts';

afterEach(() => vi.unstubAllEnvs());

describe('what may not be reached', () => {
  it.each(LITERALS)('%s (%s)', async (url) => {
    expect(await outcome(post(createGuardedSender({ allowedPorts: [443] }), url))).toBe('address_not_allowed');
  });

  it.each(HOSTS)('a receiver on this machine, as %s (%s)', async (host) => {
    const receiver = await receiving();
    const sender = senderTo(receiver.port, { allowAddresses: [] });
    expect(await outcome(post(sender, `https://${host}:${receiver.port}/`))).toBe('address_not_allowed');
    expect(receiver.connections()).toBe(0);
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'ｌｏｃａｌｈｏｓｔ', 'local%68ost'])(
    'this machine by the system’s own resolver, as %s',
    async (name) => {
      const receiver = await receiving();
      const sender = createGuardedSender({ allowedPorts: [receiver.port], ca: certificates.ca });
      const failure = await outcome(post(sender, `https://${name}:${receiver.port}/`));
      // Whether the name with a dot is known is the resolver's matter.
      expect(['address_not_allowed', 'name_not_found']).toContain(failure);
      if (!name.endsWith('.')) expect(failure).toBe('address_not_allowed');
      expect(receiver.connections()).toBe(0);
    },
  );

  it.each([
    ['a private address alone', ['10.0.0.1']],
    ['an allowed address and then a private one', ['127.0.0.1', '10.0.0.1']],
    ['a private address and then an allowed one', ['10.0.0.1', '127.0.0.1']],
    ['an allowed address and an IPv6 loopback', ['127.0.0.1', '::1']],
    ['an allowed address and itself inside IPv6', ['127.0.0.1', '::ffff:127.0.0.1']],
    ['an allowed address and one with a zone', ['127.0.0.1', 'fe80::1%lo']],
    ['an allowed address and what is no address', ['127.0.0.1', 'localhost']],
  ])('a name with %s', async (_what, addresses) => {
    const receiver = await receiving();
    const sender = senderTo(receiver.port, { lookup: async () => addresses });
    expect(await outcome(post(sender, receiver.url))).toBe('address_not_allowed');
    expect(receiver.connections()).toBe(0);
  });

  it('a public name that is another name for localhost', async () => {
    const receiver = await receiving();
    // What a resolver gives for a CNAME to localhost: the addresses at the end of the chain.
    const sender = senderTo(receiver.port, { allowAddresses: [], lookup: async () => ['::1', '127.0.0.1'] });
    expect(await outcome(post(sender, receiver.url))).toBe('address_not_allowed');
    expect(receiver.connections()).toBe(0);
  });

  it('a name whose second answer is private: it is asked once for each delivery, and each answer is checked', async () => {
    const receiver = await receiving();
    const asked: string[] = [];
    const lookup: Lookup = async (name) => {
      asked.push(name);
      return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const sender = senderTo(receiver.port, { lookup });
    expect(await outcome(post(sender, receiver.url))).toEqual({ status: 200 });
    expect(asked).toEqual(['receiver.example']);
    expect(await outcome(post(sender, receiver.url))).toBe('address_not_allowed');
    expect(asked).toHaveLength(2);
    expect(receiver.received).toHaveLength(1);
  });

  it('the target of a redirect', async () => {
    const reached: string[] = [];
    const plain = createHttpServer((request, response) => {
      reached.push(request.url ?? '');
      response.end();
    });
    const port = await listen(plain);
    for (const status of [301, 302, 303, 307, 308]) {
      const receiver = await receiving(answers(status, { location: `http://127.0.0.1:${port}/inner` }));
      expect(await outcome(post(senderTo(receiver.port), receiver.url))).toEqual({ status });
      expect(receiver.received).toHaveLength(1);
    }
    expect(reached).toEqual([]);
  });

  it('a proxy of the environment', async () => {
    let proxied = 0;
    const port = await listen(
      createServer((socket) => {
        proxied += 1;
        socket.destroy();
      }),
    );
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
      vi.stubEnv(name, `http://127.0.0.1:${port}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const receiver = await receiving();
    expect(await outcome(post(senderTo(receiver.port), receiver.url))).toEqual({ status: 200 });
    expect(proxied).toBe(0);
  });
});
