import { expect, it } from 'vitest';
import { RawServer } from '../helpers/built-server.ts';
import { IS_WHOLE } from '../helpers/runs.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const HIDDEN = /lookup_papers|related_papers|read_paper|export_papers|screen_papers|evidence_table/;

it('lists the tools that PAPERQUEUE_TOOLS chooses, and can call no other', async () => {
  // The built one answers what it can from recorded answers.
  const server = new (IS_WHOLE ? RawServer : ServerHere)({
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_SOURCES: 'library',
    PAPERQUEUE_TOOLS: 'search',
  });
  try {
    const { result: begun } = await server.initialize();
    // They name tools that are not there.
    expect(begun?.capabilities).not.toHaveProperty('prompts');
    expect(JSON.stringify(begun)).not.toContain('skills');
    const listing = (await server.request(2, 'tools/list')).result;
    expect(JSON.stringify([begun, listing])).not.toMatch(HIDDEN);
    const { tools } = listing as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      'combined_search',
      'keyword_search',
      'query_search',
      'get_job',
      'estimate_credits',
      'list_jobs',
    ]);
    const listed = await server.request(3, 'tools/call', { name: 'list_jobs', arguments: {} });
    expect(listed.result?.isError ?? false).toBe(false);
    const short = { query: '"Attention is all you need"' };
    for (const args of [short, { query: 'sleep' }, { dryRun: true, keywords: ['sleep', 'memory', 'children'] }]) {
      const { result } = await server.request(5, 'tools/call', { name: 'combined_search', arguments: args });
      expect(JSON.stringify(result)).not.toMatch(HIDDEN);
    }
    const other = await server.request(4, 'tools/call', { name: 'lookup_papers', arguments: { items: ['a title'] } });
    expect(JSON.stringify(other)).toMatch(/not found/i);
  } finally {
    await server.end();
  }
});
