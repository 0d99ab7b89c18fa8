import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHostedTransport, foreignTransport, inProcessTransport } from '../../../src/jobs/upstream/transport.ts';
import { ConnectFailure } from '../../../src/platform/net/connect-failure.ts';
import type { Fetch } from '../../../src/platform/net/dial.ts';
import { addressOfNobody, PATIENT } from './loopback.ts';

const POST = { headers: { 'X-Of-The-Test': 'ä' }, body: '{"query":"rivière"}', signal: PATIENT };
const nothingBefore = async () => {};
const text = (body: ReadableStream<Uint8Array> | null) => new Response(body as ReadableStream).text();

/** A transport that is closed after the test, in one way only. */
function hostedTransport() {
  const transport = createHostedTransport();
  onTestFinished(() => transport.close());
  return transport;
}

/** A server that keeps its connections open, with a promise of the end of the first one. */
async function keepsOpen(answer = '') {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(answer, 'latin1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const connected = once(server, 'connection').then(([socket]) => socket as Socket);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jobs`;
  return { url, connected, ended: connected.then((socket) => once(socket, 'close')) };
}

const whole = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`;

describe('a creation at another machine', () => {
  it('ends its connection when the answer is read, though the server keeps it open', async () => {
    const { url, ended } = await keepsOpen(whole('{}'));
    const answer = await hostedTransport().post(url, POST, nothingBefore);
    expect(await text(answer.body)).toBe('{}');
    await ended;
  });

  it('has headers by their names, and null where there is none', async () => {
    const { url } = await keepsOpen(whole('{}', 'Retry-After: 7\r\n'));
    const { headers } = await hostedTransport().post(url, POST, nothingBefore);
    expect([headers.get('retry-after'), headers.get('x-none')]).toEqual(['7', null]);
  });

  const ID = '{"jobId":"paid"}';
  it.each([
    ['deflate', deflateSync(ID)],
    ['x-gzip', gzipSync(ID)],
    ['gzip, gzip', gzipSync(gzipSync(ID))],
    ['deflate, br', brotliCompressSync(deflateSync(ID))],
    ['br', brotliCompressSync(ID)],
  ])('has its answer unpacked, although no coding was requested: %s', async (coding, packed) => {
    const { url } = await keepsOpen(whole(packed.toString('latin1'), `Content-Encoding: ${coding}\r\n`));
    const { body } = await hostedTransport().post(url, POST, nothingBefore);
    expect(await text(body)).toBe(ID);
  });

  it('that is kept back at the last moment sends nothing and ends its connection', async () => {
    const { url, connected, ended } = await keepsOpen();
    const refusal = new Error('judged');
    const post = hostedTransport().post(url, POST, async () => {
      throw refusal;
    });
    await expect(post).rejects.toBe(refusal);
    await ended;
    expect((await connected).bytesRead).toBe(0);
  });

  it('and a read say by their failure that nothing was sent', async () => {
    const nobody = await addressOfNobody();
    const transport = hostedTransport();
    await expect(transport.post(nobody, POST, nothingBefore)).rejects.toBeInstanceOf(ConnectFailure);
    await expect(transport.fetch(nobody, {})).rejects.toMatchObject({ cause: expect.any(ConnectFailure) });
  });
});

it('closing ends the creations and the reads that are under way', async () => {
  const [created, read] = [await keepsOpen(), await keepsOpen()];
  const transport = createHostedTransport();
  const failed = [
    expect(transport.post(created.url, POST, nothingBefore)).rejects.toThrow(),
    expect(transport.fetch(read.url, {})).rejects.toThrow(),
  ];
  await Promise.all([created.connected, read.connected]);
  await transport.close();
  await Promise.all([...failed, created.ended, read.ended]);
});

describe.each([
  ['in this process', inProcessTransport],
  ['by a fetch of a user', foreignTransport],
])('a creation %s', (_where, transportOf) => {
  /** What the fetch was given; `order` tells what came first. */
  function watched() {
    const order: string[] = [];
    const given: RequestInit[] = [];
    const answer = new Response('{}');
    const fetch: Fetch = async (url, init) => {
      order.push(`fetch ${url}`);
      given.push(init);
      return answer;
    };
    return { order, given, answer, transport: transportOf(fetch), fetch };
  }

  it('is a POST that follows no redirect, sent once it is allowed', async () => {
    const { order, given, answer, transport, fetch } = watched();
    const beforeSend = async () => void order.push('allowed');
    expect(await transport.post('http://service.example/jobs', POST, beforeSend)).toBe(answer);
    expect(order).toEqual(['allowed', 'fetch http://service.example/jobs']);
    expect(given).toMatchObject([{ method: 'POST', redirect: 'manual', signal: PATIENT, headers: POST.headers }]);
    expect(await new Response(given[0]?.body as ReadableStream | string).text()).toBe(POST.body);
    expect(transport.fetch).toBe(fetch);
  });

  it('that is kept back does not reach the fetch', async () => {
    const { order, transport } = watched();
    const post = transport.post('http://service.example/jobs', POST, async () => {
      throw new Error('judged');
    });
    await expect(post).rejects.toThrow('judged');
    expect(order).toEqual([]);
  });
});

it('a creation by a fetch of a user has a body that is read once only, of a length that is said in bytes', async () => {
  const given: RequestInit[] = [];
  const transport = foreignTransport(async (_url, init) => {
    given.push(init);
    return new Response('{}');
  });
  await transport.post('http://service.example/jobs', POST, nothingBefore);
  expect(given[0]).toMatchObject({ duplex: 'half', headers: { 'Content-Length': '20' } });
  expect(given[0]?.body).toBeInstanceOf(ReadableStream);
});
