import type { SourceReport } from '../../contract/answers.ts';
import type { WirePaper } from '../../contract/paper.ts';

export const RELATIONS = ['references', 'citations', 'similar'] as const;
type Relation = (typeof RELATIONS)[number];

/** What follows from a stored paper: the papers that it cites, that cite it, or that are like it. */
export type RelatedRequest = {
  /** Of the stored paper, such as `J12-3`. */
  ref: string;
  relation: Relation;
  limit: number;
};

/** As it is recorded with its job: enough to know the paper by, whatever becomes of the other job. */
export type RelatedAsked = RelatedRequest & { title?: string; doi?: string };

export type RelatedOutcome = {
  papers: WirePaper[];
  notes: string[];
  sources: SourceReport[];
  /** One who could tell did not, or not all: asked again, it may. */
  isPartial?: boolean;
  /** Why there is nothing to record: nobody answered, which may pass, or nobody can tell this of this paper at all. */
  failed?: 'nobody answered' | 'nobody can tell';
};

/** Who can tell of related works, outside of the search service. Free. */
export type RelatedWorks = {
  /** All sources that can tell related works, configured or not; at least one. */
  readonly supported: readonly string[];
  /** Those of them that may be asked; empty where the user allows none. */
  readonly names: readonly string[];
  find(
    paper: WirePaper,
    relation: Relation,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
};
