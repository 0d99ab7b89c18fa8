import { connect, type Socket } from 'node:net';

/** A request in the bytes of the wire. */
export type WireRequest = { bytes: Buffer; onAnswer?: (answer: Answer) => void };

export type Answer = { status: number; head: string; body: string };

export type LoadResult = {
  total: number;
  perSecond: number;
  statuses: Map<number, number>;
  /** Milliseconds. */
  p50: number;
  p99: number;
  max: number;
};

/** A request with its headers, and its body as JSON. */
export function wireRequest(method: string, path: string, headers: Record<string, string>, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = { Host: '127.0.0.1', ...headers, ...(body && { 'Content-Type': 'application/json' }) };
  const lines = Object.entries({ ...all, 'Content-Length': String(Buffer.byteLength(text)) });
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
  );
}

type Load = {
  address: string;
  connections: number;
  seconds: number;
  requests: readonly WireRequest[];
  /** Pause between an answer and the next request of a connection. Default: none. */
  pauseMs?: number;
};

/**
 * Loads a server with one request under way on each connection. It only reads an answer's status and length unless
 * somebody wants the rest: a generator that parses answers of 60 kB needs four times the server's processor time.
 */
export async function load({ address, connections, seconds, requests, pauseMs = 0 }: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(address);
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const end = performance.now() + seconds * 1_000;
  let nth = 0;
  const run = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const ask = asker(socket);
    while (performance.now() < end) {
      const { bytes, onAnswer } = requests[nth % requests.length] as WireRequest;
      nth += 1;
      const started = performance.now();
      const answer = await ask(bytes, onAnswer !== undefined);
      times.push(performance.now() - started);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      onAnswer?.(answer);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    socket.end();
  };
  await Promise.all(Array.from({ length: connections }, run));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0;
  return { total: times.length, perSecond: times.length / seconds, statuses, p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Sends requests one after the other on one open connection. */
export function asker(socket: Socket): (bytes: Buffer, withBody: boolean) => Promise<Answer> {
  let take: (chunk: Buffer) => void = () => {};
  let fail: (error: Error) => void = () => {};
  socket.on('data', (chunk) => take(chunk));
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('the server has closed the connection')));
  return (bytes, withBody) =>
    new Promise((resolve, reject) => {
      fail = reject;
      let head = '';
      let missing = -1;
      const parts: Buffer[] = [];
      take = (chunk) => {
        let rest = chunk;
        if (missing < 0) {
          const length = head.length;
          head += chunk.toString('latin1');
          const headEnd = head.indexOf('\r\n\r\n');
          if (headEnd < 0) return;
          rest = chunk.subarray(headEnd + 4 - length);
          head = head.slice(0, headEnd);
          missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
          if (Number.isNaN(missing)) return reject(new Error(`an answer of no stated length: ${head}`));
        }
        missing -= rest.length;
        if (withBody) parts.push(rest);
        if (missing > 0) return;
        resolve({ status: Number(head.slice(9, 12)), head, body: Buffer.concat(parts).toString('utf8') });
      };
      socket.write(bytes);
    });
}
