import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TASKS, type TaskName } from './tasks.ts';

const SCRIPT = fileURLToPath(new URL('../search.ts', import.meta.url));

type Input<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
type Result<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

/** Runs a task in a process of its own and returns its result; the task's output goes to stderr. */
export function runTask<Name extends TaskName>(name: Name, input: Input<Name>): Promise<Result<Name>> {
  const args = [...process.execArgv, SCRIPT, '--task', name, '--input', JSON.stringify(input)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output).result as Result<Name>);
      else reject(new Error(`the process for ${name} ended with ${code}`));
    });
  });
}

/** Runs a task in this process and prints its result. */
export async function runTaskHere(name: string, input: string): Promise<void> {
  const task = TASKS[name as TaskName] as ((input: unknown) => unknown) | undefined;
  if (!task) throw new Error(`no task ${name}; there are ${Object.keys(TASKS).join(', ')}`);
  console.log(JSON.stringify({ result: await task(JSON.parse(input)) }));
}
