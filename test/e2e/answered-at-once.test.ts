import { afterEach, expect, it } from 'vitest';
import { EXAMPLE_PAPER, ScriptedService } from '../helpers/scripted-service.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A service that answers a creation with the papers themselves, and knows no job afterwards. */

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openServer(service: ScriptedService, folder: string) {
  const server = new ServerHere({
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: folder,
    PAPERQUEUE_WAIT_SECONDS: '1',
  });
  await server.initialize();
  let asked = 1;
  const call = async (name: string, args: object) => {
    asked += 1;
    const { result } = await server.request(asked, 'tools/call', { name, arguments: args });
    const { content } = result as { content: { text: string }[] };
    return { text: content.map(({ text }) => text).join('\n'), answer: JSON.parse(content[0]?.text ?? '{}') };
  };
  return { call, end: () => server.end() };
}

it('its papers are answered, listed, exported and kept by our reference, and no id is ever asked for', async () => {
  const service = await new ScriptedService({
    credits: { basic: 9 },
    intercept: ({ method }, response) => {
      if (method === 'POST') response.end(JSON.stringify({ requestId: 'r-1', results: [EXAMPLE_PAPER] }));
      return method === 'POST';
    },
  }).start();
  closers.push(() => service.stop());
  const folder = temporaryFolder();
  const first = await openServer(service, folder);
  const search = { keywords: ['owl', 'reading', 'glasses'] };
  const paid = { credits: { cost: 1, charged: 'yes' }, papers: [{ ref: 'J1-1' }] };
  const found = await first.call('keyword_search', search);
  expect(found.answer).toMatchObject({ ...paid, job: { ref: 'J1', jobId: null, status: 'success' } });
  await first.end();

  const { call, end } = await openServer(service, folder);
  closers.push(end);
  expect((await call('get_job', { jobId: 'J1' })).answer).toMatchObject({ papers: [{ title: EXAMPLE_PAPER.title }] });
  expect((await call('keyword_search', search)).answer).toMatchObject({
    job: { reused: true },
    papers: [{ ref: 'J1-1' }],
  });
  expect((await call('list_jobs', {})).answer.jobs).toMatchObject([
    { ref: 'J1', jobId: null, papers: 1, charged: 'yes' },
  ]);
  const { text } = await call('export_papers', { jobId: 'J1', format: 'receipt' });
  expect(text).toContain('1 credit');
  expect(text).not.toContain('r-1');
  const again = await call('keyword_search', { ...search, fresh: true });
  expect(again.answer).toMatchObject({ ...paid, job: { ref: 'J2' }, papers: [{ ref: 'J2-1' }] });
  const asked = service.requests.filter(({ path }) => path.includes('/job/'));
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST']);
});
