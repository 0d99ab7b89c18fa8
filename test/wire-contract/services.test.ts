import { Secret } from '../../src/contract/secret.ts';
import { createHostedTransport, inProcessTransport } from '../../src/jobs/upstream/transport.ts';
import { type ClientOptions, createClient } from '../../src/jobs/upstream/upstream-client.ts';
import { UNPACED } from '../../src/platform/net/pacer.ts';
import { openEmbeddedService } from '../../src/service/embedded.ts';
import { EXAMPLE_PAPER, ScriptedService } from '../helpers/scripted-service.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { describeService, type Opened } from './client-suite.ts';

function openClients(options: Pick<ClientOptions, 'baseUrl' | 'transport' | 'token'>) {
  const common = { ...options, pacer: UNPACED, userAgent: 'paperqueue-tests' };
  return { service: createClient(common), unauthorized: createClient({ ...common, token: new Secret('wrong') }) };
}

describeService('a scripted service over a socket', async (): Promise<Opened> => {
  const scripted = await new ScriptedService({ credits: { basic: 4, pro: 1 }, pollsUntilDone: 1 }).start();
  const transport = createHostedTransport();
  return {
    ...openClients({ baseUrl: scripted.baseUrl, token: new Secret(scripted.token), transport }),
    close: async () => {
      await transport.close();
      await scripted.stop();
    },
  };
});

const dataDir = temporaryFolder();

describeService('the embedded service in process', async (): Promise<Opened> => {
  const embedded = openEmbeddedService({
    ...BARE_PARTS,
    dataDir,
    grants: { basic: 4, pro: 1, privateKey: null },
    search: () => ({ papers: [EXAMPLE_PAPER], notes: [] }),
    onError: (_event, error) => {
      throw error;
    },
  });
  return {
    ...openClients({
      baseUrl: 'http://embedded.invalid',
      token: embedded.token,
      transport: inProcessTransport(embedded.fetch),
    }),
    close: () => embedded.close(),
  };
});
