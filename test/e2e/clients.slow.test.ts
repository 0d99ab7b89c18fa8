import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { DRIVERS, type Driver, HTTP_DRIVERS, type ToolResult } from '../helpers/mcp-clients.ts';
import { some } from '../helpers/runs.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';

const QUERY = 'How do stems, genomes and viruses change in the course of evolution, and how is that measured?';
const KEYWORDS = ['evolution', 'genome', 'phylogenetic trees'];

/** Text and structured part have to say the same: hosts show the model one of the two. */
function sameInBoth(result: ToolResult): Record<string, unknown> {
  expect(result.isError ?? false).toBe(false);
  expect(result.content).toHaveLength(1);
  expect(JSON.parse(result.content?.[0]?.text ?? '')).toEqual(result.structuredContent);
  return result.structuredContent as Record<string, unknown>;
}

// In the gate each client is in one of both modes.
const ALL_DRIVERS = [...DRIVERS, ...HTTP_DRIVERS];

describe.each(some(ALL_DRIVERS, { nth: 2 }))('embedded mode driven by %s', (_name, open) => {
  const dataDir = libraryFolder();
  let driver: Driver;
  beforeAll(async () => {
    driver = await open({ PAPERQUEUE_DATA_DIR: dataDir });
  });
  afterAll(() => driver.close());

  it('lists the tools', async () => {
    const tools = await driver.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      'combined_search',
      'keyword_search',
      'query_search',
      'get_job',
      'lookup_papers',
      'related_papers',
      'read_paper',
      'estimate_credits',
      'list_jobs',
      'export_papers',
      'screen_papers',
      'evidence_table',
    ]);
    for (const tool of tools) expect(tool.outputSchema).toMatchObject({ type: 'object' });
  });

  it('searches, gets papers with what they cost, pages on and asks again for nothing', async () => {
    const found = sameInBoth(await driver.call('combined_search', { keywords: KEYWORDS, query: QUERY, count: 2 }));
    expect(found).toMatchObject({
      mode: 'embedded',
      job: { ref: 'J1', operation: 'combinedSearch', status: 'success', reused: false },
      credits: { cost: 0, pool: 'basic', charged: 'no' },
      page: { offset: 0, count: 2, nextOffset: 2 },
    });
    const papers = found.papers as { ref: string; title: string }[];
    expect(papers.map((paper) => paper.ref)).toEqual(['J1-1', 'J1-2']);

    const more = sameInBoth(await driver.call('get_job', { jobId: 'J1', offset: 1, count: 2, view: 'full' }));
    expect((more.papers as { ref: string }[]).map((paper) => paper.ref)).toEqual(['J1-2', 'J1-3']);

    const again = sameInBoth(
      await driver.call('combined_search', { query: ` ${QUERY} `, keywords: [...KEYWORDS].reverse() }),
    );
    expect(again).toMatchObject({ job: { ref: 'J1', reused: true }, credits: { cost: 0, charged: 'no' } });
  });

  it('estimates without spending', async () => {
    const estimate = sameInBoth(await driver.call('estimate_credits', { limit: 300, enrich: true }));
    expect(estimate).toMatchObject({ mode: 'embedded', credits: { cost: 0, pool: 'pro', charged: 'no' } });
  });

  it('names every wrong field of a bad call at once', async () => {
    const result = await driver.call('keyword_search', { keywords: ['a', 'b'], limit: 7, fields_of_study: 'Law' });
    expect(result.isError).toBe(true);
    const { error } = JSON.parse(result.content?.[0]?.text ?? '');
    expect(error).toMatchObject({ code: 'INVALID_INPUT', charged: 'no', retryable: false });
    expect(error.message).toBe(
      'keywords: 3 to 10 entries, got 2; limit: 100, 200 or 300, got 7; fields_of_study: unknown parameter; did you mean fieldsOfStudy?',
    );
    expect(error.fields).toEqual([{ field: 'keywords' }, { field: 'limit' }, { field: 'fields_of_study' }]);
  });
});

describe.each(some(ALL_DRIVERS, { nth: 2, first: 1 }))('hosted mode driven by %s', (_name, open) => {
  const dataDir = libraryFolder();
  const scripted = new ScriptedService({ pollsUntilDone: 8 });
  let driver: Driver;
  beforeAll(async () => {
    await scripted.start();
    driver = await open({
      PAPERQUEUE_DATA_DIR: dataDir,
      PAPERQUEUE_BASE_URL: scripted.baseUrl,
      PAPERQUEUE_TOKEN: scripted.token,
      // Allows a look every quarter of a second.
      PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
    });
  });
  afterAll(async () => {
    await driver.close();
    await scripted.stop();
  });

  it('reports progress on the way and brings the papers back', async () => {
    const progress: number[] = [];
    const result = await driver.call('query_search', { query: QUERY }, (value) => progress.push(value));
    expect(sameInBoth(result)).toMatchObject({ mode: 'hosted', papers: [{ ref: 'J1-1', citations: 12 }] });
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
    expect(scripted.charges).toEqual([{ pool: 'basic', cost: 1 }]);
  });

  it('gives an unfinished job back with its reference when the time is up', async () => {
    scripted.options.pollsUntilDone = 3;
    const early = sameInBoth(await driver.call('query_search', { query: `${QUERY} Anew.`, waitSeconds: 0 }));
    expect(early).toMatchObject({ job: { ref: 'J2', status: 'queued' }, credits: { cost: 1, charged: 'yes' } });
    expect(early.papers).toBeUndefined();
    expect(early.next).toContain('get_job with jobId "J2"');
    const late = sameInBoth(await driver.call('get_job', { jobId: 'J2' }));
    expect(late).toMatchObject({ job: { status: 'success' }, page: { total: 1 } });
    expect(scripted.creations).toHaveLength(2);
  });
});
