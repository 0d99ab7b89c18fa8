import { spawn } from 'node:child_process';
import { BUILT, environment } from './built-server.ts';
import { keepOutput } from './global-setup.ts';

export type Outcome = { code: number | null; stdout: string; stderr: string };

/**
 * Runs the built command to its end, in a given folder if there is one. Interrupts it as by Ctrl-C when `interruptWhen`
 * resolves.
 */
export function runCommand(
  args: string[],
  settings: Record<string, string>,
  interruptWhen?: Promise<unknown>,
  folder?: string,
): Promise<Outcome> {
  const child = spawn(process.execPath, [BUILT, ...args], { env: environment(settings), cwd: folder });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    outcome.stdout += text;
    keepOutput(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    outcome.stderr += text;
    keepOutput(text);
  });
  void interruptWhen?.then(
    () => child.kill('SIGINT'),
    () => child.kill(),
  );
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...outcome, code })));
}
