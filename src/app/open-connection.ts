import type { Library } from '../library/library.ts';
import type { Config } from '../platform/config.ts';
import { type Lifetime, lazyPart, load } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { LiveSources } from '../search/federated/live-sources.ts';
import type { connectHosted } from './hosted.ts';

type Parts = {
  jobStore: () => Promise<Parameters<typeof connectHosted>[2]>;
  library: () => Promise<Library>;
  live: () => Promise<LiveSources>;
};

/** The search service as configured: the hosted one, or the embedded one of this process. */
export function openConnection(config: Config, log: Log, life: Lifetime, { jobStore, library, live }: Parts) {
  return lazyPart(async () => {
    const store = await jobStore();
    if (config.mode === 'hosted')
      return life.closing(await (await import('./hosted.ts')).connectHosted(config, log, store));
    // First: the service's modules take as long to load, and other calls are answered in between.
    const searched = { library: await library(), live: await live() };
    const { connectEmbedded } = await load(import('./connect-embedded.ts'));
    return life.closing(await connectEmbedded(config, log, searched));
  });
}
