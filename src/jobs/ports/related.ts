import type { SourceReport } from '../../contract/answers.ts';
import type { SearchNote } from '../../contract/notes/search-notes.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { AuthorId, AuthorOrder } from '../../papers/references/author-query.ts';

export const RELATIONS = ['references', 'citations', 'similar', 'author'] as const;
/** Between papers. */
type Relation = Exclude<(typeof RELATIONS)[number], 'author'>;

/** A request for papers that a stored paper cites, that cite it, that are similar to it, or for those of an author. */
export type RelatedRequest = {
  /**
   * Reference of the stored paper, such as `J12-3`, or its DOI or another identifier; of an author the ORCID, the
   * number that a look-up gave, or `author: NAME` for people of that name in the library.
   */
  ref: string;
  relation: (typeof RELATIONS)[number];
  /** Which papers of an author come first. Default: newest. */
  order?: AuthorOrder | undefined;
  /** Papers to return, at most. */
  limit: number;
};

/** The request as its job records it, with what identifies the paper by itself. */
export type RelatedRecord = RelatedRequest & { title?: string; doi?: string };

export type RelatedOutcome = {
  papers: FoundPaper[];
  notes: SearchNote[];
  sources: SourceReport[];
  /** A source failed or gave only a part, so that another request may give more. Default: false. */
  isPartial?: boolean;
  /** Why nothing is recorded: no source answered, which may pass, or none has this relation of this paper. */
  failed?: 'nobody answered' | 'nobody can tell';
};

/** The sources that know relations between papers; the search service does not. Free. */
export type RelatedWorks = {
  /** All such sources, configured or not; at least one. */
  readonly supported: readonly string[];
  /** Those of them that the configuration allows. */
  readonly names: readonly string[];
  find(
    paper: FoundPaper,
    relation: Relation,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
  /** The papers of an author; absent where no source may be asked. */
  byAuthor?(
    author: AuthorId,
    order: AuthorOrder,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
  /** The papers of the library by anyone of this name; where it may be searched, which finds similar papers, too. */
  byName?(
    name: string,
    order: AuthorOrder,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
};
