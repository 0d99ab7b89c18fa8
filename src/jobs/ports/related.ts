import type { SourceReport } from '../../contract/answers.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { AuthorId, AuthorOrder } from '../../papers/references/author-query.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { CitationIndexes, CitationRecord } from './citations.ts';

export const RELATIONS = ['references', 'citations', 'similar', 'author'] as const;
/** Relations between papers. */
type Relation = Exclude<(typeof RELATIONS)[number], 'author'>;

/** A request for a stored paper's references, citations or similar papers, or for an author's papers. */
export type RelatedRequest = {
  /**
   * A stored paper's reference, such as `J12-3`, its DOI or another identifier; for an author the ORCID, the id from a
   * look-up, or `author: NAME` for people of that name in the library.
   */
  ref: string;
  relation: (typeof RELATIONS)[number];
  /** The order of an author's papers. Default: newest. */
  order?: AuthorOrder | undefined;
  /** Maximum number of papers. */
  limit: number;
};

/** The request as recorded with its job, with the paper's identifiers. */
export type RelatedRecord = Omit<RelatedRequest, 'relation' | 'limit'> & {
  /** Absent for a citation search, which has none. */
  limit?: number;
  /** `both`: only for a citation search. */
  relation: RelatedRequest['relation'] | 'both';
  title?: string;
  doi?: string;
  /** A citation search from several papers; `ref` then names the first. */
  search?: CitationRecord;
};

export type RelatedOutcome = {
  papers: FoundPaper[];
  notes: SearchNote[];
  sources: SourceReport[];
  /** A source failed or returned only a part, so another request may find more. Default: false. */
  isPartial?: boolean;
  /** Why nothing is recorded: no source answered, which may be temporary, or none knows this relation of this paper. */
  failed?: 'not answered' | 'undetermined';
};

/** Sources of relations between papers, which the search service does not know. Free. */
export type RelatedWorks = {
  /** All such sources, configured or not; at least one. */
  readonly supported: readonly string[];
  /** The configured ones. */
  readonly names: readonly string[];
  /** Citation searches from many papers; absent if no source may be asked. */
  readonly citations?: CitationIndexes;
  find(
    paper: FoundPaper,
    relation: Relation,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
  /** An author's papers; absent if no source may be asked. */
  byAuthor?(
    author: AuthorId,
    order: AuthorOrder,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
  /** The library's papers by anyone of this name; absent if the library may not be searched. */
  byName?(
    name: string,
    order: AuthorOrder,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
};
