import { describe, expect, it } from 'vitest';
import { createLibrary, openLibrary } from '../../src/library/library.ts';
import { readStarterCatalogue } from '../../src/library/starter/starter.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const papersIn = (folder: string) => {
  const library = openLibrary(folder);
  try {
    return library.size();
  } finally {
    library.close();
  }
};

describe('a library that is made in parts', () => {
  it('holds what one that is opened at a stretch does', async () => {
    const folder = temporaryFolder();
    await createLibrary(folder);
    expect(papersIn(folder)).toEqual(papersIn(libraryFolder()));
  });

  it('lets others run between the parts', async () => {
    let turns = 0;
    const timer = setImmediate(function count() {
      turns += 1;
      setImmediate(count).unref();
    });
    await createLibrary(temporaryFolder());
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(2);
  });

  it('is whole when another process opens it before it is done, and when it is made twice at once', async () => {
    const folder = temporaryFolder();
    const making = createLibrary(folder);
    const opened = papersIn(folder);
    const again = createLibrary(folder);
    await Promise.all([making, again]);
    const papers = readStarterCatalogue().length;
    expect([opened, papersIn(folder)]).toEqual([
      { papers, starter: papers, counted: papers },
      { papers, starter: papers, counted: papers },
    ]);
  });

  it('gives back no paper of the package that was removed meanwhile', async () => {
    const folder = temporaryFolder();
    const making = createLibrary(folder);
    const library = openLibrary(folder);
    library.remove({ origin: 'starter' });
    const left = library.size();
    await making;
    expect(library.size()).toEqual(left);
    library.close();
  });
});
