import type { Features } from '../../jobs/features.ts';
import type { StoredJobs } from '../../jobs/ports/store.ts';
import type { CallOptions } from '../../jobs/spending/call.ts';
import type { DraftCheck } from './check.ts';
import type { DraftOrder } from './draft.ts';

/** Without `format`, it is detected from the content. */
type DraftContent = Omit<DraftOrder, 'format'> & Partial<Pick<DraftOrder, 'format'>>;

type DraftRequest = DraftContent & {
  /** Rows to skip. Default: 0. */
  offset?: number | undefined;
};

/** Checks of drafts; free. */
export type Drafts = {
  /**
   * Checks every citation, quotation and sentence with a citation of a draft. Only its references are sent to sources.
   * Throws INVALID_INPUT for a file that cannot be read.
   */
  checkDraft(request: DraftRequest, call: CallOptions, options?: { limitSize?: boolean }): Promise<DraftCheck>;
  /** The names of the files of references that a draft refers to, relative to it. */
  filesNamedIn(content: DraftContent, call: { signal: AbortSignal }): Promise<string[]>;
};

export type DraftsDeps = {
  store: Pick<StoredJobs, 'byNumber' | 'papers' | 'libraryPaper'>;
  features: Pick<Features, 'lookups' | 'texts' | 'passages'>;
};
