import { libraryFolder } from '../../helpers/library-folder.ts';
import { ScriptedService } from '../../helpers/scripted-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import type { HostModel } from './hosts.ts';
import { SERVED } from './papers.ts';
import { type HostView, type Work, work } from './scripted-assistant.ts';
import { SimulatedHost } from './simulated-host.ts';

/** Keywords that also find something in the starter catalogue. */
export const KEYWORDS = ['deep learning', 'neural network', 'image recognition'];

/** A host with its assistant's work done; the host is still open. */
type Story = { host: SimulatedHost; work: Work; end: () => Promise<void> };

export type HostedStory = Story & {
  service: ScriptedService;
  /** Requests that the service had seen when the assistant first heard that the job has succeeded. */
  requestsAtSuccess: number;
};

const POLL = /^\/api\/v1\/job\/\w+$/;

/** Requests for the state of a job. */
export function pollsOf({ requests }: ScriptedService): number {
  return requests.filter(({ method, path }) => method === 'GET' && POLL.test(path)).length;
}

/** Lets the assistant work in a host of this model, against a hosted service. */
export async function playHosted(model: HostModel): Promise<HostedStory> {
  const service = await new ScriptedService({
    papers: SERVED,
    pollsUntilDone: model.looksUntilDone,
    credits: { basic: 10 },
  }).start();
  const settings = {
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  };
  const host = new SimulatedHost(model, settings, async () => {
    await until(() => pollsOf(service) > 0, 'the poll after which the host kills');
  });
  let requestsAtSuccess = 0;
  const watched = (): HostView => ({
    instructions: host.instructions,
    tools: host.tools,
    call: async (name, args) => {
      const answer = await host.call(name, args);
      if (isSuccess(answer.text)) requestsAtSuccess ||= service.requests.length;
      return answer;
    },
  });
  const end = async () => {
    await host.close();
    await service.stop();
  };
  const done = await endingOnFailure(end, async () => {
    await host.open();
    return work(watched(), KEYWORDS);
  });
  return { host, work: done, service, requestsAtSuccess, end };
}

/** The same over the starter catalogue, without any service. */
export async function playEmbedded(model: HostModel): Promise<Story> {
  const host = new SimulatedHost(model, { PAPERQUEUE_DATA_DIR: libraryFolder() }, async () => {});
  const end = () => host.close();
  const done = await endingOnFailure(end, async () => {
    await host.open();
    return work(host, KEYWORDS);
  });
  return { host, work: done, end };
}

/** A story that fails is never handed out, so that nobody else could end its processes. */
async function endingOnFailure<T>(end: () => Promise<void>, play: () => Promise<T>): Promise<T> {
  try {
    return await play();
  } catch (error) {
    await end();
    throw error;
  }
}

function isSuccess(text: string): boolean {
  return text.startsWith('{') && JSON.parse(text).job?.status === 'success';
}
