import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ServedProcess } from '../crash/serve-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** `paperqueue serve` is asked to end (SIGTERM, as systemd and Docker do) while somebody holds a connection. */

/** Less than the minute after which Node itself ends half a request; an end in order takes a second of processor. */
const PATIENCE_MS = 50_000;

let served: ServedProcess;
let socket: Socket;
afterEach(async () => {
  socket.destroy();
  await served.kill();
});

describe('a service that is asked to end', () => {
  it.each([
    ['is kept open after an answer', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['has sent nothing yet', ''],
    ['has sent half a request', 'POST /v1/job/querySearch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le'],
  ])('ends in order, also while a connection %s', async (_what, sent) => {
    served = new ServedProcess([], { PAPERQUEUE_DATA_DIR: temporaryFolder() });
    const { port } = new URL((await served.address) as string);
    socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(sent);
    if (sent.endsWith('\r\n\r\n')) await once(socket, 'data');
    // The server takes the connection up before it hears of the end.
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
    const tooLong = setTimeout(() => served.child.kill('SIGKILL'), PATIENCE_MS);
    const code = await served.stop();
    clearTimeout(tooLong);
    expect(code).toBe(0);
  });
});
