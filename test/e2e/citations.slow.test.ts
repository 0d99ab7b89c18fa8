import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import { some } from '../helpers/runs.ts';
import { askedTwice, doiOf, type Node, serveWorld, type World } from '../helpers/sources/citation-world.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The built command, killed in the middle of a citation search and run again. */

const GRAPH: Node[] = [
  { number: 1, cites: [3, 4, 5] },
  { number: 2, cites: [5, 6] },
  ...[3, 4, 5, 6].map((number): Node => ({ number, cites: [number + 20, number + 30] })),
  ...Array.from({ length: 8 }, (_, place): Node => ({ number: 10 + place, cites: [1] })),
  ...[23, 24, 25, 26, 33, 34, 35, 36].map((number): Node => ({ number, cites: [] })),
];
const ARGS = ['related', doiOf(1), doiOf(2), '--direction', 'both', '--rounds', '3', '--json', '--all'];

type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

function start(world: World, dataDir: string, args: readonly string[] = ARGS) {
  const settings = {
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_SOURCES: 'library,openalex,semanticscholar',
    PAPERQUEUE_SOURCE_URLS: `openalex=${world.openalex.url},semanticscholar=${world.semanticscholar.url}`,
  };
  const child = spawn(process.execPath, [BUILT, ...args], { env: environment(settings) });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, stdout, stderr }));
  return { child, ended };
}

function found({ stdout, stderr }: Ended) {
  const answer = JSON.parse(stdout || '{}') as { job: { ref: string; status: string }; papers: { doi: string }[] };
  if (!answer.job) throw new Error(stderr);
  return { job: answer.job, dois: answer.papers.map(({ doi }) => doi).sort() };
}

describe('a citation search of the command line', () => {
  it('goes on after kill -9, wherever it was, and asks nothing twice that was answered', async () => {
    const alone = found(await start(await serveWorld(GRAPH), temporaryFolder()).ended);
    expect(alone.dois).toHaveLength(20);
    for (const [index, at] of some([
      ['openalex', 2],
      ['openalex', 4],
      ['semanticscholar', 2],
      ['openalex', 6],
      ['semanticscholar', 4],
    ] as const)) {
      const folder = temporaryFolder();
      const unanswered = new Set<string>();
      let isKilled = false;
      let kill = () => {};
      // From the fatal request on nothing is answered: what was answered before is what must be kept.
      const world = await serveWorld(GRAPH, (name, nth) => {
        if (isKilled) return false;
        if (unanswered.size === 0 && !(name === index && nth === at)) return false;
        unanswered.add(`${name} ${nth}`);
        setTimeout(() => kill(), 200);
        return true;
      });
      const { child, ended } = start(world, folder);
      kill = () => child.kill('SIGKILL');
      expect((await ended).signal, `${index} ${at}`).toBe('SIGKILL');
      isKilled = true;
      const listed = await start(world, folder, ['jobs', '--json']).ended;
      expect(listed.stdout).toContain('"unfinished"');
      const again = found(await start(world, folder).ended);
      expect(again.dois).toEqual(alone.dois);
      expect(again.job).toMatchObject({ ref: 'J1', status: 'success' });
      expect(askedTwice(world, (name, nth) => !unanswered.has(`${name} ${nth}`))).toEqual([]);
    }
  });
});
