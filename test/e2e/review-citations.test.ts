import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { doiOf, type Node, serveWorld, type World } from '../helpers/sources/citation-world.ts';

/** A review whose citations an assistant follows, with the tools alone, to the second column of its flow. */

const GRAPH: Node[] = [
  { number: 1, cites: [3, 4] },
  { number: 2, cites: [4, 5] },
  ...[3, 4, 5].map((number): Node => ({ number, cites: [] })),
];
let world: World;
let settings: Record<string, string>;
let server: ServerHere;
let calls = 0;

async function call<T>(name: string, args: object): Promise<T> {
  calls += 1;
  const { isError, json } = await server.call(100 + calls, name, args);
  expect(isError, JSON.stringify(json)).toBe(false);
  return json as T;
}

beforeAll(async () => {
  world = await serveWorld(GRAPH);
  settings = {
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_SOURCES: 'library,openalex,semanticscholar',
    PAPERQUEUE_SOURCE_URLS: `openalex=${world.openalex.url},semanticscholar=${world.semanticscholar.url}`,
  };
  const file = join(settings.PAPERQUEUE_DATA_DIR ?? '', 'two.jsonl');
  const line = (number: number, name: string) =>
    JSON.stringify({ title: `Owls hunting at night, the ${name} of two`, year: 2001, doi: doiOf(number) });
  writeFileSync(file, `${line(1, 'first')}\n${line(2, 'second')}\n`);
  const alone = { ...settings, PAPERQUEUE_SOURCES: 'library' };
  expect((await runHere(['import', file], alone)).code).toBe(0);
  expect((await runHere(['search', '-k', 'owls', '-k', 'hunting', '-k', 'night'], alone)).code).toBe(0);
  server = new ServerHere(settings);
  await server.initialize();
});

afterAll(() => server.end());

it('the second column has what citation searching found, and the first what a search found', async () => {
  type Answer = {
    review: { ref: string; records: number };
    added?: { records: number; duplicates: number };
    next: { ref: string; title: string }[];
  };
  const begun = await call<Answer>('screen_papers', {
    question: 'Which?',
    criteria: ['include: a work'],
    jobs: 'J1',
    as: 'model-1',
    next: 2,
  });
  const { ref } = begun.review;
  expect(begun.review.records).toBe(2);
  const first = begun.next.find(({ title }) => title.includes('first'))?.ref ?? '';
  const decided = ['review', 'decide', ref, first, 'include'];
  expect((await runHere(decided, settings)).code).toBe(0);

  const before = world.openalex.arrivals.length;
  const plan = await call<{ seeds?: number }>('related_papers', { seeds: [ref], dryRun: true });
  expect(JSON.stringify(plan)).toContain('1');
  expect(world.openalex.arrivals.length).toBe(before);
  const followed = await call<{ job: { ref: string; status: string }; papers: { doi: string }[] }>('related_papers', {
    seeds: [ref],
    direction: 'backward',
    rounds: 1,
  });
  expect(followed.job.status).toBe('success');
  expect(followed.papers.map(({ doi }) => doi).sort()).toEqual([doiOf(3), doiOf(4)]);

  const added = await call<Answer>('screen_papers', { review: ref, jobs: followed.job.ref, as: 'model-1', next: 0 });
  expect(added).toMatchObject({ added: { records: 2, duplicates: 0 }, review: { records: 4 } });
  // The same job again brings nothing.
  const again = await call<Answer>('screen_papers', { review: ref, jobs: followed.job.ref, as: 'model-1', next: 0 });
  expect(again.added).toEqual({ records: 0, duplicates: 0 });
  const { export: table } = await call<{ export: { text: string } }>('export_papers', {
    review: ref,
    format: 'prisma-csv',
  });
  // As the receipt of that job: each of two indexes had both, before the same works were joined.
  expect(table.text).toMatch(/citations_results,[^\n]*\b4\b/);
  expect(table.text).toMatch(/database_results,[^\n]*\b2\b/);
  const { export: record } = await call<{ export: { text: string } }>('export_papers', {
    review: ref,
    format: 'receipt',
  });
  // The paragraph on the screening, and the same numbers in words.
  expect(record.text).toMatch(/^[^\n]+paperqueue[^\n]+\n\nIdentification of studies via databases[^\n]+\n$/);
  expect(record.text).toContain('citation searching (OpenAlex) (n = 2)');
});
