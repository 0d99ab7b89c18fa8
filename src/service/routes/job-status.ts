import type { Handler } from 'hono';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';
import { findStoredJob } from '../queue/job-queue.ts';

/**
 * `GET /v1/job/{jobId}`: the state, with the papers once it succeeded. A running job shows as queued, as documented.
 */
export function jobStatusRoute({
  database,
  worker,
}: Pick<ServiceDeps, 'database' | 'worker'>): Handler<ServiceEnvironment> {
  return (context) => {
    const job = findStoredJob(database, context.get('account'), context.req.param('jobId') ?? '');
    if (!job) return context.json({ error: 'Job not found' }, 404);
    if (job.expired) return context.json({ error: 'The results of this job have expired' }, 404);
    const { notes, sources } = job;
    const reports = { notes, ...(sources.length > 0 && { sources }) };
    if (job.state === 'success') return context.json({ status: 'success', results: job.papers, ...reports });
    if (job.state === 'error') return context.json({ status: 'error', ...(notes.length > 0 && reports) });
    // Its worker may have been killed with its process; whoever asks gets the job going again.
    worker.wake();
    return context.json({ status: 'queued' });
  };
}
