import { type IncomingMessage, request, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import type { RunningDeadline } from '../../lib/deadline.ts';
import { hostOf } from './address-policy.ts';
import { ConnectFailure } from './connect-failure.ts';
import type { Connect } from './dial.ts';

export type PostAnswer = IncomingMessage;

export type SinglePost = {
  headers: Record<string, string>;
  body: string | Uint8Array;
  deadline: RunningDeadline;
  /** Milliseconds without a byte after which the connection counts as broken; 0 for no limit. */
  silenceMs: number;
};

/**
 * Sends one POST that nothing repeats or redirects, on a connection of its own, dialled once. Connection and deadline
 * end with the response's body. Does not use undici, which dials again without end if the server closes the connection
 * before the request, and fails at an unrequested `100 Continue`, although the answer to a paid request follows.
 */
export async function postOnce(url: URL, post: SinglePost, connect: Connect): Promise<PostAnswer> {
  const { deadline, headers } = post;
  try {
    // What cannot be sent must fail before the dial, which the caller may have recorded.
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    const answer = await exchange(await connected(url, deadline.signal, connect), url, post);
    answer.once('close', () => deadline.dispose());
    return answer;
  } catch (error) {
    deadline.dispose();
    throw error;
  }
}

function connected(url: URL, signal: AbortSignal, connect: Connect): Promise<Socket> {
  const { protocol, host, port } = url;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    connect({ protocol, hostname: hostOf(url), host, port }, (...[error, socket]) => {
      signal.removeEventListener('abort', abort);
      if (error) return reject(error);
      const isUsable = !signal.aborted && isUntouched(socket);
      if (isUsable) return resolve(socket);
      socket.destroy();
      reject(new ConnectFailure('connection'));
    });
  });
}

/** Whether the other side has neither closed the connection nor sent anything, which could not answer a request. */
function isUntouched({ destroyed, writable, readableLength }: Socket): boolean {
  return !destroyed && writable && readableLength === 0;
}

function exchange(socket: Socket, url: URL, post: SinglePost): Promise<PostAnswer> {
  const { signal } = post.deadline;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { Host: url.host, ...post.headers },
      createConnection: () => socket,
    });
    // Once the request is written, its own `signal` is ignored.
    const end = (error: Error) => {
      reject(error);
      socket.destroy(error);
    };
    const abort = () => end(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    socket.setTimeout(post.silenceMs, () => end(new Error('no byte came in time')));
    outgoing.on('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', abort);
      // An error of our own, because there is none after an unrequested switch of protocols.
      reject(new Error('the connection closed without an answer'));
    });
    outgoing.once('response', resolve);
    outgoing.end(post.body);
  });
}
