import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { AddOne } from './add-one.ts';
import type { EngineName, Limit } from './engines.ts';
import type { LibraryFigures } from './library.ts';
import type { Kind } from './requests.ts';
import { runTask } from './run-task.ts';
import type { Build, Cold, Warm } from './tasks.ts';
import { percentile } from './timing.ts';

export type Plan = {
  size: number;
  data: string;
  kinds: readonly Kind[];
  isBrief: boolean;
  /** The file of the requests. */
  requests: string;
  folder: string;
  limit: Limit;
  engines: readonly EngineName[];
  searches: number;
  peerSeconds: number;
  processes: number;
  hasLibrary: boolean;
  keeps: boolean;
};

/** Medians over the processes, and the longest first search. */
type ColdFigures = Cold & { kind: Kind; fromDisk: boolean; processes: number; mostFirstMs: number };

export const ENGINE_LABELS: Record<EngineName, string> = { own: 'ours', fts5: 'FTS5', lucene: 'Lucene' };

export type EngineFigures = { build: Build; cold: ColdFigures[]; warm: Warm };

export type SizeFigures = {
  size: number;
  papers: number;
  /** Of the machine in the last minute, before and after. */
  load: [number, number];
  engines: Partial<Record<EngineName, EngineFigures>>;
  addOne: AddOne;
  library: LibraryFigures | undefined;
};

const loadOfMachine = () => loadavg()[0] ?? 0;

/** All measurements at one size, one process after the other. */
export async function measureSize(plan: Plan): Promise<SizeFigures> {
  const { size, folder, data, limit } = plan;
  mkdirSync(folder, { recursive: true });
  const loadBefore = loadOfMachine();
  const engines: SizeFigures['engines'] = {};
  for (const engine of plan.engines) {
    console.error(`${size} papers: ${engine}`);
    const build = await buildOnce(plan, engine);
    const cold = await measureCold(plan, engine);
    const maxSeconds = engine === 'own' ? Number.MAX_SAFE_INTEGER : plan.peerSeconds;
    const { requests, searches, kinds, isBrief } = plan;
    const warm = await runTask('warm', { engine, folder, requests, limit, kinds, isBrief, searches, maxSeconds });
    engines[engine] = { build, cold, warm };
  }
  const papers = engines.own?.build.papers ?? size;
  // Last: it changes the index.
  const addOne = await runTask('addOne', { folder, first: papers + 1, limit });
  if (plan.hasLibrary) console.error(`${size} papers: library`);
  const library = plan.hasLibrary ? await runTask('library', { folder, data, size, limit }) : undefined;
  if (!plan.keeps) rmSync(folder, { recursive: true, force: true });
  return { size, papers, load: [loadBefore, loadOfMachine()], engines, addOne, library };
}

/** Reuses an index of a peer built before: it does not change with our code, and a large one takes minutes. */
async function buildOnce({ folder, data, size }: Plan, engine: EngineName): Promise<Build> {
  const path = join(folder, `${engine}-build.json`);
  if (engine === 'own') return runTask('build', { engine, folder, data, size });
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Build;
  const build = await runTask('build', { engine, folder, data, size });
  writeFileSync(path, JSON.stringify(build));
  return build;
}

async function measureCold(plan: Plan, engine: EngineName): Promise<ColdFigures[]> {
  const { folder, requests, limit, processes } = plan;
  const figures: ColdFigures[] = [];
  for (const kind of plan.kinds.filter((each) => each !== 'keywords and 1,000')) {
    for (const evict of [false, true]) {
      const runs: Cold[] = [];
      for (let nth = 0; nth < processes; nth += 1) {
        const run = await runTask('cold', { engine, folder, requests, limit, kind, nth, evict });
        if (run) runs.push(run);
      }
      if (runs.length > 0) figures.push({ kind, fromDisk: evict, processes: runs.length, ...summarize(runs) });
    }
  }
  return figures;
}

function summarize(runs: readonly Cold[]): Omit<ColdFigures, 'kind' | 'fromDisk' | 'processes'> {
  const ascending = (name: keyof Cold) => runs.map((run) => run[name]).sort((a, b) => a - b);
  const median = (name: keyof Cold) => percentile(ascending(name), 0.5);
  return {
    openMs: median('openMs'),
    firstMs: median('firstMs'),
    secondMs: median('secondMs'),
    rss: median('rss'),
    mostFirstMs: percentile(ascending('firstMs'), 1),
  };
}
