import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../helpers/run-command.ts';
import { sourceUrls } from '../helpers/sources/answering-sources.ts';
import { BlackHoles } from '../helpers/sources/black-hole.ts';
import { KEYWORDS, OWN } from '../helpers/sources/shelf.ts';
import { ASKED_BY_DEFAULT, importPapers, Session, titlesOf } from '../helpers/sources/world.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * With no network at all and no setting but where the sources are: the library answers, and all are named. How soon
 * is measured by `npm run bench waits`.
 */

let holes: BlackHoles;
beforeAll(async () => {
  holes = await BlackHoles.open(ASKED_BY_DEFAULT.length);
});
afterAll(() => holes.close());

const NETWORKS: { what: string; urlOf: (place: number) => string }[] = [
  { what: 'where no name is known', urlOf: (place) => `https://source-${place}.invalid` },
  { what: 'where every packet is dropped', urlOf: (place) => holes.urls[place] ?? '' },
];

describe.each(NETWORKS)('a network $what', ({ urlOf }) => {
  it('leaves a search the library, and says so where the library knows nothing', async () => {
    const settings = {
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      // As good as unset: all sources that need no key.
      PAPERQUEUE_SOURCES: '',
      PAPERQUEUE_SOURCE_URLS: sourceUrls(Object.fromEntries(ASKED_BY_DEFAULT.map((name, at) => [name, urlOf(at)]))),
    };
    await importPapers(settings, [OWN]);
    const session = await Session.open(settings);
    await session.call('list_jobs', {});
    const found = await session.search(KEYWORDS);
    expect(found).toMatchObject({ isError: false, job: { status: 'success' }, credits: { charged: 'no' } });
    expect(titlesOf(found.papers)).toEqual([OWN.title]);
    expect(found.notes).toContainEqual(
      'Sources that failed: OpenAlex could not be reached; Crossref could not be reached; Europe PMC could not be reached; arXiv could not be reached.',
    );
    const starter = await session.search(['learning', 'climate', 'penguins']);
    expect(starter).toMatchObject({ isError: true });
    await session.end();
  });
});

it("a first search without a network leads from the README's example to one that finds papers", async () => {
  const urls = ASKED_BY_DEFAULT.map((name, at) => [name, `https://source-${at}.invalid`]);
  const settings = {
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_SOURCES: '',
    PAPERQUEUE_SOURCE_URLS: sourceUrls(Object.fromEntries(urls)),
  };
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const words = (command = '') =>
    [...command.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const [, example] = /^paperqueue (search .*)$/m.exec(readme) ?? [];
  const first = await runCommand(words(example), settings);
  expect(first.code).toBe(3);
  const [, offered] = /To try it without a network: paperqueue (search .*)$/m.exec(first.stderr) ?? [];
  const second = await runCommand(words(offered), settings);
  expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('Deep Residual Learning')]);
});
