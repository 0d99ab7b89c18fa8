import { join } from 'node:path';
import type { LiveSources } from '../federated/live-sources.ts';
import type { OpenWeb } from '../reading/copies/open-web.ts';
import { createFullTexts } from '../reading/full-texts.ts';
import { createProcessReader } from '../reading/process/read-in-process.ts';
import { openKeptTexts } from '../reading/store/kept-texts.ts';
import { fetchFullText } from '../sources/full-text.ts';

/** The full texts over the configured sources, kept in the data folder. Opens nothing before the first reading. */
export function connectFullTexts(dataDir: string, live: () => Promise<LiveSources>) {
  const web: OpenWeb = {
    names: async () => (await live()).names,
    fullText: async (name, paper, signal) => {
      const sources = await live();
      return sources.use({ signal }, async (all, context) => {
        const source = all.find((each) => each.source.name === name);
        return source ? fetchFullText(source, paper, context) : 'none';
      });
    },
    record: async (name, doi, signal) => (await (await live()).lookUp(name, [doi], { signal })).records.get(doi),
  };
  return createFullTexts({
    web,
    reader: createProcessReader(),
    texts: () => openKeptTexts(join(dataDir, 'texts.sqlite')),
  });
}
