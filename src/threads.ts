import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The script of this name beside the module that starts it (`import.meta.url`), as source and in the bundle. */
export function scriptBeside(module: string, name: string): URL {
  return new URL(`${name}${extname(fileURLToPath(module))}`, module);
}

/** Starts a module of ours in a thread of its own; the thread finds `workerData` under the name that Node gives it. */
export function startThread(script: URL, workerData: unknown): Worker {
  if (!script.pathname.endsWith('.ts')) return new Worker(script, { workerData });
  // The sources are run by tsx, which does not reach into threads by itself.
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const code = `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(script.href)}); })`;
  return new Worker(code, { eval: true, workerData });
}
