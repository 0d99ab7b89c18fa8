import { expect, it } from 'vitest';
import { OFFERED } from '../../src/app/offered.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import type { SearchService } from '../../src/jobs/ports/service.ts';
import { serveMcpOverHttp } from '../../src/mcp/http.ts';
import { createLog } from '../../src/platform/log.ts';
import { envelope, post } from '../helpers/served-mcp.ts';
import { asFeatures, featuresOf, openBench } from '../jobs/submitting.ts';

const QUERY = 'How do mussels settle on rocky shores between the tides, and for how long do they stay there?';
const REQUEST = { operation: 'querySearch', body: { query: QUERY }, filters: { limit: 100 } } as const;

/**
 * A call counts from when it came. What it wants is a run that was not told by then: one that somebody else made and
 * was told while the call waited for the parts of the server is what it gets, at no cost.
 */
it('a fresh call gets the run that was made while it waited to be begun, and pays for none', async () => {
  const bench = openBench();
  const status: SearchService['status'] = async () => ({ status: 'success', papers: [], notes: [], unreadable: 0 });
  const cases = featuresOf(bench, { service: Object.assign(bench.service, { status }) });
  const asked: (() => void)[] = [];
  const jobs = () => new Promise<Jobs>((resolve) => asked.push(() => resolve(cases.jobs)));
  const log = createLog({ level: 'error', write: () => {}, secrets: [] });
  const server = await serveMcpOverHttp(
    { features: { ...asFeatures(cases), jobs }, offered: OFFERED, log, tasks: false, describesAnswers: false },
    { host: '127.0.0.1', allowedHosts: undefined, port: 0, token: undefined },
  );
  const call = async () => {
    const params = { name: 'query_search', arguments: { query: QUERY, fresh: true }, _meta: envelope() };
    const { result } = await post(server.address, { id: 1, method: 'tools/call', params });
    return (result as { structuredContent: { job: object } }).structuredContent.job;
  };
  const begun = async () => {
    await expect.poll(() => asked.length).toBe(1);
    return asked.pop() as () => void;
  };
  try {
    const first = call();
    const begin = await begun();
    await cases.jobs.search({ ...REQUEST }, {}, { signal: new AbortController().signal, fresh: true });
    begin();
    expect(await first).toMatchObject({ ref: 'J1', reused: true });
    expect(bench.service.created).toHaveLength(1);
    const later = call();
    (await begun())();
    expect(await later).toMatchObject({ ref: 'J2', reused: false });
    expect(bench.service.created).toHaveLength(2);
  } finally {
    await server.close();
  }
});
