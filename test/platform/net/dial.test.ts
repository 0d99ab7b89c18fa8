import { createServer, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { describe, expect, it } from 'vitest';
import { createConnect, type DialOptions } from '../../../src/platform/net/dial.ts';
import { listen } from '../../service/callbacks/receiver.ts';

const LOCAL = async () => ['127.0.0.1'];
const PUBLIC = { reach: 'public', connectMs: 5_000, allowAddresses: ['127.0.0.1/32'], lookup: LOCAL } as const;

/** The failure of a dial, or the address that it reached. */
function dial(options: DialOptions, target: object): Promise<unknown> {
  const given = { hostname: 'receiver.example', host: 'receiver.example', port: '9', protocol: 'https:', ...target };
  return new Promise((resolve) => {
    createConnect(options)(given as buildConnector.Options, (...[error, socket]) => {
      const reached = socket?.remoteAddress;
      socket?.destroy();
      resolve(error ?? reached);
    });
  });
}

/** A server that takes connections, and how many it has taken. */
async function silence(onSocket: (socket: Socket) => void = () => {}) {
  const taken: Socket[] = [];
  const server = createServer((socket) => {
    taken.push(socket.on('error', () => {}));
    onSocket(socket);
  });
  return { port: String(await listen(server)), taken };
}

describe('where only public addresses may be dialled', () => {
  it.each([
    ['a socket path', { socketPath: '/run/hook.sock' }],
    ['an existing connection', { httpSocket: {} }],
    ['plain HTTP', { protocol: 'http:' }],
    ['a denied address', { hostname: '127.0.0.2' }],
    ['a denied address in brackets', { hostname: '[::1]' }],
  ])('%s is refused, as undici itself could ask for it', async (_what, target) => {
    expect(await dial(PUBLIC, target)).toMatchObject({ name: 'AddressRefused' });
  });

  it('one denied address of a name is enough, in either order', async () => {
    const { port, taken } = await silence();
    for (const found of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
    ]) {
      expect(await dial({ ...PUBLIC, lookup: async () => found }, { port })).toMatchObject({ name: 'AddressRefused' });
    }
    expect(taken).toEqual([]);
  });
});

describe('a failure says how far the dial got', () => {
  it.each([
    ['a name without addresses', 'name', { lookup: async () => [] }],
    ['a resolver that fails', 'name', { lookup: () => Promise.reject(new Error('down')) }],
    ['nobody who listens', 'connection', {}],
  ])('%s', async (_what, phase, options) => {
    expect(await dial({ ...PUBLIC, ...options }, { port: '9' })).toMatchObject({ name: 'ConnectFailure', phase });
  });

  it('a handshake that breaks', async () => {
    const { port } = await silence((socket) => socket.end('HELLO\r\n\r\n'));
    expect(await dial(PUBLIC, { port })).toMatchObject({ name: 'ConnectFailure', phase: 'tls' });
  });

  it('a handshake without end, after its time or when it is called off, and leaves no connection', async () => {
    const ended: Promise<unknown>[] = [];
    const { port } = await silence((socket) => {
      ended.push(new Promise((resolve) => socket.resume().once('close', resolve)));
    });
    const tooSlow = { name: 'ConnectFailure', phase: 'tls', cause: { code: 'ETIMEDOUT' } };
    expect(await dial({ ...PUBLIC, connectMs: 200 }, { port })).toMatchObject(tooSlow);
    const caller = new AbortController();
    const dialled = dial({ ...PUBLIC, signal: caller.signal }, { port });
    await expect.poll(() => ended.length).toBe(2);
    caller.abort();
    expect(await dialled).toMatchObject({ name: 'ConnectFailure' });
    await Promise.all(ended);
    expect(await dial({ ...PUBLIC, signal: caller.signal }, { port })).toMatchObject({ name: 'ConnectFailure' });
  });
});

it('a configured host may be a private address, and plain HTTP', async () => {
  const { port } = await silence();
  const configured = { reach: 'configured', connectMs: 5_000 } as const;
  expect(await dial(configured, { hostname: '127.0.0.1', port, protocol: 'http:' })).toBe('127.0.0.1');
});
