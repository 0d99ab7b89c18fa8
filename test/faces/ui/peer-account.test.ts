import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPeerAccount } from '../../../src/faces/ui/peer-account.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Connects, says who it is by its account, and waits. */
const CLIENT = `const socket = require('node:net').connect(Number(process.argv[1]), process.argv[2]);
socket.on('data', () => socket.end());`;

const isLinux = process.platform === 'linux';

describe.runIf(isLinux)('of a connection on this machine', () => {
  const server = createServer();
  let port = 0;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => server.close());

  /** The account that a process of this account (by its number) has at the other end. */
  async function accountOf(uid: number | undefined, host: string): Promise<string> {
    const child = spawn(process.execPath, ['-e', CLIENT, String(port), host], {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: '/',
      ...(uid !== undefined && { uid }),
    });
    const gone = once(child, 'exit');
    const [socket] = (await once(server, 'connection')) as [Socket];
    const account = await findPeerAccount(socket);
    socket.on('error', () => {}).end('x');
    await gone;
    socket.destroy();
    return account;
  }

  it.each(['127.0.0.1', '::ffff:127.0.0.1'])('our own is told, from %s', async (host) => {
    expect(await accountOf(undefined, host)).toBe('own');
  });

  // Only root may start a process of another account.
  it.runIf(process.getuid?.() === 0).each(['127.0.0.1', '::ffff:127.0.0.1'])(
    'another is told, from %s',
    async (host) => {
      expect(await accountOf(1_234, host)).toBe('other');
    },
  );
});

describe('in the table of connections', () => {
  const own = process.getuid?.() ?? -1;
  const other = own === 1_000 ? 1_001 : 1_000;
  const CONNECTION = {
    remoteAddress: '127.0.0.1',
    remotePort: 54_268,
    localAddress: '127.0.0.1',
    localPort: 39_213,
  };
  /** A row as Linux writes it on a machine that puts the lowest byte first. */
  const row = (uid: number, { state = '01', far = '0100007F:D3FC', near = '0100007F:992D' } = {}) =>
    `   1: ${far} ${near} ${state} 00000000:00000000 00:00000000 00000000 ${uid}        0 3190 1 0000 20 4 30 10 -1\n`;
  const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
  const find = (rows: string) => {
    const path = join(temporaryFolder(), 'tcp');
    writeFileSync(path, HEAD + rows);
    return findPeerAccount(CONNECTION, [path]);
  };

  it.each([
    ['another account', row(other), 'other'],
    ['the row of our own end is not it', row(other, { far: '0100007F:992D', near: '0100007F:D3FC' }), 'unknown'],
    ['a connection that its process has closed', row(other, { state: '05' }), 'unknown'],
    ['an account that has no name here', row(65_534), 'unknown'],
    ['a connection from another port', row(other, { far: '0100007F:D3FD' }), 'unknown'],
    ['one of another address', row(other, { far: '0200007F:D3FC' }), 'unknown'],
    ['one over IPv6', row(other, { far: '0000000000000000FFFF00000100007F:D3FC' }), 'other'],
    ['no row', '', 'unknown'],
  ])('%s', async (_what, rows, expected) => {
    expect(await find(rows)).toBe(expected);
  });

  it.runIf(own !== 0)('root may be a relay', async () => {
    expect(await find(row(0))).toBe('unknown');
  });

  it('does not exist', async () => {
    expect(await findPeerAccount(CONNECTION, ['/nowhere/tcp'])).toBe('unknown');
  });
});
