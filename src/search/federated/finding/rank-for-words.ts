import { DEFAULT_LIMIT } from '../../../contract/rules.ts';
import type { LookUpMatch } from '../../../jobs/ports/paper-finder.ts';
import type { Library } from '../../../library/library.ts';
import type { FoundPaper } from '../../../papers/found-paper.ts';
import { type Query, readQueryText } from '../../../papers/query/query.ts';
import { isRememberedWithYear, isTopicOrQuestion } from '../../../papers/references/read-reference.ts';
import type { FoundWork } from '../../../papers/works/found-work.ts';
import { matchReference, shareOfWords } from '../../../papers/works/match-reference.ts';
import { mergeFound } from '../../../papers/works/merge.ts';
import { type PreparedReference, prepareRecord } from '../../../papers/works/prepare-match.ts';
import { joinWithLibrary } from '../join-with-library.ts';
import { keepMatching } from '../keep-relevant.ts';
import { searchLibrary } from '../library-search.ts';
import { rankAndFuse } from '../rank-and-fuse.ts';

/** A person who remembers a paper with its year may get a word wrong, such as a name, or abbreviate the journal. */
const MIN_SHARE_REMEMBERED = 0.7;

/** Maximum ranked papers; among these, papers with all words come first. */
const MAX_RANKED = 20;

/**
 * The best papers for a few words, ranked as in a search: `likely` if a title contains all words, otherwise `none` with
 * the nearest papers. If there are none, it is `match`, the outcome of comparing titles.
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
  const rankAll = () => {
    if (works.length === 0) return withLibrary ? searchLibrary(library, search) : [];
    const joined = joinWithLibrary(library, mergeFound(works), { withLibrary });
    return rankAndFuse(library, joined, search, { withLibrary }).papers;
  };
  const ranked = rankAll().slice(0, MAX_RANKED);
  const minShare = isRememberedWithYear(reference.parsed) ? MIN_SHARE_REMEMBERED : 1;
  const isAbout = (paper: FoundPaper) => matchReference(reference, prepareRecord(paper)).found !== 'none';
  const isNear = ({ title, abstract, summary, authors, venue, year }: FoundPaper) =>
    shareOfWords(reference, [title, abstract, summary, authors.join(' '), venue, year].join(' ')) >= minShare;
  const best = ranked
    .filter(isNear)
    .map((found) => ({ paper: withoutExplanation(found), differs: [], isAbout: isAbout(found) }))
    .sort((a, b) => Number(b.isAbout) - Number(a.isAbout));
  if (best.length === 0 && isTopicOrQuestion(reference.parsed)) {
    const near = keepMatching(ranked, search, 'good').papers.slice(0, count);
    return { found: 'none', papers: near.map((paper) => ({ paper: withoutExplanation(paper), differs: [] })) };
  }
  if (best.length === 0) return match;
  const papers = best.slice(0, count).map(({ paper, differs }) => ({ paper, differs }));
  return { found: best[0]?.isAbout && reference.parsed.kind === 'words' ? 'likely' : 'none', papers };
}

/** The ranks of a topic's papers do not explain a look-up. */
function withoutExplanation({ search: { explanation: _, ...search } = {}, ...paper }: FoundPaper): FoundPaper {
  return { ...paper, search };
}
