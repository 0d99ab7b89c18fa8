import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { afterEachTest } from '../helpers/after-each.ts';

const closers: (() => void)[] = [];
afterEachTest(() => {
  for (const close of closers.splice(0)) close();
});

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));

it('a connection that the server ends as soon as it is made ends no process', async () => {
  // In one piece: the end comes before anybody who waits for the connection has it.
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDED])));
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const url = new Secret(`postgresql://lab@127.0.0.1:${port}/papers?sslmode=disable`);
  await expect(openPostgresStore(url)).rejects.toMatchObject({ details: { code: 'STORE_UNAVAILABLE' } });
});
