import type { PapersPage } from '../mcp/papers-view.ts';
import { personNamed } from '../review/protocol.ts';
import { decisionsOnJobs, findReviewOf } from '../review/screening/review-of-jobs.ts';
import type { Reviews } from '../review/screening/reviewing.ts';
import type { Exports } from './exports.ts';

/** Some hosts limit the size of answers. Without the data the page requests the papers itself. */
const MAX_DATA_CHARACTERS = 200_000;
const MAX_EVIDENCE = 60;

/** The page that hosts with MCP Apps draw: all papers of a job, without abstracts. */
export const papersPage: PapersPage = {
  async html() {
    const { viewShell } = await import('./view-shell.ts');
    return viewShell({ title: 'Papers' });
  },
  async dataOf(features, job, only, call) {
    const data = await briefData(await features.exports(), job, only);
    return { data, decisions: await decisionsOf(await features.reviews(call), job) };
  },
};

async function decisionsOf(reviews: Reviews, job: string): Promise<object> {
  const review = await findReviewOf(reviews, job);
  return review ? { review: review.ref, decisions: decisionsOnJobs(review, personNamed(), job) } : { decisions: {} };
}

async function briefData(
  exports: Pick<Exports, 'viewData'>,
  jobId: string,
  { newSince }: { newSince?: string },
): Promise<object | undefined> {
  const where = newSince === undefined ? {} : { where: { notIn: [newSince] } };
  const { flow, ...data } = await exports.viewData({ jobId, ...where });
  // Only reports show the drawing of the flow.
  const { drawing: _, ...numbers } = flow ?? {};
  const papers = data.papers.map((paper) => (paper.abstract === undefined ? paper : { ...paper, abstract: '' }));
  // If the data is too long, the evidence of the last papers is dropped first.
  const first = papers.map(({ evidence, ...paper }, at) =>
    evidence && at < MAX_EVIDENCE ? { ...paper, evidence } : paper,
  );
  return [papers, first]
    .map((some) => ({ ...data, ...(flow && { flow: numbers }), papers: some }))
    .find((brief) => JSON.stringify(brief).length <= MAX_DATA_CHARACTERS);
}
