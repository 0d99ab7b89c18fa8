import { LIMITS } from '../../contract/rules.ts';
import type { RelatedOutcome, RelatedWorks } from '../../jobs/ports/related.ts';
import type { Library } from '../../library/library.ts';
import type { Paper } from '../../papers/paper.ts';
import { readQueryText } from '../../papers/query/query.ts';
import { likeness, MIN_LIKENESS, vectorOf } from '../../papers/relevance/likeness.ts';
import { searchLibrary } from '../library-search.ts';
import { reportLibrary } from '../source-reports.ts';
import { findPapersOfName } from './papers-of-author.ts';

const MAX_PAPERS = LIMITS[2];
/** Longer texts say nothing new of what a paper is about. */
const MAX_QUERY_CHARACTERS = 5_000;

/** The papers of the library that are most like one, itself left out; none that is not like it. */
export function findSimilar(library: Library, record: Paper, limit: number): RelatedOutcome {
  const text = [record.title, record.abstract].filter(Boolean).join('. ').slice(0, MAX_QUERY_CHARACTERS);
  const itself = new Set(library.findSameWorks(record).map((same) => same.record.key));
  const vector = vectorOf(record);
  const papers = searchLibrary(library, { keywords: [], text: readQueryText(text), filters: { limit: MAX_PAPERS } })
    .filter((paper) => !itself.has(paper.key) && likeness(vector, vectorOf(paper)) >= MIN_LIKENESS)
    .slice(0, limit);
  const report = reportLibrary(library, papers.length);
  const size = library.size();
  const isStarter = size.papers === size.starter;
  const kind = papers.length > 0 ? ('similar-in-library' as const) : ('nothing-similar' as const);
  return { papers, notes: [{ kind, isStarter }], sources: [report] };
}

/** Answers with the papers of people of a name that the library has. */
export function byNameIn(library: () => Promise<Library>): NonNullable<RelatedWorks['byName']> {
  return async (name, order, limit, { signal }) => {
    const searched = await library();
    const found = await findPapersOfName(searched, name, order, signal);
    const papers = found.papers.slice(0, limit);
    const sources = [reportLibrary(searched, papers.length)];
    return { papers, notes: papers.length > 0 ? [{ kind: 'name-in-library' }] : [], sources };
  };
}
