import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { BUILT, environment } from '../helpers/built-server.ts';
import { keepOutput } from '../helpers/global-setup.ts';
import { freePort, hasPostgres } from '../helpers/postgres.ts';
import { postgresForTests } from '../helpers/postgres-for-tests.ts';
import { runCommand } from '../helpers/run-command.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { listen } from '../service/callbacks/receiver.ts';

/**
 * The examples for several machines, run as they are written but without containers: the same commands and variables,
 * as processes of one machine. What cannot be the same is replaced: ports, names of hosts, folders, and the sources,
 * which are the library alone.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PASSWORD = 'lettersAndDigits1';

/** A process of the example: its command, its variables, and where its volume is mounted. */
type Process = { args: string[]; env: Record<string, string> };
type Example = { api: Process; worker: Process };

/** Variables as the image sets them. */
const IMAGE = Object.fromEntries(
  [...read('Dockerfile').matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

function composed(): Example {
  type Service = { command: string[]; environment: Record<string, string> };
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> };
  const filled = (text: string) =>
    text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name, kind, rest) => {
      expect([name, kind]).toEqual(name === 'POSTGRES_PASSWORD' ? [name, '?'] : [name, '-']);
      return kind === '?' ? PASSWORD : rest;
    });
  const processOf = (name: string): Process => {
    const { command, environment: variables } = services[name] as Service;
    const set = Object.entries(variables).map(([variable, value]) => [variable, filled(value)]);
    return { args: command, env: { ...IMAGE, ...Object.fromEntries(set) } };
  };
  return { api: processOf('api'), worker: processOf('worker') };
}

function orchestrated(): Example {
  type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } };
  type Container = { image: string; args: string[]; env: Variable[] };
  type Resource = { kind: string; spec: { template: { spec: { containers: Container[] } } } };
  const secrets: Record<string, string> = {
    'database-url': `postgresql://paperqueue:${PASSWORD}@database/paperqueue`,
    'sealing-key': randomBytes(32).toString('hex'),
  };
  const resources = parseAllDocuments(read('deploy/kubernetes/paperqueue.yaml')).map((each) => each.toJS() as Resource);
  const containers = resources
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => spec.template.spec.containers)
    .filter(({ image }) => image.startsWith('paperqueue:'));
  const processOf = (command: string): Process => {
    const { args, env } = containers.find((each) => each.args[0] === command) as Container;
    const set = env.map(({ name, value, valueFrom }) => [name, value ?? secrets[valueFrom?.secretKeyRef.key ?? '']]);
    return { args, env: { ...IMAGE, ...Object.fromEntries(set) } };
  };
  return { api: processOf('serve'), worker: processOf('work') };
}

const EXAMPLES: [string, () => Example][] = [
  ['deploy/compose.yaml', composed],
  ['deploy/kubernetes/paperqueue.yaml', orchestrated],
];

describe.skipIf(!hasPostgres())('the examples for several machines (left out where no PostgreSQL is installed)', () => {
  const server = postgresForTests();

  /** The database of the example, with a user that owns it and may do nothing else. */
  function openDatabase(): { host: string; port: string; name: string } {
    const url = server.database();
    const { hostname: host, port, pathname } = new URL(url.reveal());
    const name = pathname.slice(1);
    const role = `SELECT count(*) FROM pg_roles WHERE rolname = 'paperqueue'`;
    if (server.run(url, role).trim() === '0') server.run(url, `CREATE ROLE paperqueue LOGIN PASSWORD '${PASSWORD}'`);
    server.run(url, `ALTER DATABASE ${name} OWNER TO paperqueue`);
    return { host, port, name };
  }

  /** The variables of a process, with a folder of this machine for what is mounted at /data. */
  function settingsOf({ env }: Process, database: ReturnType<typeof openDatabase>, volume: string) {
    const url = new URL(env.PAPERQUEUE_DATABASE_URL as string);
    expect([url.username, url.password, url.hostname, url.pathname]).toEqual([
      'paperqueue',
      PASSWORD,
      'database',
      '/paperqueue',
    ]);
    Object.assign(url, database, { pathname: database.name, hostname: database.host });
    return environment({
      ...env,
      PAPERQUEUE_DATABASE_URL: url.href,
      PAPERQUEUE_DATA_DIR: (env.PAPERQUEUE_DATA_DIR as string).replace(/^\/data/, volume),
    });
  }

  async function start(args: readonly string[], env: Record<string, string>, sign: RegExp): Promise<ChildProcess> {
    const child = spawn(process.execPath, [BUILT, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    server.closeLater(async () => {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'close');
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      keepOutput(text);
    });
    await until(() => sign.test(stderr) || child.exitCode !== null, 'a process that has started');
    expect([child.exitCode, stderr]).toEqual([null, expect.stringMatching(sign)]);
    return child;
  }

  /** Starts two API processes and two workers; the workers share a volume where the example says so. */
  async function startExample({ api, worker }: Example) {
    const database = openDatabase();
    const ports = [await freePort(), await freePort()];
    const apis: ChildProcess[] = [];
    for (const port of ports) {
      const args = api.args.map((word) => (word === '8787' ? String(port) : word));
      apis.push(await start(args, settingsOf(api, database, temporaryFolder()), /^paperqueue serves at/m));
    }
    const settings = settingsOf(worker, database, temporaryFolder());
    const workers = [1, 2].map(() => start(worker.args, settings, /^paperqueue runs jobs/m));
    return { ports, apis, workers: await Promise.all(workers), settings };
  }

  /** As deploy/Caddyfile has it: nothing of /metrics, the name passed on, another process where one is not reached. */
  async function startProxy(ports: readonly number[]): Promise<string> {
    const [, hidden] = /respond (\S+) 404/.exec(read('deploy/Caddyfile')) ?? [];
    expect(hidden).toBe('/metrics');
    let turn = 0;
    const proxy = createServer(async (incoming, outgoing) => {
      if (incoming.url === hidden) return void outgoing.writeHead(404).end();
      const body = Buffer.concat(await incoming.toArray());
      const pass = (tries: number): void => {
        turn += 1;
        const { url: path, method, headers } = incoming;
        request({ port: ports[turn % ports.length], host: '127.0.0.1', path, method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(outgoing);
        })
          .on('error', () => (tries < ports.length ? pass(tries + 1) : outgoing.writeHead(502).end()))
          .end(body);
      };
      pass(1);
    });
    return `http://127.0.0.1:${await listen(proxy)}`;
  }

  /** The command that the file tells its reader to run in a worker. */
  function commandIn(path: string): string[] {
    const [, command = ''] = /exec .*paperqueue (account create .*)$/m.exec(read(path)) ?? [];
    return command.split(' ');
  }

  /** Whether the image's own check of its health passes. */
  async function isHealthy(port: number): Promise<boolean> {
    const [, words = '[]'] = /^HEALTHCHECK [^\n]*\\\n *CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
    const [, ...args] = (JSON.parse(words) as string[]).map((word) => word.replace('8787', String(port)));
    return promisify(execFile)(process.execPath, args).then(
      () => true,
      () => false,
    );
  }

  it.each(EXAMPLES)(
    '%s answers members over both API processes, and its workers do the jobs',
    async (path, example) => {
      const { ports, apis, workers, settings } = await startExample(example());
      const papers = join(temporaryFolder(), 'papers.jsonl');
      writeFileSync(papers, `${JSON.stringify({ title: 'Tides and the settlement of mussels', year: 2020 })}\n`);
      expect(await runCommand(['import', papers], settings)).toMatchObject({ code: 0 });
      const account = await runCommand([...commandIn(path), '--json'], settings);
      expect(account).toMatchObject({ code: 0 });
      const { token } = JSON.parse(account.stdout) as { token: string };

      expect(await Promise.all(ports.map(isHealthy))).toEqual([true, true]);
      const proxy = await startProxy(ports);
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const ask = (url: string, init: RequestInit = {}) => fetch(url, { headers, ...init });
      const body = JSON.stringify({ query: 'how do tides shape the settlement of mussels on rocky shores?' });
      const create = () => ask(`${proxy}/v1/job/querySearch?limit=100`, { method: 'POST', body });
      const created = await create();
      expect(created.status).toBe(200);
      const { jobId } = (await created.json()) as { jobId: string };
      const answer = async (address: string) =>
        (await (await ask(`${address}/v1/job/${jobId}`)).json()) as { status: string; results?: { title: string }[] };
      // As the operator sees it, whom no rate limit holds up.
      const isSuccess = async (port: number | undefined, jobs: number) => {
        const metrics = await (await ask(`http://127.0.0.1:${port}/metrics`)).text();
        return metrics.includes(`\npaperqueue_jobs{state="success"} ${jobs}\n`);
      };
      await until(() => isSuccess(ports[0], 1), 'the end of the job');
      for (const address of [proxy, ...ports.map((port) => `http://127.0.0.1:${port}`)])
        expect(await answer(address)).toMatchObject({
          status: 'success',
          results: [{ title: 'Tides and the settlement of mussels' }],
        });
      expect((await ask(`${proxy}/metrics`)).status).toBe(404);
      for (const route of ['/readyz', '/healthz']) expect((await ask(proxy + route)).status).toBe(200);

      // A machine that is upgraded: its processes end in order, and the others go on.
      for (const child of [apis[0], workers[0]] as ChildProcess[]) {
        child.kill('SIGTERM');
        expect(await once(child, 'close')).toEqual([0, null]);
      }
      expect(await isHealthy(ports[0] as number)).toBe(false);
      expect((await create()).status).toBe(200);
      await until(() => isSuccess(ports[1], 2), 'the end of the other job');
    },
  );
});
