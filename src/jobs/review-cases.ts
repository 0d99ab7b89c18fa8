import type { TextOutcome } from '../contract/notes/text-notes.ts';
import { untilAborted } from '../lib/deadline.ts';
import type { Reader } from '../review/protocol.ts';
import type { ExportDeps, ExportView } from './exporting/export.ts';
import type { RenderedReview, ReviewExportRequest } from './exporting/review-export.ts';
import { prepareSelection } from './full-text/prepare-selection.ts';
import { readPaperRef } from './job-refs.ts';
import type { AsreviewFiles } from './ports/asreview.ts';
import type { TextView } from './ports/full-text.ts';
import type { Call } from './ports/reviews.ts';
import type { Reviews } from './reviewing/reviewing.ts';

/** What faces do with reviews beyond screening. */
export type ReviewCases = {
  /** An export of a review: as text, or as a new file. */
  exportReview(review: string, request: ReviewExportRequest, call: Ended): Promise<ExportView>;
  /** The same as the content of one file of any length. */
  renderReview(review: string, request: ReviewExportRequest, call: Ended): Promise<RenderedReview>;
};

/** What ends a call. */
type Ended = { signal: AbortSignal };

export type ReviewDeps = {
  reviews: (call: Call) => Promise<Reviews>;
  asreviewFiles: () => Promise<AsreviewFiles>;
};

type Deps = Partial<ReviewDeps> & ExportDeps & Parameters<typeof prepareSelection>[0];

/** Loads what writes with the first export. */
export function createReviewCases(deps: Deps): ReviewCases {
  const prepare = async (ref: string, request: ReviewExportRequest, { signal }: Ended) => {
    const { reviews, asreviewFiles } = deps;
    if (!reviews || !asreviewFiles) throw new Error('reviews are not connected');
    const call = untilAborted(signal);
    const review = await (await reviews(call)).read(ref);
    const [exporting, asreview] = await Promise.all([import('./exporting/review-export.ts'), asreviewFiles()]);
    return { exporting, review, request: await prepareSelection(deps, request, call), asreview };
  };
  return {
    async exportReview(ref, given, call) {
      const { exporting, review, request, asreview } = await prepare(ref, given, call);
      return exporting.exportReview(deps, review, request, asreview);
    },
    async renderReview(ref, given, call) {
      const { exporting, review, request, asreview } = await prepare(ref, given, call);
      return exporting.renderReview(deps, review, request, asreview);
    },
  };
}

/** Outcomes of those who have no text for us; a host that was silent or failed may have one. */
const HAS_NONE: readonly unknown[] = ['no-text', 'no-number', 'nothing-there', 'no-text-named', 'page-instead'];

function hasNone(outcome: TextOutcome): boolean {
  return (
    HAS_NONE.includes(outcome) || (typeof outcome === 'object' && 'failure' in outcome && outcome.failure === 'closed')
  );
}

/**
 * Tells the reviews that wait for a paper's full text whether it was found; that it was not, only if all who were asked
 * said so. The answer has a note if a review recorded it.
 */
export async function withRetrieval<View extends { paper: { ref: string } } & TextView>(
  { reviews }: Partial<ReviewDeps>,
  view: View,
  who: Reader,
  { signal }: Ended,
): Promise<View> {
  const { source, notes = [], paper } = view;
  const attempts = notes.flatMap((note) => (note.kind === 'text-attempt' ? [note.outcome] : []));
  const isMissing = attempts.length > 0 && attempts.every(hasNone);
  if (!reviews || !(source || isMissing) || !readPaperRef(paper.ref)) return view;
  const found = source !== undefined;
  // A text is worth more than its record in a review that cannot be written now.
  const told = await (await reviews(untilAborted(signal))).noteRetrieval(paper.ref, found, who).catch(() => []);
  return told.length === 0
    ? view
    : { ...view, notes: [...notes, { kind: 'retrieval-recorded', reviews: told, found }] };
}
