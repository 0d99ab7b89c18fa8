import type { Config } from '../config.ts';
import type { JobRequest } from '../contract/requests.ts';
import { toServicePaper } from '../papers/record.ts';
import { searchLibrary } from '../search/engine.ts';
import { findByTitle } from '../search/library/find-by-title.ts';
import type { Library } from '../search/library/library.ts';
import { findByDoi, findByKey } from '../search/library/records.ts';
import { whichFilterToRelax } from '../search/relax.ts';
import type { PaperLookUp } from '../service/deps.ts';
import type { SearchEngine, SearchOutcome } from '../service/worker.ts';

/** What the service searches with: the library, and enrichment where a request asks for it. */

const MOST_BY_TITLE = 10;

export function createEngine(config: Config, library: Library, enrich: Enrich): SearchEngine {
  return async (request, context) => {
    const found = search(config, library, request);
    const wanted = request.body.enrich === true || context.scraperKey !== undefined;
    if (!wanted || found.papers.length === 0) return found;
    const { papers, notes } = await enrich(found.papers, context);
    return { papers, notes: [...found.notes, ...notes] };
  };
}

export type Enrich = (papers: SearchOutcome['papers'], context: Parameters<SearchEngine>[1]) => Promise<SearchOutcome>;

function search({ sources }: Config, library: Library, request: JobRequest): SearchOutcome {
  const papers = searchLibrary(library, request);
  const { papers: held, starter } = library.size();
  const only = held === starter ? ': the starter catalogue only; `paperqueue import FILE` adds your own' : '';
  const notes = [`Searched the local library (${held} papers${only}).`];
  const relax = papers.length === 0 ? whichFilterToRelax(library, request) : undefined;
  if (relax) notes.push(relax);
  const absent = sources.filter((source) => source !== 'library');
  if (absent.length > 0) notes.push(`Not searched: ${absent.join(', ')}; this version reads the local library only.`);
  return { papers, notes };
}

/** Papers of the library without a search. */
export function paperLookUp(library: Library): PaperLookUp {
  return {
    byTitle: (title) => findByTitle(library, title, MOST_BY_TITLE).map((record) => toServicePaper(record, null)),
    byId: (id) => {
      const record = findByKey(library.database, id) ?? findByDoi(library.database, id);
      return record && toServicePaper(record, null);
    },
  };
}
