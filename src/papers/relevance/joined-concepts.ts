import { findDecidingPositions } from './concept-positions.ts';
import { type Deciding, joinAlike, joinDeciding } from './deciding.ts';
import type { PaperTerms } from './paper-terms.ts';

/** The rarer of two names must occur in this many papers, nearly all of which also contain the other. */
const MIN_PAPERS = 10;
const MIN_TOGETHER = 0.9;
/** The other is this much commoner, but not in nearly every paper of the job, which would show nothing. */
const MIN_TIMES_COMMONER = 3;
const MAX_SHARE_OF_JOB = 0.75;

/** A name that at most this share of a job's papers use says nothing of how rare its question is... */
const MAX_SHARE_UNUSED = 0.02;
/** ...if the job is large, and as many other concepts are left as a strong paper has. */
const MIN_PAPERS_TO_TELL = 50;
const MIN_OTHERS = 3;

/** `used`: the concepts without names that hardly a paper uses. */
type JoinedConcepts = { deciding: Deciding[]; used: Deciding[] };

/**
 * Joins concepts that the papers of a job show to be one: nearly every paper that contains the rarer also contains the
 * other, as with a drug and its class. The limits are strict: papers with all of a question come first in a job, so
 * independent concepts occur together, too.
 */
export function joinConcepts(deciding: readonly Deciding[], papers: readonly PaperTerms[]): JoinedConcepts {
  const having = deciding.map((concept) => ({
    concept,
    papers: new Set(papers.filter((paper) => findDecidingPositions(concept, paper).length > 0)),
  }));
  type Having = (typeof having)[number];
  const areOne = (one: Having, other: Having) => {
    const [rarer, commoner] =
      one.papers.size <= other.papers.size ? [one.papers, other.papers] : [other.papers, one.papers];
    if (rarer.size < MIN_PAPERS || commoner.size < MIN_TIMES_COMMONER * rarer.size) return false;
    if (commoner.size > MAX_SHARE_OF_JOB * papers.length) return false;
    return [...rarer].filter((paper) => commoner.has(paper)).length >= MIN_TOGETHER * rarer.size;
  };
  const joined = joinAlike(having, areOne).map((group) => ({
    concept: joinDeciding(group.map(({ concept }) => concept)),
    isUsed: group.some(({ papers: own }) => own.size > MAX_SHARE_UNUSED * papers.length),
  }));
  const used = joined.filter(({ isUsed }) => isUsed);
  const tells = papers.length >= MIN_PAPERS_TO_TELL && used.length >= MIN_OTHERS;
  const toConcepts = (some: typeof joined) => some.map(({ concept }) => concept);
  return { deciding: toConcepts(joined), used: toConcepts(tells ? used : joined) };
}
