import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Lookup } from '../../../src/platform/net/resolve-name.ts';
import { createGuardedSender } from '../../../src/service/callbacks/guarded-fetch.ts';
import { until } from '../../helpers/until.ts';
import { answers, listen } from './receiver.ts';
import { BODY, outcome, post, receiving, senderTo } from './senders.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('a delivery', () => {
  it('arrives as it was given, over TLS, on a connection of its own', async () => {
    const receiver = await receiving();
    const sender = senderTo(receiver.port);
    expect(await outcome(post(sender, receiver.url))).toEqual({ status: 200 });
    expect(await outcome(post(sender, receiver.url))).toEqual({ status: 200 });
    expect(receiver.received[0]).toMatchObject({
      method: 'POST',
      path: '/hook?to=1',
      headers: { host: `receiver.example:${receiver.port}`, 'content-type': 'application/json', connection: 'close' },
      body: BODY.toString(),
    });
    expect(receiver.connections()).toBe(2);
  });

  it('goes to the next address when nobody listens at the first', async () => {
    const receiver = await receiving();
    const allowAddresses = ['127.0.0.0/8'];
    const sender = senderTo(receiver.port, { allowAddresses, lookup: async () => ['127.0.0.9', '127.0.0.1'] });
    expect(await outcome(post(sender, receiver.url))).toEqual({ status: 200 });
  });

  it('goes to a name with a final dot, and to an address that the certificate names', async () => {
    const asked: unknown[] = [];
    const receiver = await receiving((response, _nth, { socket }) => {
      asked.push((socket as TLSSocket).servername);
      response.end();
    });
    const sender = senderTo(receiver.port);
    for (const host of ['receiver.example.', '127.0.0.1']) {
      expect(await outcome(post(sender, `https://${host}:${receiver.port}/`))).toEqual({ status: 200 });
    }
    // RFC 6066: no final dot, and no address.
    expect(asked).toEqual(['receiver.example', false]);
  });

  it.each([
    ['7', 7],
    [' 0 ', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['2.5', undefined],
    ['9999999999', undefined],
  ])('reports Retry-After %j', async (text, retryAfterSeconds) => {
    const receiver = await receiving(answers(503, { 'retry-after': text }));
    const expected = retryAfterSeconds === undefined ? { status: 503 } : { status: 503, retryAfterSeconds };
    expect(await outcome(post(senderTo(receiver.port), receiver.url))).toEqual(expected);
  });

  it('reports a date to come of Retry-After in seconds', async () => {
    const date = new Date(Date.now() + 100_000).toUTCString();
    const receiver = await receiving(answers(503, { 'retry-after': date }));
    const { retryAfterSeconds = 0 } = await post(senderTo(receiver.port), receiver.url);
    expect(retryAfterSeconds).toBeGreaterThan(60);
    expect(retryAfterSeconds).toBeLessThanOrEqual(100);
  });

  it('reads no more than a little of an answer without end', async () => {
    let isCut = false;
    const receiver = await receiving((response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write('x'.repeat(8192)));
        response.once('drain', more);
      };
      response.on('close', () => {
        isCut = true;
      });
      more();
    });
    expect(await outcome(post(senderTo(receiver.port), receiver.url))).toEqual({ status: 200 });
    await until(() => isCut, 'the end of the endless answer');
  });

  it('counts by its status also when the rest of the answer never comes', async () => {
    const receiver = await receiving((response) => response.writeHead(204 + 2).write('x'));
    const sender = senderTo(receiver.port, { timeoutMs: 2_000 });
    expect(await outcome(post(sender, receiver.url))).toEqual({ status: 206 });
  });
});

describe('a delivery fails', () => {
  it('when the name has no address, or the resolver fails', async () => {
    const failing: Lookup = async () => {
      throw new Error('a stranger’s words');
    };
    for (const lookup of [failing, async () => []]) {
      expect(await outcome(post(senderTo(9, { lookup }), 'https://receiver.example:9/'))).toBe('name_not_found');
    }
  });

  it('when nobody listens', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await outcome(post(senderTo(port), `https://receiver.example:${port}/`))).toBe('connection_broken');
  });

  it('when the connection breaks after the request', async () => {
    const receiver = await receiving((response) => response.destroy());
    expect(await outcome(post(senderTo(receiver.port), receiver.url))).toBe('connection_broken');
  });

  it('when the answer is no HTTP', async () => {
    const receiver = await receiving((response) => response.socket?.end('HELLO\r\n\r\n'));
    expect(await outcome(post(senderTo(receiver.port), receiver.url))).toBe('connection_broken');
  });

  it('when the authority is unknown, whatever the environment says', async () => {
    const receiver = await receiving();
    expect(await outcome(post(senderTo(receiver.port, { ca: undefined }), receiver.url))).toBe('tls_failed');
    // Node warns of the setting on stderr, once.
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await outcome(post(senderTo(receiver.port, { ca: undefined }), receiver.url))).toBe('tls_failed');
  });

  it.each(['other.example', 'receiver.example.org', '127.0.0.3'])(
    'when the certificate is not for %s',
    async (host) => {
      const receiver = await receiving();
      const options = { allowAddresses: ['127.0.0.0/8'] };
      const server = createServer((socket) => relay(socket, receiver.port));
      const port = host === '127.0.0.3' ? await listen(server, host) : receiver.port;
      expect(await outcome(post(senderTo(port, options), `https://${host}:${port}/`))).toBe('tls_failed');
      expect(receiver.received).toEqual([]);
    },
  );

  it('when there is no TLS', async () => {
    const port = await listen(createHttpServer((_request, response) => response.end()));
    expect(await outcome(post(senderTo(port), `https://receiver.example:${port}/`))).toBe('tls_failed');
  });

  it.each([
    ['the resolver', { lookup: () => new Promise<never>(() => {}) }],
    ['the TLS handshake', {}],
  ])('when %s takes too long', async (_what, options) => {
    const port = await listen(createServer(readsOnly));
    const sender = senderTo(port, { timeoutMs: 200, ...options });
    expect(await outcome(post(sender, `https://receiver.example:${port}/`))).toBe('timed_out');
  });

  it('when the receiver takes too long', async () => {
    const receiver = await receiving(() => {});
    expect(await outcome(post(senderTo(receiver.port, { timeoutMs: 2_000 }), receiver.url))).toBe('timed_out');
    expect(receiver.received).toHaveLength(1);
  });

  it('when the caller or the sender’s end breaks it off, also while connecting', async () => {
    const sockets: Socket[] = [];
    const silent = await listen(createServer((socket) => sockets.push(readsOnly(socket))));
    const caller = new AbortController();
    const sender = senderTo(silent);
    const url = `https://receiver.example:${silent}/`;
    const first = outcome(post(sender, url, caller.signal));
    await until(() => sockets.length === 1, 'the first connection');
    caller.abort();
    expect(await first).toBe('connection_broken');
    const second = outcome(post(sender, url));
    await until(() => sockets.length === 2, 'the second connection');
    sender.close();
    expect(await second).toBe('connection_broken');
    await until(() => sockets.every((socket) => socket.destroyed), 'the end of both connections');
    expect(await outcome(post(sender, url))).toBe('connection_broken');
    expect(sockets).toHaveLength(2);
  });
});

describe('options that cannot be meant', () => {
  it.each([
    [{ allowAddresses: ['10.0.0.0/40'] }],
    [{ allowAddresses: ['lab.example'] }],
    [{ ca: '' }],
    [{ ca: 'no certificate' }],
    [{ ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
  ])('are refused at the start: %j', (options) => {
    expect(() => createGuardedSender(options)).toThrow(RangeError);
  });
});

/** Never says a word; notices when the other side ends. */
function readsOnly(socket: Socket): Socket {
  return socket.on('error', () => {}).resume();
}

/** Passes bytes on to a port of 127.0.0.1. */
function relay(socket: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1');
  for (const end of [socket, onward]) end.on('error', () => {});
  socket.pipe(onward).pipe(socket);
}
