import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../helpers/run-command.ts';
import { OWN, SHARED_TITLE } from '../helpers/sources/shelf.ts';
import { importPapers, type Sources, settingsOf, startSources, stopSources } from '../helpers/sources/world.ts';

/** One Boolean search of the built program: the library, a source that takes most of the strategy, and one of words. */

const STRATEGY = 'zibbet AND lanterns[ti] NOT dusk';
let sources: Sources;
let settings: Record<string, string>;
let found: { job: { ref: string }; papers: { title: string }[]; notes: string[] };

beforeAll(async () => {
  sources = await startSources();
  settings = { ...settingsOf(sources), PAPERQUEUE_SOURCES: 'library,openalex,crossref' };
  await importPapers(settings, [OWN, { title: 'Zibbet lanterns at dusk, of my own' }, { title: 'Lanterns alone' }]);
  const { code, stdout, stderr } = await runCommand(['search', '--boolean', STRATEGY, '--json'], settings);
  if (code !== 0) throw new Error(stderr);
  found = JSON.parse(stdout);
});
afterAll(() => stopSources(sources));

describe('a strategy over the library and two sources', () => {
  it('gives the papers that meet it, each work once', () => {
    expect(found.papers.map(({ title }) => title).sort()).toEqual(
      [OWN.title, SHARED_TITLE, 'Zibbet lanterns cure everything'].sort(),
    );
  });

  it('asks each source as it can be asked, and says what it could not be', () => {
    const [exact] = sources.openalex.asked.map(({ url }) => new URL(url, 'http://x').searchParams);
    expect(exact?.get('search.title_and_abstract.exact')).toBe('("zibbet" AND "lanterns") NOT "dusk"');
    const [words] = sources.crossref.asked.map(({ url }) => new URL(url, 'http://x').searchParams);
    expect(words?.get('query.bibliographic')).toBe('zibbet lanterns');
    expect(found.notes.join(' ')).toContain(
      'OpenAlex: "lanterns"[ti] as "lanterns"; Crossref: asked for its words only',
    );
    expect(found.notes).toContain('Left out by the strategy: 2 papers that do not meet it.');
  });

  it('is recorded as it was written, with what it left out', async () => {
    const { stdout } = await runCommand(['receipt', found.job.ref, '--json'], settings);
    expect(stdout).toContain(JSON.stringify(STRATEGY));
    expect(stdout).toMatch(/"strategy not met":\s*2/);
    expect(stdout).toContain('search.title_and_abstract.exact=');
  });

  it('is tried out without a job', async () => {
    const { stdout } = await runCommand(['search', '--boolean', STRATEGY, '--dry-run', '--json'], settings);
    expect(JSON.parse(stdout).sources).toMatchObject([
      { source: 'library', hits: 3 },
      { source: 'openalex', hits: 3, keywords: { '"zibbet"[tiab]': 3, '"lanterns"[ti]': 3 } },
      { source: 'crossref', hits: 2, notes: [expect.stringContaining('words only')] },
    ]);
  });
});
