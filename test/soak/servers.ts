import { RawServer } from '../helpers/built-server.ts';
import type { Message } from '../helpers/raw-client.ts';
import { envelope, post, ServedMcp } from '../helpers/served-mcp.ts';
import { type Report, soak, troubledService } from './soak.ts';

type Size = { calls: number; concurrent: number; rounds: number };

const ANSWER_MS = 60_000;

function settingsFor(dataDir: string, baseUrl: string, token: string): Record<string, string> {
  return {
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_BASE_URL: baseUrl,
    PAPERQUEUE_TOKEN: token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
    PAPERQUEUE_LOG_LEVEL: 'error',
    // Without a limit V8 keeps garbage while there is plenty of memory, which looks like a leak; with a limit a leak
    // ends the process.
    NODE_OPTIONS: '--max-old-space-size=80',
  };
}

/** All calls over one stdio connection. */
export async function soakStdio(dataDir: string, size: Size): Promise<Report> {
  const scripted = await troubledService();
  const server = new RawServer(settingsFor(dataDir, scripted.baseUrl, scripted.token));
  await server.initialize();
  const waiting = new Map<number, (message: Message) => void>();
  const foreign: string[] = [];
  let last = 0;
  server.onMessage = (message) => {
    if (message.method !== undefined) return;
    const answered = waiting.get(Number(message.id));
    if (answered) answered(message);
    else foreign.push(`an answer that nobody waits for: ${JSON.stringify(message).slice(0, 200)}`);
    waiting.delete(Number(message.id));
  };
  const report = await soak({
    ...size,
    scripted,
    pid: server.child.pid as number,
    call(method, params, abortAfterMs) {
      last += 1;
      const id = last;
      server.send({ id, method, params });
      return new Promise((resolve, reject) => {
        const lost = setTimeout(() => reject(new Error(`no answer to ${method}`)), ANSWER_MS);
        const settle = (message?: Message) => {
          clearTimeout(lost);
          resolve(message);
        };
        waiting.set(id, settle);
        if (abortAfterMs === undefined) return;
        setTimeout(() => {
          server.send({ method: 'notifications/cancelled', params: { requestId: id, reason: 'soak' } });
          // An answer that was already on its way may still come.
          waiting.set(id, () => {});
          settle();
        }, abortAfterMs);
      });
    },
  });
  const { code } = await server.end();
  await scripted.stop();
  const ended = code === 0 ? [] : [`ended with ${code}`];
  return { ...report, problems: [...report.problems, ...foreign, ...ended] };
}

/** Simultaneous callers over HTTP, all with the same id, in both eras. */
export async function soakHttp(dataDir: string, size: Size): Promise<Report> {
  const scripted = await troubledService();
  const served = await ServedMcp.start(settingsFor(dataDir, scripted.baseUrl, scripted.token));
  let last = 0;
  const report = await soak({
    ...size,
    scripted,
    pid: served.child.pid as number,
    async call(method, params, abortAfterMs) {
      last += 1;
      const signal = AbortSignal.timeout(abortAfterMs ?? ANSWER_MS);
      const meta = last % 2 === 0 ? { _meta: envelope() } : {};
      const asked = post(served.address, { id: 1, method, params: { ...params, ...meta } }, { signal });
      return abortAfterMs === undefined ? asked : asked.catch(() => undefined);
    },
  });
  const { code } = await served.end();
  await scripted.stop();
  const ended = code === 0 && served.stdout === '' ? [] : [`ended with ${code}; on stdout: ${served.stdout}`];
  return { ...report, problems: [...report.problems, ...ended] };
}
