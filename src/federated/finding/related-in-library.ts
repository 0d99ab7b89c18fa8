import { LIMITS } from '../../contract/rules.ts';
import type { RelatedOutcome, RelatedWorks } from '../../jobs/ports/related.ts';
import type { Library } from '../../library/library.ts';
import type { Paper } from '../../papers/paper.ts';
import { toWire } from '../../papers/wire.ts';
import { searchLibrary } from '../library-search.ts';
import { reportLibrary } from '../source-reports.ts';
import { findPapersOfName } from './papers-of-author.ts';

const MAX_PAPERS = LIMITS[2];
/** Longer texts say nothing new of what a paper is about. */
const MAX_QUERY_CHARACTERS = 5_000;

/** The papers of the library that are most like one, itself left out. */
export function findSimilar(library: Library, record: Paper, limit: number): RelatedOutcome {
  const query = [record.title, record.abstract].filter(Boolean).join('. ').slice(0, MAX_QUERY_CHARACTERS);
  const itself = new Set(library.findSameWorks(record).map((same) => same.record.key));
  const papers = searchLibrary(library, { body: { query }, filters: { limit: MAX_PAPERS } })
    .filter(({ id }) => !itself.has(id ?? ''))
    .slice(0, limit);
  const report = reportLibrary(library, papers.length);
  const isStarter = library.size().papers === library.size().starter;
  return { papers, notes: [{ kind: 'similar-in-library', isStarter }], sources: [report] };
}

/** Answers with the papers of people of a name that the library has. */
export function byNameIn(library: () => Promise<Library>): NonNullable<RelatedWorks['byName']> {
  return async (name, order, limit, { signal }) => {
    const searched = await library();
    const found = await findPapersOfName(searched, name, order, signal);
    const papers = found.papers.slice(0, limit).map((paper) => toWire(paper, null));
    const sources = [reportLibrary(searched, papers.length)];
    return { papers, notes: papers.length > 0 ? [{ kind: 'name-in-library' }] : [], sources };
  };
}
