import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '../../src/contract/secret.ts';

/** A real PostgreSQL for tests, on loopback, with its data in memory where there is /dev/shm. */

const INSTALLED = '/usr/lib/postgresql';

/** The folder of `initdb` and `pg_ctl`: PAPERQUEUE_TEST_PG_BIN, else the newest that Debian's packages installed. */
function binFolder(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.PAPERQUEUE_TEST_PG_BIN, ...versions.map((version) => join(INSTALLED, version, 'bin'))];
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')));
}

/** Whether there is one to test against. Where the tests must not go without it, its absence is an error. */
export function hasPostgres(): boolean {
  if (binFolder()) return true;
  if (process.env.PAPERQUEUE_TEST_NEEDS_POSTGRES)
    throw new Error('there is no PostgreSQL here: install postgresql-15, or name its folder in PAPERQUEUE_TEST_PG_BIN');
  return false;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** PostgreSQL refuses to run as root. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

export type TestPostgres = {
  /** An empty database of its own. */
  database(): Secret;
  /** Runs a statement in a database, as another program would. */
  run(url: Secret, statement: string): string;
  /** Another database, restored from a dump of this one by the commands of docs/lab/operations.md. */
  restored(url: Secret): Secret;
  /** Ends all processes of the server at once, as a crash does, and starts it again. */
  crash(): void;
  stop(): void;
};

type Options = {
  /** It waits for the disk and has the memory of one in use, for a bench. */
  isDurable?: boolean;
  /** It takes connections over TLS, with this certificate and its key (PEM), and no others. */
  tls?: { cert: string; key: string };
};

export async function startPostgres({ isDurable = false, tls }: Options = {}): Promise<TestPostgres> {
  const bin = binFolder() as string;
  const folder = mkdtempSync(join(existsSync('/dev/shm') && !isDurable ? '/dev/shm' : tmpdir(), 'paperqueue-pg-'));
  const user = otherUser();
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const port = await freePort();
  const call = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, {
      ...user,
      cwd: folder,
      // psql looks there for certificates of its own.
      env: { ...process.env, HOME: folder },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      // A row for each job of a long run.
      maxBuffer: 256 * 1024 * 1024,
    });
  const kind = isDurable ? '-c shared_buffers=128MB' : '-c fsync=off -c shared_buffers=16MB';
  const secured = tls ? `-c ssl=on -c ssl_cert_file=${folder}/tls.crt -c ssl_key_file=${folder}/tls.key` : '';
  for (const [name, text] of tls ? Object.entries({ 'tls.crt': tls.cert, 'tls.key': tls.key }) : []) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    if (user) chownSync(join(folder, name), user.uid, user.gid);
  }
  const options = `${kind} ${secured} -c listen_addresses=127.0.0.1 -p ${port} -k ${folder}`;
  const start = () => {
    execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-o', options, '-w', '-l', join(folder, 'log'), 'start'], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
  };
  call('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync');
  if (tls) writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n');
  start();
  let made = 0;
  const psql = (database: string, statement: string) =>
    call('psql', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-d', database, '-At', '-c', statement);
  const nameOf = (url: Secret) => new URL(url.reveal()).pathname.slice(1);
  const database = () => {
    made += 1;
    psql('postgres', `CREATE DATABASE test_${made}`);
    return new Secret(`postgresql://postgres@127.0.0.1:${port}/test_${made}`);
  };
  return {
    database,
    run: (url, statement) => psql(nameOf(url), statement),
    restored(url) {
      const [dump, copy] = [join(folder, `${nameOf(url)}.dump`), database()];
      call('pg_dump', '--format=custom', '--file', dump, url.reveal());
      call('pg_restore', '--dbname', copy.reveal(), '--exit-on-error', dump);
      return copy;
    },
    crash() {
      call('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      start();
    },
    stop() {
      call('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
