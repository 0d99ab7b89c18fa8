import type { Handler } from 'hono';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'worker'>;

/** `GET /v1/job/{jobId}`: the state, with the papers once it succeeded. The contract calls a running job queued. */
export function jobStatusRoute({ store, worker }: Deps): Handler<ServiceEnvironment> {
  return async (context) => {
    const job = await store.jobs.find(context.get('account'), context.req.param('jobId') ?? '');
    if (!job) return context.json({ error: 'Job not found' }, 404);
    if (job.expired) return context.json({ error: 'The results of this job have expired' }, 404);
    const { notes, sources, flow } = job;
    const reports = { notes, ...(sources.length > 0 && { sources }), ...(flow && { flow }) };
    if (job.state === 'success') return context.json({ status: 'success', results: job.papers, ...reports });
    if (job.state === 'error') return context.json({ status: 'error', ...(notes.length > 0 && reports) });
    // The process of its worker may have been killed.
    worker.wake();
    const progress = worker.progress(context.req.param('jobId') ?? '');
    return context.json({ status: 'queued', ...(progress && { progress }) });
  };
}
