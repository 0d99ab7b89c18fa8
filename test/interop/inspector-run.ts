/**
 * The protocol's Inspector, as a command line client in its three era modes, against the built server over stdio and
 * HTTP.
 * Usage: npm run test:long inspector. Installs it (and a newer Node, where needed) into a temporary folder. Exits 1
 * when a call fails, a result is not what it should be, or --strict finds a tool schema that some client cannot take.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BUILT, environment } from '../helpers/built-server.ts';
import { ServedMcp } from '../helpers/served-mcp.ts';
import { installTools, say } from './tools.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const ERAS = ['legacy', 'auto', 'modern'];
// What the starter catalogue has papers on: no source is reached here.
const QUERY = 'deep learning with neural networks for image recognition';

type Step = { args: string[]; holds: string };

/** The calls, and the required content of each answer. */
const STEPS: readonly Step[] = [
  { args: ['--method', 'tools/list', '--strict'], holds: '"export_papers"' },
  { args: ['--method', 'tools/call', '--tool-name', 'query_search', '--tool-arg', `query=${QUERY}`], holds: 'J1-1' },
  { args: ['--method', 'tools/call', '--tool-name', 'get_job', '--tool-arg', 'jobId=J1'], holds: 'J1-1' },
  { args: ['--method', 'resources/list'], holds: 'paperqueue://jobs' },
  { args: ['--method', 'resources/read', '--uri', 'paperqueue://jobs/J1'], holds: 'J1-1' },
  { args: ['--method', 'prompts/list'], holds: 'find_evidence' },
];

const tools = installTools([INSPECTOR]);
const run = promisify(execFile);
const settings = (name: string) => ({ PAPERQUEUE_DATA_DIR: join(tools.root, name) });

async function call(target: string[], era: string, args: string[], dataDir: string): Promise<string> {
  const cli = tools.file('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const { PAPERQUEUE_DATA_DIR } = settings(dataDir);
  const env = { ...environment({}), HOME: tools.root };
  // -q ends the list of arguments before the target. A server over stdio only gets the variables given with -e.
  const given = ['-e', `PAPERQUEUE_DATA_DIR=${PAPERQUEUE_DATA_DIR}`, '--protocol-era', era, ...args, '-q'];
  const { stdout } = await run(tools.node, [cli, '--cli', ...given, ...target], { env, timeout: 60_000 });
  return stdout;
}

let failures = 0;
let calls = 0;
try {
  for (const era of ERAS) {
    const served = await ServedMcp.start(settings(`http-${era}`));
    const ways = { stdio: [process.execPath, BUILT], HTTP: [served.address] };
    for (const [way, target] of Object.entries(ways)) {
      for (const { args, holds } of STEPS) {
        calls += 1;
        const problem = await call(target, era, args, `stdio-${era}`).then(
          (text) => (text.includes(holds) ? undefined : `no ${holds} in ${text.slice(0, 300)}`),
          (error: Error) => error.message,
        );
        if (problem === undefined) continue;
        failures += 1;
        say(`${era} over ${way}: ${args.join(' ')}: ${problem}`);
      }
    }
    await served.end();
  }
  say(`${INSPECTOR}: ${calls} calls in ${ERAS.join(', ')} over stdio and HTTP, ${failures} failed`);
} finally {
  tools.remove();
}
process.exitCode = failures === 0 ? 0 : 1;
