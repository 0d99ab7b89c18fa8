import type { ChangesRequest, ZoteroChanges } from '../jobs/ports/zotero.ts';
import { fieldsOf, listOf, parseJson } from '../lib/json.ts';
import { findCollection } from './collections.ts';
import { noSuch } from './failures.ts';
import { type HeldItem, heldItem, type ItemPage, readPages } from './items.ts';
import type { ZoteroLibrary } from './library.ts';

/** The items of a library or collection that changed since the last import. Throws PaperqueueError. */
export async function readChanges(
  library: ZoteroLibrary,
  { collection: wanted, sinceOf }: Pick<ChangesRequest, 'collection' | 'sinceOf'>,
): Promise<ZoteroChanges> {
  const collection = wanted === undefined ? undefined : await findCollection(library, wanted);
  if (wanted !== undefined && !collection) throw noSuch('collection', wanted, 'the key or name of a collection');
  const part = collection ? `/collections/${collection.key}` : '';
  const { server, prefix } = library;
  const address = `zotero:${prefix}${part}`;
  const since = library.keepsVersions ? sinceOf(address, server) : undefined;
  const pages = readPages(library, `${part}/items/top`, since);
  const first = await pages.next();
  const page: ItemPage = first.done ? { items: [], version: since ?? 0 } : first.value;
  return {
    library: library.name,
    address,
    server,
    version: page.version,
    isPartial: since !== undefined,
    lines: linesOf(page, pages),
    removed: () => (since === undefined ? Promise.resolve({ trashed: [], deleted: 0 }) : removedSince(library, since)),
  };
}

async function* linesOf(first: ItemPage, pages: AsyncIterable<ItemPage>): AsyncGenerator<string> {
  const textOfPage = ({ items }: ItemPage) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  yield textOfPage(first);
  for await (const page of pages) yield textOfPage(page);
}

/** What went out of the whole library. Zotero on a machine may not tell it; then it counts as nothing. */
async function removedSince(library: ZoteroLibrary, since: number): Promise<{ trashed: string[]; deleted: number }> {
  const trashed: HeldItem[] = [];
  try {
    for await (const { items } of readPages(library, '/items/trash', since))
      trashed.push(...items.map(heldItem).filter((item) => item !== undefined));
    const answer = await library.read(`/deleted?since=${since}`);
    const { items } = fieldsOf(parseJson(answer.text));
    return { trashed: trashed.map(({ paper }) => paper.title), deleted: listOf(items).length };
  } catch {
    return { trashed: trashed.map(({ paper }) => paper.title), deleted: 0 };
  }
}
