import { Hono } from 'hono';
import type { RouteDeps } from '../../faces/ui/environment.ts';
import { requestCall } from '../../faces/ui/request-deadline.ts';
import { REVIEW_FORMATS, type ReviewFormat, writeReviewFile } from '../review-files.ts';
import { contentOf } from '../screening/review-content.ts';
import { REVIEW } from './screening-routes.ts';

/** The files of a review. Free. */
export function downloadRoutes({ features, asreviewFiles }: RouteDeps): Hono {
  const app = new Hono();

  app.get(`/review/${REVIEW}/export/:format`, async (context) => {
    const { review, format } = context.req.param();
    if (!isFormat(format)) return context.notFound();
    const { ending, mimeType } = REVIEW_FORMATS[format];
    const content = contentOf(await (await features.reviews(requestCall(context))).read(review));
    const asreview = await asreviewFiles();
    const file = writeReviewFile(format, content, () => asreview);
    context.header('Content-Disposition', `attachment; filename="${fileName(review, format, ending)}"`);
    const type = typeof file === 'string' ? `${mimeType}; charset=utf-8` : mimeType;
    return context.body(typeof file === 'string' ? file : new Uint8Array(file), 200, { 'Content-Type': type });
  });

  return app;
}

/** Two formats may have the same file extension. */
function fileName(ref: string, format: ReviewFormat, ending: string): string {
  const kind = format.replace(/-csv$/, '');
  return ending.includes(kind) ? `${ref}.${ending}` : `${ref}.${kind}.${ending}`;
}

function isFormat(name: string | undefined): name is ReviewFormat {
  return name !== undefined && Object.hasOwn(REVIEW_FORMATS, name);
}
