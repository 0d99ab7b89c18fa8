import { type Context, Hono } from 'hono';
import { PaperqueueError } from '../../contract/errors.ts';
import type { RouteDeps } from '../../faces/ui/environment.ts';
import { requestCall } from '../../faces/ui/request-deadline.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { findReviewOf } from '../screening/review-of-jobs.ts';
import { DEFAULT_VALUES, type NewReviewValues, readReviewForm, reviewOfForm } from './new-review-form.ts';
import { newReviewPage } from './new-review-page.ts';
import { questionOf, readerOf } from './screening-routes.ts';
import { addressOf } from './show-review.ts';

/** The form that begins a review. Free. */
export function newReviewRoutes(deps: RouteDeps): Hono {
  const { root, features, removals, show } = deps;
  const app = new Hono();

  app.get('/review/new', async (context) => {
    const searches = await features.jobs();
    const named = (context.req.query('jobs') ?? '').split(',').filter((job) => /^J[1-9]\d*$/.test(job));
    const jobs = named.join(',') || newestWithPapers(searches, removals);
    const question = jobs && questionOf(searches, jobs);
    const values = { ...DEFAULT_VALUES, question, jobs, as: readerOf(context, deps).name };
    return context.html(await show(newReviewPage({ root, values, begun: await begunOver(context, jobs) })));
  });

  const begunOver = async (context: Context, jobs: string) => {
    const found = jobs === '' ? undefined : await findReviewOf(await features.reviews(requestCall(context)), jobs);
    return found ? [{ ref: found.ref, question: found.state.question }] : [];
  };

  app.post('/review', async (context) => {
    const values = readReviewForm(new URLSearchParams(await context.req.text()));
    const { review, invalid } = reviewOfForm(values);
    const refuse = async (wrong: typeof invalid) =>
      context.html(await show(newReviewPage({ root, values, invalid: wrong, begun: [] })), 400);
    if (invalid.length > 0) return refuse(invalid);
    try {
      const who = { kind: 'human', name: values.as ?? readerOf(context, deps).name } as const;
      const { ref } = await (await features.reviews(requestCall(context))).open(review, who);
      return context.redirect(addressOf(root, ref, values.as, 'likely')({}), 303);
    } catch (error) {
      if (!(error instanceof PaperqueueError) || error.details.code !== 'JOB_NOT_FOUND') throw error;
      return refuse([await missingIn(values, error.message)]);
    }
  });

  /** Which field names a job or a paper that does not exist. */
  const missingIn = async ({ jobs = '', priors }: NewReviewValues, message: string) => {
    const searches = await features.jobs();
    const areThere = jobs.split(',').every((job) => searches.jobStatus(job.trim().toUpperCase()) !== undefined);
    return { field: areThere && priors ? 'priors' : 'jobs', rule: message, message };
  };

  return app;
}

/** The search that a review most likely begins with; empty if there is none. */
function newestWithPapers(searches: Pick<Jobs, 'listJobs'>, removals: RouteDeps['removals']): string {
  const { jobs } = searches.listJobs({ status: 'success' });
  return jobs.find(({ ref, papers = 0 }) => papers > 0 && !removals.isGone(ref))?.ref ?? '';
}
