import type { SourceReport } from '../../contract/answers.ts';
import type { SearchNote } from '../../contract/notes/search-notes.ts';
import type { LiveSourceName } from '../../contract/source-names.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { AuthorCandidate } from '../../papers/references/author-query.ts';
import type { ParsedReference } from '../../papers/references/read-reference.ts';
import type { MatchCertainty } from '../../works/match-reference.ts';

type PaperMatch = { paper: FoundPaper; differs: string[] };

/** What became of a source in a look-up. */
export type AskedSource = { source: LiveSourceName; outcome: 'answered' | 'failed' | 'not-asked' };

/** How certain a paper is the one that was meant; `unchecked`: too few that would know it answered. */
type LookUpVerdict = MatchCertainty | 'unchecked';

/** What was found for one reference: the best papers first. */
export type LookUpMatch = {
  /** Absent for a topic, which is no reference that could be right or wrong. */
  found?: LookUpVerdict;
  /** Several sources that cover its field and year answered, and none has it. */
  mayBeInvented?: true;
  papers: PaperMatch[];
  /** Of a person: how many papers the library has, where `papers` are the first of them. */
  papersInLibrary?: number;
  /** Of an item that asks for a person: who it may be. */
  authors?: AuthorCandidate[];
  /** What else there is to say, such as that the DOI is of another paper. */
  note?: SearchNote;
};

export type FinderOutcome = {
  /** In the order of the references. */
  items: LookUpMatch[];
  notes: SearchNote[];
  sources: SourceReport[];
  asked: AskedSource[];
  /** A source failed, or could not be asked about all: asked again, more may be found. */
  isPartial: boolean;
};

/** Finds papers by what is known of them, in the library and at open sources, outside of the search service. Free. */
export type PaperFinder = {
  /** `stored` are papers of recorded jobs that may be among those asked for; at most `count` papers an item. */
  find(
    references: readonly ParsedReference[],
    stored: readonly FoundPaper[],
    count: number | undefined,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<FinderOutcome>;
};

/** What was asked and found, as it is recorded with its job. */
export type LookUpRecord = {
  /** Papers for each item, at most. */
  count: number;
  /** Absent from look-ups of earlier versions. */
  asked?: AskedSource[];
  items: (Omit<LookUpMatch, 'papers'> & {
    /** The text that was given, shortened. */
    item: string;
    /** By their places among the papers of the job, from 1. */
    papers: { paper: number; differs: string[] }[];
  })[];
};
