import { join } from 'node:path';
import { rethrowBug } from '../lib/bugs.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { LiveSources } from '../search/federated/live-sources.ts';
import { SOURCES } from '../search/sources/all-sources.ts';
import { createFullTexts } from './full-texts.ts';
import { createProcessReader } from './process/read-in-process.ts';
import { createTextWeb } from './sources/text-web.ts';
import { openTextStore } from './store/text-store.ts';

/** Maximum time that reading a text waits for a locked library. */
const MAX_WAIT_MS = 2_000;

/** Makes a paper findable by the words of its full text. `hash` identifies the text. */
export type WordIndex = { keepTextWords(paper: PaperToRead, hash: string, text: () => string): void };

/**
 * Full texts from the configured sources, stored in the data folder. Their words go into the library, if there is one.
 * Opens nothing before the first call.
 */
export function connectFullTexts(
  dataDir: string,
  live: () => Promise<LiveSources>,
  library?: () => Promise<WordIndex>,
) {
  const indexWords = async (...text: Parameters<WordIndex['keepTextWords']>) => {
    try {
      const opened = await library?.();
      await whenStoreIsFree(() => opened?.keepTextWords(...text), { maxMs: MAX_WAIT_MS });
    } catch (error) {
      rethrowBug(error);
      // The text is returned all the same, and the next call that reads the paper tries again.
    }
  };
  return createFullTexts({
    web: createTextWeb(async (signal, work) => (await live()).use({ signal }, work), SOURCES),
    reader: createProcessReader(),
    indexWords,
    texts: () => openTextStore(join(dataDir, 'texts.sqlite')),
  });
}
