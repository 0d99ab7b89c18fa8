import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { RequestBody } from '../../src/contract/requests.ts';
import type { Found, Order } from './searcher.ts';

export type Measured = { papers: Found['papers']; incomplete: boolean; ms: number };

/** Processes that search, one for each core. */
export type Searchers = {
  /** Searches in the least busy process. */
  search(side: Order['side'], body: RequestBody): Promise<Measured>;
  close(): void;
};

const SCRIPT = fileURLToPath(new URL('searcher.ts', import.meta.url));

export function startSearchers(url: string, folder: string): Searchers {
  const searchers = Array.from({ length: availableParallelism() }, () => startSearcher(url, folder));
  return {
    search: (side, body) => {
      const [idlest] = [...searchers].sort((a, b) => a.waiting.size - b.waiting.size);
      return (idlest as (typeof searchers)[number]).search(side, body);
    },
    close: () => {
      for (const { child } of searchers) child.kill();
    },
  };
}

function startSearcher(url: string, folder: string) {
  const child: ChildProcess = fork(SCRIPT, [url, folder]);
  const waiting = new Map<number, (found: Found) => void>();
  let last = 0;
  child.on('message', (found: Found) => {
    waiting.get(found.number)?.(found);
    waiting.delete(found.number);
  });
  child.on('exit', (code) => {
    if (code) process.exit(code);
  });
  return {
    child,
    waiting,
    search: (side: Order['side'], body: RequestBody) => {
      last += 1;
      const number = last;
      const startedAt = performance.now();
      return new Promise<Measured>((resolve) => {
        waiting.set(number, ({ papers, incomplete }) =>
          resolve({ papers, incomplete, ms: performance.now() - startedAt }),
        );
        child.send({ number, side, body } satisfies Order);
      });
    },
  };
}
