import { DEFAULT_LIMIT } from '../../contract/rules.ts';
import type { LookUpMatch } from '../../jobs/ports/paper-finder.ts';
import type { Library } from '../../library/library.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { type Query, readQueryText } from '../../papers/query/query.ts';
import type { FoundWork } from '../../works/found-work.ts';
import { hasAllWords, matchReference, type PreparedReference, prepareRecord } from '../../works/match-reference.ts';
import { mergeFound } from '../../works/merge.ts';
import { joinWithLibrary } from '../join-with-library.ts';
import { searchLibrary } from '../library-search.ts';
import { rankAndFuse } from '../rank-and-fuse.ts';

/** Papers of the ranking among which those with all of the words come first. */
const MAX_RANKED = 20;

/**
 * The best papers about a few words, as a search ranks them: `likely` where a title has all of the words, otherwise
 * `none` with the papers that come nearest. `chosen` are papers whose titles have them.
 */
export function rankForWords(
  library: Library,
  reference: PreparedReference,
  works: readonly FoundWork[],
  match: LookUpMatch,
  { count, withLibrary }: { count: number; withLibrary: boolean },
): LookUpMatch {
  const { text } = reference.parsed;
  const search: Query = { keywords: [], text: readQueryText(text), filters: { limit: DEFAULT_LIMIT } };
  const ranked = () => {
    if (works.length === 0) return withLibrary ? searchLibrary(library, search) : [];
    const joined = joinWithLibrary(library, mergeFound(works), { withLibrary });
    return rankAndFuse(library, joined, search, { withLibrary }).papers;
  };
  const isAbout = (paper: FoundPaper) => matchReference(reference, prepareRecord(paper)).found !== 'none';
  const isNear = ({ title, abstract, summary }: FoundPaper) =>
    hasAllWords(reference, [title, abstract, summary].join(' '));
  const best = ranked()
    .slice(0, MAX_RANKED)
    .filter(isNear)
    .map((found) => ({ paper: withoutExplanation(found), differs: [], isAbout: isAbout(found) }))
    .sort((a, b) => Number(b.isAbout) - Number(a.isAbout));
  if (best.length === 0) return match;
  const papers = best.slice(0, count).map(({ paper, differs }) => ({ paper, differs }));
  return { found: best[0]?.isAbout ? 'likely' : 'none', papers };
}

/** The ranks of a topic's papers explain nothing of a look-up. */
function withoutExplanation({ search: { explanation: _, ...search } = {}, ...paper }: FoundPaper): FoundPaper {
  return { ...paper, search };
}
