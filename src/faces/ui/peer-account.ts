import { readFile } from 'node:fs/promises';
import { endianness, userInfo } from 'node:os';

/** The account of the process at the other end of a local connection; `unknown` if the system does not show it. */
export type PeerAccount = 'own' | 'other' | 'unknown';

/** A connection as seen from this end, over IPv4. */
export type Connection = {
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
  localAddress?: string | undefined;
  localPort?: number | undefined;
};

/** Linux's tables of connections. A client that connects to ::ffff:127.0.0.1, which is 127.0.0.1, is in the second. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Once its process has closed a connection, the table names root as its owner. */
const ESTABLISHED = '01';
const ROOT = 0;
/** The user id that a container shows for accounts from outside it. */
const NOBODY = 65_534;

/**
 * The account at the other end of a connection. Root counts as `unknown` if this is another account: it may be a relay,
 * as on WSL, and root can read everything anyway.
 */
export async function findPeerAccount(
  connection: Connection,
  tables: readonly string[] = TABLES,
): Promise<PeerAccount> {
  const userId = userInfo().uid;
  const texts = await Promise.all(tables.map((path) => readFile(path, 'utf8').catch(() => '')));
  const accounts = texts.flatMap((text) => readOwner(text, connection) ?? []);
  if (accounts.length !== 1) return 'unknown';
  const [account] = accounts;
  if (account === userId) return 'own';
  return account === ROOT || account === NOBODY ? 'unknown' : 'other';
}

/** The account of the far end in a table; undefined if there is no such connection. */
function readOwner(table: string, connection: Connection): number | undefined {
  const far = writeEnd(connection.remoteAddress, connection.remotePort);
  const near = writeEnd(connection.localAddress, connection.localPort);
  for (const line of table.split('\n')) {
    // Columns: number, both ends as their process sees them, state, queues, timer, retransmissions, account.
    const [, localEnd, remoteEnd, state, , , , account] = line.trim().split(/\s+/);
    if (state === ESTABLISHED && localEnd?.endsWith(far) && remoteEnd?.endsWith(near)) return Number(account);
  }
  return undefined;
}

/** An IPv4 end as the tables write it: the address in the machine's byte order, and the port, in hexadecimal. */
function writeEnd(address = '', port = 0): string {
  const bytes = address.split('.').map(Number);
  const ordered = endianness() === 'LE' ? bytes.reverse() : bytes;
  const digits = (value: number, length: number) => value.toString(16).toUpperCase().padStart(length, '0');
  return `${ordered.map((byte) => digits(byte, 2)).join('')}:${digits(port, 4)}`;
}
