import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openLibrary } from '../../src/library/library.ts';
import { normalisePaper } from '../../src/papers/paper.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Which papers are the user's: those that were imported, not those that a search kept or the package brought. */

const dataDir = libraryFolder();
const ALONE = { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library' };
/** Stored papers are shown as they are: no source is asked. */
const WITH_SOURCES = { ...ALONE, PAPERQUEUE_SOURCES: 'library,openalex' };

const paper = (site: number) => ({
  title: `Coral reef recovery after mass bleaching, site ${site}`,
  authors: ['Ada Reef'],
  year: 2014 + site,
  doi: `10.5555/reef.${site}`,
});

function importing(...papers: object[]) {
  const file = join(dataDir, 'works.jsonl');
  writeFileSync(file, papers.map((each) => JSON.stringify(each)).join('\n'));
  return runHere(['import', file], ALONE);
}

async function shown(settings: Record<string, string>, ...more: string[]) {
  const { stdout } = await runHere(['job', 'J1', '--json', ...more], settings);
  return JSON.parse(stdout);
}

type Shown = { papers: { title: string; inLibrary?: boolean }[] };
const sitesOf = ({ papers }: Shown) => papers.map(({ title }) => Number(title.at(-1))).sort();
const markedSites = (answer: Shown) => sitesOf({ papers: answer.papers.filter(({ inLibrary }) => inLibrary) });

beforeAll(async () => {
  const library = openLibrary(dataDir);
  library.persistResults([0, 1].map((site) => normalisePaper(paper(site))));
  library.close();
  expect((await importing(paper(1), paper(2))).code).toBe(0);
  await runHere(['search', '-k', 'coral reef', '-k', 'bleaching', '-k', 'recovery'], ALONE);
});

it('marks what was imported, also what a search had found before', async () => {
  const answer = await shown(WITH_SOURCES);
  expect(sitesOf(answer)).toEqual([0, 1, 2]);
  expect(markedSites(answer)).toEqual([1, 2]);
  const table = await runHere(['job', 'J1'], WITH_SOURCES);
  expect(table.stdout.match(/ \* Coral reef/g)).toHaveLength(2);
  expect(table.stderr).toContain('2 of these you have imported (marked * in the table)');
  const text = await runHere(['show', 'J1'], WITH_SOURCES);
  expect(text.stderr).toMatch(/^2 of these you have imported$/m);
  expect(text.stdout.match(/^ {2}Library {4}you imported it$/gm)).toHaveLength(2);
});

it('goes on with the condition, in every next step', async () => {
  const { stderr } = await runHere(['job', 'J1', '--where', 'inLibrary=false'], WITH_SOURCES);
  expect(stderr).toMatch(/^Next: .*paperqueue export J1 --where inLibrary=false -o papers\.bib/m);
  const all = await runHere(['job', 'all', '--where', 'text=site 1'], WITH_SOURCES);
  expect(all.stderr).toMatch(/^Next: .*paperqueue export \S+ --where 'text=site 1' /m);
});

it('marks nothing where the library alone is searched', async () => {
  expect(markedSites(await shown(ALONE))).toEqual([]);
});

it('keeps them or leaves them out, whatever is searched', async () => {
  for (const settings of [ALONE, WITH_SOURCES]) {
    expect(sitesOf(await shown(settings, '--where', 'inLibrary=true'))).toEqual([1, 2]);
    expect(sitesOf(await shown(settings, '--where', 'inLibrary=false'))).toEqual([0]);
  }
  const exported = await runHere(['export', 'J1', '--where', 'inLibrary=false', '--format', 'bibtex'], ALONE);
  expect(exported.stdout.match(/^@/gm)).toHaveLength(1);
});

it('opens no library in hosted mode before something was imported', async () => {
  const folder = temporaryFolder();
  const hosted = { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_BASE_URL: 'http://127.0.0.1:9/api', PAPERQUEUE_TOKEN: 't' };
  const { stderr } = await runHere(['job', 'all', '--where', 'inLibrary=true'], hosted);
  expect(stderr).toContain('JOB_NOT_FOUND');
  expect(existsSync(join(folder, 'library.sqlite'))).toBe(false);
});
