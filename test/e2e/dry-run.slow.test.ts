import { expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { KEYWORDS } from '../helpers/sources/shelf.ts';
import { ASKED_BY_DEFAULT, Session, settingsOf, startSources, stopSources } from '../helpers/sources/world.ts';

/** Slow, because arXiv is asked for each keyword at its own pace. */
it('a dry run asks four sources for counts, makes no job, spends nothing, and says the same on the command line', async () => {
  const sources = await startSources();
  const settings = { ...settingsOf(sources), PAPERQUEUE_LOCAL_CREDITS: 'basic:10' };
  const session = await Session.open(settings);
  try {
    const answer = (await session.call('keyword_search', { keywords: KEYWORDS, dryRun: true })) as unknown as {
      wouldCost: number;
      pool: string;
      sources: { source: string; query?: string; hits?: number; keywords?: object }[];
    };
    expect(answer).toMatchObject({ mode: 'embedded', wouldCost: 1, pool: 'basic' });
    expect(answer.sources.map(({ source, hits }) => [source, hits]).slice(1)).toEqual([
      ['openalex', 3],
      ['crossref', 2],
      ['europepmc', 2],
      ['arxiv', 2],
    ]);
    for (const name of ASKED_BY_DEFAULT) {
      const told = answer.sources.find(({ source }) => source === name);
      expect(told?.query).toContain(sources[name].url);
      expect(Object.keys(told?.keywords ?? {})).toEqual(KEYWORDS);
      expect(sources[name].asked).toHaveLength(1 + KEYWORDS.length);
    }
    expect(await session.call('list_jobs', {})).toMatchObject({ jobs: [] });
    expect(await session.call('estimate_credits', {})).toMatchObject({ credits: { balance: 10 } });
    const words = KEYWORDS.flatMap((keyword) => ['-k', keyword]);
    const { code, stdout } = await runHere(['search', ...words, '--dry-run'], settings);
    expect(code).toBe(0);
    expect(stdout).toContain('openalex: 3 results\n');
    expect(stdout).toContain('It would cost 1 credit (basic, 10 left). No job was made and nothing was spent.');
    const free = await runHere(['search', ...words, '--dry-run'], settingsOf(sources));
    expect(free.stdout).toContain('The search is free (embedded mode). No job was made and nothing was spent.');
  } finally {
    await session.end();
    await stopSources(sources);
  }
});
