import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { type Lifetime, lazyPart, load } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { USER_AGENT } from '../platform/version.ts';
import type { Library } from './library.ts';

/** The library of the data folder and the user's Zotero, each opened on first use. */
export function openLibraryFeatures({ config, log, life }: { config: Config; log: Log; life: Lifetime }) {
  let opened: Library | undefined;

  const library = lazyPart(async (): Promise<Library> => {
    const [{ createLibrary, openLibrary }, { withBackgroundIndexing }] = await load(
      Promise.all([import('./library.ts'), import('./background-indexing.ts')]),
    );
    const onMergeError = (error: unknown) => log.error('the index of the library could not be merged', { error });
    await whenStoreIsFree(() => createLibrary(config.dataDir));
    const plain = await whenStoreIsFree(() => openLibrary(config.dataDir, onMergeError));
    opened = life.closing(withBackgroundIndexing(plain, config.dataDir));
    return opened;
  });

  /** In hosted mode there is a library only if the user has imported something. */
  const ownLibrary = async () =>
    config.mode === 'embedded' || existsSync(join(config.dataDir, 'library.sqlite')) ? library() : undefined;

  return {
    library,
    ownLibrary,
    /** Opens the library if possible; without it, the status of papers comes from their records alone. */
    async libraryBesideJobs() {
      await ownLibrary().catch(() => undefined);
      return () => opened;
    },
    /** The library, if something has opened it. */
    openedLibrary: () => opened,
    async zotero() {
      const { connectZotero } = await import('./zotero/zotero.ts');
      return connectZotero({ key: config.zoteroKey, base: config.sourceUrls.zotero, userAgent: USER_AGENT });
    },
  };
}
