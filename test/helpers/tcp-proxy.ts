import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy on loopback between a program and its server, whose faults the test decides. */
export type TcpProxy = {
  port: number;
  /** From now on passes nothing on, in either direction, but keeps connections open and accepts new ones. */
  stall(): void;
  /** Passes on everything received meanwhile, and everything after it. */
  resume(): void;
  /**
   * Breaks the connection that sends this next: `before` it reaches the server, or `after`, when the server has
   * answered and the answer has not been passed on. Resolves when that has happened.
   */
  cutAt(text: string, when: 'before' | 'after'): Promise<void>;
  stop(): Promise<void>;
};

type Cut = { text: string; when: 'before' | 'after'; done: () => void };

/** Starts a proxy to a port of this machine. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let awaited: Cut | undefined;
  let isStalled = false;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let cut: Cut | undefined;
    const breakOff = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      keep(socket);
      if (isStalled) socket.pause();
      socket.once('close', breakOff);
    }
    client.on('data', (bytes) => {
      if (awaited && bytes.includes(awaited.text)) {
        cut = awaited;
        awaited = undefined;
      }
      if (cut?.when !== 'before') return upstream.write(bytes);
      breakOff();
      cut.done();
    });
    upstream.on('data', (bytes) => {
      if (!cut) return client.write(bytes);
      breakOff();
      cut.done();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    cutAt: (text, when) =>
      new Promise((done) => {
        awaited = { text, when, done };
      }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
