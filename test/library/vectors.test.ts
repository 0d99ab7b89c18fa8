import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LIBRARY_MIGRATIONS } from '../../src/library/library-schema.ts';
import { openVectors } from '../../src/library/vectors.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { atTheEnd } from '../helpers/sources/stand-ins.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openShelf } from '../search/federated/shelf.ts';

const vector = (...numbers: number[]) => Float32Array.from(numbers);

it('vectors are found by their hashes, also after the library was opened again', () => {
  const folder = temporaryFolder();
  const kept = new Map([
    ['a', vector(0.25, -1.5, 3e-7)],
    ['b', vector(1, 2, 3)],
  ]);
  openShelf(folder).vectors.keep(kept);
  const again = openShelf(folder);
  expect(again.vectors.find(['b', 'none', 'a'])).toEqual(kept);
  again.vectors.keep(new Map([['a', vector(9, 9)]]));
  expect(again.vectors.find(['a'])).toEqual(new Map([['a', vector(9, 9)]]));
});

it('the oldest go when all together would take too much', () => {
  const database = openDatabase(join(temporaryFolder(), 'library.sqlite'), LIBRARY_MIGRATIONS);
  atTheEnd(() => database.close());
  const vectors = openVectors(database, 3 * 8);
  for (const name of ['a', 'b', 'c', 'd']) vectors.keep(new Map([[name, vector(1, 2)]]));
  expect([...vectors.find(['a', 'b', 'c', 'd']).keys()]).toEqual(['b', 'c', 'd']);
  // Kept anew, a vector is the newest.
  vectors.keep(new Map([['b', vector(3, 4)]]));
  vectors.keep(new Map([['e', vector(1, 2)]]));
  expect([...vectors.find(['a', 'b', 'c', 'd', 'e']).keys()]).toEqual(['b', 'd', 'e']);
});
