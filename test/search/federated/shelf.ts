import type { Filters } from '../../../src/contract/filters.ts';
import type { RequestBody } from '../../../src/contract/requests.ts';
import { type Library, openLibrary } from '../../../src/library/library.ts';
import type { Paper } from '../../../src/papers/paper.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { toWire } from '../../../src/papers/wire.ts';
import { searchLibrary } from '../../../src/search/federated/library-search.ts';
import { afterEachTest } from '../../helpers/after-each.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';

const open: { close: () => void }[] = [];
afterEachTest(() => {
  for (const library of open.splice(0)) library.close();
});

/** A library that is closed after the test; it also holds the package's papers. */
export function openShelf(dataDir: string = libraryFolder()) {
  const library = openLibrary(dataDir);
  open.push(library);
  const search = (body: RequestBody, filters: Partial<Filters> = {}) => {
    takeIn(library);
    return searchLibrary(library, parseQuery({ body, filters: { limit: 100, ...filters } })).map(toWire);
  };
  /** Ids of the papers found, best first. */
  const ids = (body: RequestBody, filters: Partial<Filters> = {}) => search(body, filters).map(({ id }) => id);
  return { ...library, library, search, ids };
}

/** Puts everything pending into the index. */
export function takeIn(library: Library): void {
  let before: number;
  let left = Number.POSITIVE_INFINITY;
  do {
    before = left;
    library.search(() => {});
    left = library.pending();
  } while (left < before);
}

/** A paper with the given facts only. */
export function paper(facts: Partial<Paper> & { key: string }): Paper {
  return { title: facts.key, authors: [], fieldsOfStudy: [], downloadable: false, ...facts };
}

/** The same keyword three times: a request with one subject. */
export function only(keyword: string): RequestBody {
  return { keywords: [keyword, keyword, keyword] };
}
