import { asFields, asText } from '../../lib/json.ts';
import { isKey, readPages } from './items.ts';
import { severalCollections } from './zotero-failures.ts';
import type { ZoteroLibrary } from './zotero-library.ts';

export type Collection = { key: string; name: string };

/** The collection with this key or name; undefined if there is none. Throws INVALID_INPUT if several have the name. */
export async function findCollection(library: ZoteroLibrary, nameOrKey: string): Promise<Collection | undefined> {
  const found: Collection[] = [];
  for await (const { items } of readPages(library, '/collections')) found.push(...items.flatMap(collectionOf));
  const byKey = found.find(({ key }) => key === nameOrKey);
  if (byKey) return byKey;
  const folded = (name: string) => name.trim().normalize('NFC').toLowerCase();
  const [first, ...others] = found.filter(({ name }) => folded(name) === folded(nameOrKey));
  if (others.length === 0) return first;
  throw severalCollections(
    nameOrKey,
    [first, ...others].flatMap((collection) => collection?.key ?? []),
  );
}

/** Whether this looks like a collection's key (`ABCD2345`) rather than its name. */
export function isCollectionKey(text: string): boolean {
  return isKey(text) && /\d/.test(text);
}

function collectionOf({ key, data }: Record<string, unknown>): Collection[] {
  const name = asText(asFields(data).name);
  return name !== undefined && isKey(key) ? [{ key, name }] : [];
}
