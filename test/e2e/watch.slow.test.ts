import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const settings = { PAPERQUEUE_DATA_DIR: join(folder, 'data'), PAPERQUEUE_SOURCES: 'library' };
const run = (...args: string[]) => runHere(args, settings);
const WORDS = ['-k', 'zibbet', '-k', 'lantern', '-k', 'shore'];

async function importTitles(...titles: string[]) {
  const file = join(folder, `${titles[0]}.jsonl`);
  const papers = titles.map((title) => JSON.stringify({ title, authors: ['Ada Weevil'], year: 2026 }));
  writeFileSync(file, papers.join('\n'));
  expect((await run('import', file)).code).toBe(0);
}

it('a watched search tells what is new with each run, as text, JSON and RSS', async () => {
  await importTitles('Zibbet lanterns on the shore', 'Another zibbet lantern');
  expect((await run('search', ...WORDS)).code).toBe(0);
  expect((await run('watch', 'list')).stdout).toMatch(/^Nothing is watched\./);
  const added = await run('watch', 'add', 'J1', '--json');
  expect(JSON.parse(added.stdout)).toMatchObject({
    watch: 'W1',
    job: 'J1',
    lastRun: null,
    about: 'zibbet, lantern, shore',
  });

  const nothing = await run('watch', 'run');
  expect(nothing).toMatchObject({ code: 0, stdout: 'W1  0 new papers  (J2)  zibbet, lantern, shore\n' });

  await importTitles('Zibbets < lanterns & "shores"');
  const { runs } = JSON.parse((await run('watch', 'run', 'W1', '--json')).stdout);
  expect(runs).toMatchObject([{ watch: 'W1', job: 'J1', lastRun: 'J3', answer: { job: { ref: 'J3' } } }]);
  expect(runs[0].answer.papers).toMatchObject([{ title: 'Zibbets < lanterns & "shores"' }]);

  const feed = await run('watch', 'run', '--format', 'rss');
  const { rss } = new XMLParser({ ignoreAttributes: false }).parse(feed.stdout);
  expect(rss.channel.item).toMatchObject({
    title: 'Zibbets < lanterns & "shores"',
    guid: { '#text': runs[0].answer.papers[0].ref },
    description: 'Ada Weevil. 2026',
  });
  expect((await run('watch', 'list')).stdout).toMatch(/^W1\s+J1\s+J4\s+zibbet, lantern, shore$/m);

  expect(await run('watch', 'remove', 'W2')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no watch W2; nothing was removed'),
  });
  expect((await run('watch', 'remove', 'W1')).code).toBe(0);
  expect((await run('watch', 'run')).stdout).toMatch(/^Nothing is watched\./);
});

it('only a search can be watched', async () => {
  expect(await run('watch', 'add', 'J99')).toMatchObject({ code: 1, stdout: '' });
});
