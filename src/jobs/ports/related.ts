import type { SourceReport } from '../../contract/answers.ts';
import type { WirePaper } from '../../contract/paper.ts';

export const RELATIONS = ['references', 'citations', 'similar'] as const;
type Relation = (typeof RELATIONS)[number];

/** A request for papers that a stored paper cites, that cite it, or that are similar to it. */
export type RelatedRequest = {
  /** Reference of the stored paper, such as `J12-3`. */
  ref: string;
  relation: Relation;
  /** Papers to return, at most. */
  limit: number;
};

/** The request as its job records it, with what identifies the paper by itself. */
export type RelatedAsked = RelatedRequest & { title?: string; doi?: string };

export type RelatedOutcome = {
  papers: WirePaper[];
  notes: string[];
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
    paper: WirePaper,
    relation: Relation,
    limit: number,
    asking: { signal: AbortSignal; budgetMs: number },
  ): Promise<RelatedOutcome>;
};
