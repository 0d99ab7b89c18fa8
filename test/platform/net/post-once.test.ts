import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startDeadline } from '../../../src/lib/deadline.ts';
import { type Connect, createConnect } from '../../../src/platform/net/dial.ts';
import { postOnce } from '../../../src/platform/net/post-once.ts';
import { listen } from '../../service/callbacks/receiver.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nit is I';
const dial = createConnect({ reach: 'configured', connectMs: 5_000 });

type Scene = {
  onConnect?: (socket: Socket) => void;
  onRequest?: (socket: Socket) => void;
  connect?: Connect;
  silenceMs?: number;
  caller?: AbortSignal;
  host?: string;
  header?: string;
};

/** Posts once to a server that behaves so; says how it ended, and what the server saw. */
async function post(scene: Scene) {
  const { onConnect, onRequest, connect = dial, silenceMs = 0, caller, host = '127.0.0.1', header = 'test' } = scene;
  const seen = { connections: 0, requests: '' };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    seen.connections += 1;
    onConnect?.(socket.on('error', () => {}));
    socket.on('data', (bytes) => {
      seen.requests += String(bytes);
      if (seen.requests.endsWith('\r\n\r\nhello')) onRequest?.(socket);
    });
  });
  const url = new URL(`http://${host}:${await listen(server)}/jobs?limit=100`);
  const deadline = startDeadline(Number.POSITIVE_INFINITY, caller);
  const outcome = await postOnce(url, { headers: { 'X-Of': header }, body: 'hello', deadline, silenceMs }, connect)
    .then(async (answer) => `${answer.statusCode} ${(await answer.setEncoding('utf8').toArray()).join('')}`)
    .catch((error: Error) => error);
  return { outcome, ...seen };
}

const writes = (text: string) => (socket: Socket) => void socket.write(text);

it('is one request on one connection, which ends with it', async () => {
  const { outcome, connections, requests } = await post({ onRequest: writes(ANSWER) });
  expect({ outcome, connections }).toEqual({ outcome: '200 it is I', connections: 1 });
  expect(requests).toMatch(/^POST \/jobs\?limit=100 HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nX-Of: test\r\n/);
  expect(requests).toMatch(/\r\nConnection: close\r\n/i);
  expect(requests).toMatch(/\r\nContent-Length: 5\r\n/i);
});

it('dials an address of IPv6 without the brackets of its URL', async () => {
  const dialled: string[] = [];
  const connect: Connect = (target, callback) => {
    dialled.push(target.hostname);
    dial({ ...target, hostname: '127.0.0.1' }, callback);
  };
  const { outcome, requests } = await post({ onRequest: writes(ANSWER), host: '[::1]', connect });
  expect({ outcome, dialled }).toEqual({ outcome: '200 it is I', dialled: ['::1'] });
  expect(requests).toMatch(/^Host: \[::1\]:\d+\r$/m);
});

it('fails before it dials where a header cannot be sent', async () => {
  const { outcome, connections } = await post({ header: 'two\nlines' });
  expect(outcome).toMatchObject({ code: 'ERR_INVALID_CHAR' });
  expect(connections).toBe(0);
});

describe('what precedes an answer does not hide it', () => {
  it.each(['100 Continue', '102 Processing', '103 Early Hints\r\nLink: </style.css>'])('%s', async (line) => {
    const { outcome } = await post({
      onRequest(socket) {
        socket.write(`HTTP/1.1 ${line}\r\n\r\n`);
        setTimeout(() => socket.write(ANSWER), 20);
      },
    });
    expect(outcome).toBe('200 it is I');
  });
});

describe('a connection that is lost or used before the request is not dialled again, and nothing is sent', () => {
  /** Hands the connection on after a while, like a store that first has to record it. */
  const late: Connect = (target, callback) =>
    dial(target, (...given) => void setTimeout(() => callback(...given), 100));

  it.each<[string, (socket: Socket) => void]>([
    ['closed', (socket) => socket.end()],
    ['closed with an answer', (socket) => socket.end('HTTP/1.1 408 Too late\r\nContent-Length: 0\r\n\r\n')],
    ['answered with an id', writes(ANSWER)],
    ['answered as refused', writes('HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n')],
  ])('%s', async (_what, onConnect) => {
    const { outcome, ...seen } = await post({ onConnect, connect: late });
    expect(outcome).toMatchObject({ name: 'ConnectFailure', phase: 'connection' });
    expect(seen).toEqual({ connections: 1, requests: '' });
  });
});

describe('a request that is sent fails, and is not sent again, when', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['its connection is reset', (socket) => socket.resetAndDestroy()],
    ['its connection is closed', (socket) => socket.end()],
    ['the protocol is switched', writes('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')],
    ['its body breaks off', (socket) => socket.end(ANSWER.slice(0, -2))],
    ['its body stays silent', writes(ANSWER.slice(0, -2))],
    ['nothing answers', () => {}],
  ])('%s', async (_what, onRequest) => {
    const { outcome, connections, requests } = await post({ onRequest, silenceMs: 100 });
    expect(outcome).toBeInstanceOf(Error);
    expect(outcome).not.toMatchObject({ name: 'ConnectFailure' });
    expect([connections, requests.match(/POST/g)]).toEqual([1, ['POST']]);
  });
});

describe('a caller that leaves ends it', () => {
  it.each(['connecting', 'waiting', 'reading'])('while %s', async (when) => {
    const caller = new AbortController();
    const leave = () => caller.abort(new Error('left'));
    const never: Connect = () => leave();
    const { outcome, requests } = await post({
      caller: caller.signal,
      ...(when === 'connecting' && { connect: never }),
      onRequest(socket) {
        if (when === 'reading') socket.write(ANSWER.slice(0, -2));
        setTimeout(leave, 20);
      },
    });
    // The body of an answer that has begun ends with Node's own words.
    expect(outcome).toMatchObject({
      message: when === 'reading' ? expect.stringMatching(/^(?:aborted|left)$/) : 'left',
    });
    expect(requests === '').toBe(when === 'connecting');
  });

  it('and a connection that comes after that is closed unused', async () => {
    const caller = new AbortController();
    let given: () => void = () => {};
    const handed = new Promise<void>((resolve) => {
      given = resolve;
    });
    const after: Connect = (target, callback) =>
      dial(target, (...connected) => {
        caller.abort(new Error('left'));
        callback(...connected);
        given();
      });
    const { outcome, requests } = await post({ connect: after, caller: caller.signal });
    await handed;
    expect(outcome).toMatchObject({ message: 'left' });
    expect(requests).toBe('');
  });
});
