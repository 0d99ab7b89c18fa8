import { spawn } from 'node:child_process';
import type { Machine } from '../setup/machine.ts';

/** A program that has not failed by then shows the page; some stay as long as the browser. */
const FAILURE_MS = 3_000;

/** The program that opens files and addresses on a platform, with its arguments: no shell reads them. */
export function openerFor(platform: NodeJS.Platform, target: string): [program: string, ...args: string[]] {
  if (platform === 'darwin') return ['open', target];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', target];
  return ['xdg-open', target];
}

/** Opens a file (absolute path) or a web address as the person's desktop does; false where nothing opens it. */
export function openAddress({ platform, environment }: Machine, target: string): Promise<boolean> {
  const [program, ...args] = openerFor(platform, target);
  return new Promise((resolve) => {
    const opener = spawn(program, args, { env: environment, stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), FAILURE_MS);
    const end = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    opener.once('error', () => end(false)).once('exit', (code) => end(code === 0));
    opener.unref();
  });
}
