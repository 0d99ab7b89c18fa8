import { JSON_TYPE, jsonContent, type Resource } from './define-resource.ts';

/** How many finished jobs the list of resources names; the template reads any. */
const MAX_LISTED_JOBS = 20;

export const jobsResource: Resource = {
  name: 'jobs',
  path: 'jobs',
  title: 'Paper search jobs',
  description: 'The recorded jobs, newest first.',
  mimeType: JSON_TYPE,
  read: async (features) => [jsonContent((await features.jobs()).listJobs({ count: 50 }))],
};

export const jobResource: Resource = {
  name: 'job',
  path: 'jobs/{ref}',
  title: 'A job',
  description: 'A job with the first page of its papers.',
  mimeType: JSON_TYPE,
  async list(features) {
    const { jobs } = (await features.jobs()).listJobs({ count: MAX_LISTED_JOBS, status: 'success' });
    return jobs.map(({ ref, about, papers }) => ({ ref, title: `${ref}: ${papers ?? 0} papers`, description: about }));
  },
  async read(features, { ref = '' }, signal) {
    const jobs = await features.jobs();
    return [jsonContent(await jobs.getJob(ref, { count: 50 }, { waitSeconds: 0, signal }))];
  },
};
