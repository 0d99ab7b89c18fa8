import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process that listens at this many ports and never accepts a connection: it names the ports and then does nothing.
 */
const LISTENER = `
  const ports = [];
  const count = Number(process.argv[1]);
  for (let nth = 0; nth < count; nth += 1) {
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      ports.push(server.address().port);
      if (ports.length < count) return;
      require('node:fs').writeSync(1, ports.join());
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });
  }
`;
const MAX_WAITING_CONNECTIONS = 20;
/** Connecting on loopback takes a millisecond. */
const SURELY_DROPPED_MS = 400;

/**
 * Addresses on loopback that neither accept nor refuse connections, like a firewall that drops packets: listening
 * sockets with full queues.
 */
export class BlackHoles {
  readonly urls: string[];
  readonly #listener: ChildProcess;
  readonly #queues: Socket[][];

  private constructor(ports: readonly number[], listener: ChildProcess, queues: Socket[][]) {
    this.urls = ports.map((port) => `http://127.0.0.1:${port}`);
    this.#listener = listener;
    this.#queues = queues;
  }

  static async open(count: number): Promise<BlackHoles> {
    const listener = spawn(process.execPath, ['-e', LISTENER, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [told] = (await once(listener.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const ports = String(told).split(',').map(Number);
    return new BlackHoles(ports, listener, await Promise.all(ports.map(fill)));
  }

  async close(): Promise<void> {
    for (const socket of this.#queues.flat()) socket.destroy();
    const exited = once(this.#listener, 'exit');
    this.#listener.kill('SIGKILL');
    await exited;
  }
}

/** Connects until nothing answers any more. */
async function fill(port: number): Promise<Socket[]> {
  const queue: Socket[] = [];
  while (queue.length < MAX_WAITING_CONNECTIONS) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    queue.push(socket);
    const connected = once(socket, 'connect').then(() => false);
    if (await Promise.race([connected, sleep(SURELY_DROPPED_MS, true)])) return queue;
  }
  throw new Error('the queue of connections does not get full');
}
