/**
 * A process that imports into the library of a data folder until it is killed: `library-process.ts DATA_DIR FIRST`.
 * Paper n has the title `Weevil zn`; a line says which are committed. Every other import is searched for, so that a
 * kill finds it between the library's commit and the index's or within either.
 */
import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { openLibrary } from '../../../../src/library/library.ts';
import { parseQuery } from '../../../../src/papers/query/query.ts';
import { searchLibrary } from '../../../../src/search/federated/library-search.ts';

const [dataDir = '', first = '0'] = process.argv.slice(2);
const library = openLibrary(dataDir);
for (let termId = Number(first); ; termId += 1) {
  library.add([{ key: `k${termId}`, title: `Weevil z${termId}`, authors: [], fieldsOfStudy: [], downloadable: false }]);
  writeSync(1, `added ${termId}\n`);
  if (termId % 2 === 0) searchLibrary(library, parseQuery({ body: { keywords: ['weevil'] }, filters: { limit: 100 } }));
  if (termId % 10 === 0) await library.settle();
  await setImmediate();
}
