import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Context, Handler } from 'hono';
import { renderReports } from '../../wording/sentences/sources.ts';
import type { Answer } from '../answer-schemas.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';
import { wireNotes } from '../store/zipped-answer.ts';

type Deps = Pick<ServiceDeps, 'store' | 'worker' | 'isAnyWorkerRunning'>;

/** `GET /v1/job/{jobId}`: the state, with the papers after success. The contract calls a running job queued. */
export function jobStatusRoute({ store, worker, isAnyWorkerRunning }: Deps): Handler<ServiceEnvironment> {
  return async (context) => {
    const job = await store.jobs.find(context.get('account'), context.req.param('jobId') ?? '');
    if (!job) return context.json({ error: 'Job not found' }, 404);
    if (job.expired) return context.json({ error: 'The results of this job have expired' }, 404);
    if (job.answer) return sendAnswer(context, job.answer);
    const { notes, sources } = job;
    const reports = { ...wireNotes(notes), ...(sources.length > 0 && { sources: renderReports(sources) }) };
    if (job.state === 'error')
      return context.json({ status: 'error', ...(notes.length > 0 && reports) } satisfies Answer<'JobStatus'>);
    // The worker's process may have been killed.
    worker.wake();
    const progress = worker.progress(context.req.param('jobId') ?? '');
    const isStranded = job.state === 'queued' && isAnyWorkerRunning && !(await isAnyWorkerRunning());
    const answer = {
      status: 'queued',
      ...(progress && { progress: renderReports(progress) }),
      ...(isStranded && wireNotes([{ kind: 'no-worker' }])),
    } satisfies Answer<'JobStatus'>;
    return context.json(answer);
  };
}

const unzipped = promisify(gunzip);

/** Sends the stored gzip to callers that accept it: decompressing costs more than the rest of a poll. */
async function sendAnswer(context: Context, zipped: Uint8Array): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };
  if (!takesGzip(context.req.header('accept-encoding') ?? ''))
    return context.body(plainBytes(await unzipped(zipped)), 200, headers);
  return context.body(plainBytes(zipped), 200, { ...headers, 'Content-Encoding': 'gzip' });
}

/** Whether an `Accept-Encoding` names gzip, or any coding, without refusing it by `q=0`. */
function takesGzip(accepted: string): boolean {
  return /(^|,)\s*(gzip|x-gzip|\*)\s*(;\s*q=(1|0\.\d*[1-9])[^,]*)?(,|$)/i.test(accepted);
}

/** Copies the bytes, because a Buffer may be part of a larger one. */
function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
