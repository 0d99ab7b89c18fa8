import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fieldsOf, listOf, numberOf, parseJson } from '../lib/json.ts';

/** Starts a server as an MCP client would, lists its tools, and ends it. */

type Started = { command: string; args: readonly string[]; environment: NodeJS.ProcessEnv };

const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'paperqueue doctor', version: '1' } },
};
const LIST_TOOLS = { id: 2, method: 'tools/list' };

/** The number of tools that it lists. Throws an error that says why there is none; ends when the signal aborts. */
export async function startServer({ command, args, environment }: Started, signal: AbortSignal): Promise<number> {
  const child = spawn(command, args, { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', ({ code }: NodeJS.ErrnoException) => reject(new Error(`does not start (${code})`)));
      child.once('close', (code, cause) => {
        const how = signal.aborted ? 'does not answer in time' : `ends with ${code ?? cause} before it answers`;
        reject(new Error(how));
      });
      child.stdin.on('error', () => {});
      createInterface({ input: child.stdout }).on('line', (line) => {
        const { id, result } = fieldsOf(parseJson(line));
        if (numberOf(id) === INITIALIZE.id) {
          send({ method: 'notifications/initialized' });
          send(LIST_TOOLS);
        }
        if (numberOf(id) === LIST_TOOLS.id) resolve(listOf(fieldsOf(result).tools).length);
      });
      send(INITIALIZE);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    child.stdin.end();
    child.kill();
  }
}
