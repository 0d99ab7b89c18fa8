import { join } from 'node:path';
import type { LiveSources } from '../federated/live-sources.ts';
import { createFullTexts } from '../reading/full-texts.ts';
import { createProcessReader } from '../reading/process/read-in-process.ts';
import { openKeptTexts } from '../reading/store/kept-texts.ts';
import { createTextWeb } from '../sources/texts/text-web.ts';

/** The full texts over the configured sources, kept in the data folder. Opens nothing before the first reading. */
export function connectFullTexts(dataDir: string, live: () => Promise<LiveSources>) {
  return createFullTexts({
    web: createTextWeb(async (signal, work) => (await live()).use({ signal }, work)),
    reader: createProcessReader(),
    texts: () => openKeptTexts(join(dataDir, 'texts.sqlite')),
  });
}
