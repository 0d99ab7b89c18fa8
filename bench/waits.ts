/**
 * Measures how long users of the built server wait if something does not answer: from closing its input to the end of
 * the process (idle, while it polls a job, while a creation is being sent); from a search to its answer without a
 * network (names are not resolved, packets are dropped) or with one of four sources silent; and the longest time
 * without answers while another process has the write lock of the index.
 * Usage: npm run bench waits [-- --rounds 5] [--only locked]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLibrary } from '../src/library/library.ts';
import { normalisePaper } from '../src/papers/paper.ts';
import { RawServer } from '../test/helpers/built-server.ts';
import { ScriptedService } from '../test/helpers/scripted-service.ts';
import { NO_ANSWER, sourceUrls } from '../test/helpers/sources/answering-sources.ts';
import { BlackHoles } from '../test/helpers/sources/black-hole.ts';
import { KEYWORDS, OWN } from '../test/helpers/sources/shelf.ts';
import {
  ASKED_BY_DEFAULT,
  importPapers,
  Session,
  settingsOf,
  startSources,
  stopSources,
} from '../test/helpers/sources/world.ts';
import { temporaryFolder } from '../test/helpers/temporary-folder.ts';
import { testProgram } from '../test/helpers/test-program.ts';
import { until } from '../test/helpers/until.ts';
import { median } from './startup/servers.ts';
import { type Stretches, startWatched } from './stretches.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The time from closing the input, during a search or while idle, to the end of the process. */
async function leaving(reached?: (service: ScriptedService) => boolean, isSilent = false): Promise<number> {
  const service = await new ScriptedService({ pollsUntilDone: 1_000_000 }).start();
  if (isSilent) service.options.intercept = ({ method }) => method === 'POST';
  const server = new RawServer({
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
  });
  await server.initialize();
  if (reached) {
    const params = {
      name: 'query_search',
      arguments: {
        query: 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?',
      },
    };
    server.send({ id: 1, method: 'tools/call', params });
    await until(() => reached(service));
  }
  const ms = await timed(() => server.end());
  await service.stop();
  return ms;
}

/** The time of a search of the library and these sources; the library holds one paper. */
async function searching(settings: Record<string, string>): Promise<number> {
  await importPapers(settings, [OWN]);
  const session = await Session.open(settings);
  await session.call('list_jobs', {});
  const ms = await timed(() => session.search(KEYWORDS));
  await session.end();
  return ms;
}

const withoutNetwork = (urlOf: (place: number) => string) =>
  searching({
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_SOURCE_URLS: sourceUrls(Object.fromEntries(ASKED_BY_DEFAULT.map((name, place) => [name, urlOf(place)]))),
  });

async function withOneSilent(): Promise<number> {
  const sources = await startSources();
  sources.openalex.mood = NO_ANSWER;
  const ms = await searching(settingsOf(sources));
  await stopSources(sources);
  return ms;
}

const TEXT = 'How owls that wear glasses fare at night, and how those fare that wear none. '.repeat(15);
const HOLDER = testProgram(new URL('../test/service/lock-holder.ts', import.meta.url));

/** The longest time between two turns of the server's event loop while it searches, the lock of its index held. */
async function besideLockedIndex(): Promise<Stretches> {
  const dataDir = temporaryFolder();
  await importPapers({ PAPERQUEUE_DATA_DIR: dataDir }, [OWN]);
  const { server, longestSince } = startWatched(dataDir);
  await server.initialize();
  const search = (id: number, keyword: string) =>
    server.call(id, 'keyword_search', { keywords: [keyword, 'owls', 'glasses'], limit: 100 });
  await search(1, 'night');
  const lock = join(dataDir, 'library-index', 'lock.sqlite');
  const holder = spawn(process.execPath, [HOLDER, lock], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const library = openLibrary(dataDir);
  library.add(
    Array.from({ length: 3_000 }, (_, nth) => normalisePaper({ title: `Owls of night ${nth}`, abstract: TEXT })),
  );
  library.close();
  const begun = Date.now();
  await search(2, 'day');
  await search(3, 'dawn');
  holder.stdin.end();
  await once(holder, 'exit');
  await search(4, 'dusk');
  await server.end();
  return longestSince(begun);
}

process.env.PAPERQUEUE_TEST_ROOT = mkdtempSync(join(tmpdir(), 'paperqueue-waits-'));
const holes = await BlackHoles.open(ASKED_BY_DEFAULT.length);
const WAITS: [what: string, promise: string, measure: () => Promise<number | Stretches>][] = [
  ['leaving, idle', '< 1 s', () => leaving()],
  [
    'leaving, while a job is polled',
    '< 1 s',
    () => leaving(({ requests }) => requests.some((r) => r.method === 'GET')),
  ],
  ['leaving, a creation on the wire', '< 1 s', () => leaving(({ creations }) => creations.length === 1, true)],
  ['a search, no name known', '< 3 s', () => withoutNetwork((place) => `https://source-${place}.invalid`)],
  ['a search, every packet dropped', '< 3 s', () => withoutNetwork((place) => holes.urls[place] ?? '')],
  ['a search, one source of four silent', '< 20 s', withOneSilent],
  ['nobody answered, index locked', '< 0.2 s', besideLockedIndex],
];
const summary = (times: number[]) =>
  `median ${Math.round(median(times))} ms, longest ${Math.round(Math.max(...times))} ms`;
for (const [what, promise, measure] of WAITS.filter(([name]) => name.includes(values.only))) {
  const times: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const measured = await measure();
    times.push(typeof measured === 'number' ? measured : measured.stretchMs);
    if (typeof measured !== 'number') busy.push(measured.busyMs);
  }
  const ofProcessor = busy.length > 0 ? `; of the processor ${summary(busy)}` : '';
  console.log(`${what.padEnd(36)} ${promise.padEnd(7)} ${summary(times)}${ofProcessor}`);
}
await holes.close();
rmSync(process.env.PAPERQUEUE_TEST_ROOT, { recursive: true, force: true });
