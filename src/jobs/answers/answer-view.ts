import type { ServiceProgress } from '../../contract/service-progress.ts';
import type { KnownCounts } from '../../papers/retraction/retraction-marks.ts';
import type { Advice, Note } from '../../wording/notes.ts';
import type { Mode } from '../ports/service.ts';
import type { Credits } from '../spending/charges.ts';
import type { RelevanceView } from './relevance.ts';
import type { ShownPage } from './show-page.ts';

/** The answer to an assistant: one JSON object, as text and as structured content. */
export type JobAnswerView = {
  mode: Mode;
  job: {
    ref: string;
    jobId: string | null;
    operation: string;
    status: string;
    createdAt: string;
    reused: boolean;
    /** Only for a running job: seconds since its creation. */
    ageSeconds?: number;
    /** Only for a running job: progress in the service's own terms. */
    serviceProgress?: ServiceProgress;
    /** Only for a running job: seconds until another look is worthwhile. */
    askAgainSeconds?: number;
  };
  /** Absent on later pages, for papers requested by reference, and for several jobs. */
  credits?: Credits;
  /** Only for a few jobs read as one, on the first page: what each of them contributes. */
  searches?: ComparedSearch[];
  /** How many works of the answer match the query, by class. */
  relevance?: RelevanceView;
  /** Set if `where` filters by retraction. */
  known?: KnownCounts;
  /** How `where.text` was parsed, and which reviews `where.decision` refers to. */
  whereRead?: string;
  notes?: Note[];
  next?: Advice[];
} & Partial<Pick<ShownPage, 'page' | 'papers' | 'facets'>>;

/** One of the searches of an answer. Counts of works; `papers` is absent for a job without any. */
export type ComparedSearch = {
  job: string;
  /** The beginning of its query. */
  about: string;
  /** Only if it has no papers, or none yet. */
  status?: string;
  papers?: number;
  /** Hits that its papers are the best of, if its limit cut others off. */
  of?: number;
  /** Works that no other of the searches found. */
  onlyHere?: number;
  /** Works that no search before it found. */
  added?: number;
};
