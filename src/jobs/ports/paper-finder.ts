import type { SourceReport } from '../../contract/answers.ts';
import type { LiveSourceName } from '../../contract/source-names.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { AuthorCandidate } from '../../papers/references/author-query.ts';
import type { ParsedReference } from '../../papers/references/read-reference.ts';
import type { MatchCertainty, ReferenceClass } from '../../papers/works/match-reference.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';

type PaperMatch = { paper: FoundPaper; differs: string[]; notCompared?: string[] };

/** The outcome of one source, or of the library, in a look-up. */
export type AskedSource = {
  source: LiveSourceName | 'library';
  outcome: 'answered' | 'failed' | 'not-asked';
  /** How many works the library has. */
  works?: number;
};

/** The works of the library if it alone was asked; undefined otherwise. */
export function worksIfAlone(asked: readonly AskedSource[]): number | undefined {
  const library = asked.find(({ source, outcome }) => source === 'library' && outcome === 'answered');
  const isAlone = asked.every(({ source, outcome }) => source === 'library' || outcome === 'not-asked');
  return isAlone ? library?.works : undefined;
}

/**
 * How certain it is that a paper is the intended one; `unchecked`: too few of the sources that would know it answered.
 * `not-a-reference`: a caption, a heading, an address or a sentence, which was not looked up.
 */
type LookUpVerdict = MatchCertainty | 'unchecked' | 'not-a-reference';

/** The result for one reference, best papers first. */
export type LookUpMatch = {
  /** Absent for a topic, which has no right or wrong answer. */
  found?: LookUpVerdict;
  /** Several sources that cover its field and year answered, and none has it. */
  mayBeInvented?: true;
  /** What a conference calls it, if it is wrong. */
  class?: ReferenceClass;
  papers: PaperMatch[];
  /** For a person: how many papers the library has; `papers` are the first of them. */
  papersInLibrary?: number;
  /** How many spellings of the name the library has, if `authors` lists only the most frequent. */
  namesInLibrary?: number;
  /** For an item that names a person: the candidates. */
  authors?: AuthorCandidate[];
  /** A further note, for example that the DOI belongs to another paper. */
  note?: SearchNote;
};

export type FinderOutcome = {
  /** In the order of the references. */
  items: LookUpMatch[];
  notes: SearchNote[];
  sources: SourceReport[];
  asked: AskedSource[];
  /** A source failed, or was not asked about every item: another look-up may find more. */
  isPartial: boolean;
};

/**
 * Finds papers by identifiers, titles or authors, in the library and at open sources, without the search service. Free.
 */
export type PaperFinder = {
  /** `stored`: papers of recorded jobs that may be the intended ones. At most `count` papers per item. */
  find(
    references: readonly ParsedReference[],
    stored: readonly FoundPaper[],
    count: number | undefined,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<FinderOutcome>;
};

/** Request and result of a look-up, as recorded with its job. */
export type LookUpRecord = {
  /** Maximum number of papers per item. */
  count: number;
  /** Absent from look-ups of earlier versions. */
  asked?: AskedSource[];
  items: (Omit<LookUpMatch, 'papers'> & {
    /** The item as entered, shortened. */
    item: string;
    /** Their positions among the job's papers, from 1. */
    papers: { paper: number; differs: string[]; notCompared?: string[] }[];
  })[];
};
