import type { ExportDeps, ExportView } from './exporting/export.ts';
import type { RenderedReview, ReviewExportRequest } from './exporting/review-export.ts';
import { prepareSelection } from './full-text/prepare-selection.ts';
import type { AsreviewFiles } from './ports/asreview.ts';
import type { Reviews } from './reviewing/reviewing.ts';

/** What faces do with reviews beyond screening. */
export type ReviewCases = {
  /** An export of a review: as text, or as a new file. */
  exportReview(review: string, request: ReviewExportRequest): Promise<ExportView>;
  /** The same as the content of one file of any length. */
  renderReview(review: string, request: ReviewExportRequest): Promise<RenderedReview>;
};

export type ReviewDeps = {
  reviews: () => Promise<Reviews>;
  asreviewFiles: () => Promise<AsreviewFiles>;
};

type Deps = Partial<ReviewDeps> & ExportDeps & Parameters<typeof prepareSelection>[0];

/** Loads what writes with the first export. */
export function createReviewCases(deps: Deps): ReviewCases {
  const prepare = async (ref: string, request: ReviewExportRequest) => {
    const { reviews, asreviewFiles } = deps;
    if (!reviews || !asreviewFiles) throw new Error('reviews are not connected');
    const review = await (await reviews()).read(ref);
    const [exporting, asreview] = await Promise.all([import('./exporting/review-export.ts'), asreviewFiles()]);
    return { exporting, review, request: await prepareSelection(deps, request), asreview };
  };
  return {
    async exportReview(ref, given) {
      const { exporting, review, request, asreview } = await prepare(ref, given);
      return exporting.exportReview(deps, review, request, asreview);
    },
    async renderReview(ref, given) {
      const { exporting, review, request, asreview } = await prepare(ref, given);
      return exporting.renderReview(deps, review, request, asreview);
    },
  };
}
