import { expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { QUERY, TRANSPORTS } from '../helpers/task-transports.ts';

it.each(TRANSPORTS)(
  'a task over %s waits inline for a while, and not as long as was asked',
  async (_name, { here }) => {
    const scripted = new ScriptedService();
    await scripted.start();
    scripted.options.pollsUntilDone = 1_000;
    const server = await here({
      PAPERQUEUE_DATA_DIR: libraryFolder(),
      PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
      PAPERQUEUE_BASE_URL: scripted.baseUrl,
      PAPERQUEUE_TOKEN: scripted.token,
    });
    try {
      // Forty seconds were asked for, and the frames of this test wait for less.
      const call = { name: 'query_search', arguments: { query: QUERY, waitSeconds: 40 } };
      const { result } = await server.ask('tools/call', call);
      expect(result).toMatchObject({ resultType: 'task', status: 'working' });
      expect(scripted.requests.filter(({ method }) => method === 'GET').length).toBeGreaterThan(3);
    } finally {
      await server.close();
      await scripted.stop();
    }
  },
);
