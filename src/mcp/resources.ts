import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { PaperqueueError } from '../contract/errors.ts';
import { MAX_TEXT_CHARACTERS } from '../reading/full-text.ts';
import { EXPORT_KINDS, PAPER_KIND_NAMES } from '../report/exporting/export-kinds.ts';
import { completeJob, type ResourceDeps } from './complete-job.ts';

const JSON_TYPE = 'application/json';
const ENDINGS = PAPER_KIND_NAMES.map((format) => EXPORT_KINDS[format].ending);

/** How many finished jobs the list of resources names; the template reads any. */
const MAX_LISTED_JOBS = 20;

/**
 * Resources that a person can attach to a conversation: the list of jobs, a job's first page, its papers in a format,
 * its receipt. Papers and receipt also accept `all`. Reading is free and does not wait for jobs.
 */
export function registerResources(server: McpServer, { features }: ResourceDeps): void {
  const complete = completeJob({ features });

  server.registerResource(
    'jobs',
    'paperqueue://jobs',
    { title: 'Paper search jobs', description: 'The recorded jobs, newest first.', mimeType: JSON_TYPE },
    (uri) => answering(async () => [json(uri, (await features.jobs()).listJobs({ count: 50 }))]),
  );

  server.registerResource(
    'job',
    new ResourceTemplate('paperqueue://jobs/{ref}', {
      list: async () => {
        const { jobs } = (await features.jobs()).listJobs({ count: MAX_LISTED_JOBS, status: 'success' });
        return {
          resources: jobs.map(({ ref, about, papers }) => ({
            uri: `paperqueue://jobs/${ref}`,
            name: ref,
            title: `${ref}: ${papers ?? 0} papers`,
            description: about,
            mimeType: JSON_TYPE,
          })),
        };
      },
      complete: { ref: complete },
    }),
    { title: 'A job', description: 'A job with the first page of its papers.', mimeType: JSON_TYPE },
    (uri, { ref }, { mcpReq }) =>
      answering(async () => {
        const call = { waitSeconds: 0, signal: mcpReq.signal };
        return [json(uri, await (await features.jobs()).getJob(one(ref), { count: 50 }, call))];
      }),
  );

  server.registerResource(
    'papers',
    new ResourceTemplate('paperqueue://jobs/{ref}/papers.{format}', {
      list: undefined,
      complete: { ref: complete, format: (start) => ENDINGS.filter((ending) => ending.startsWith(start)) },
    }),
    { title: 'Papers of a job', description: `All papers of a job as ${ENDINGS.join(', ')}.` },
    (uri, { ref, format }) =>
      answering(async () => {
        const kind = PAPER_KIND_NAMES.find((name) => EXPORT_KINDS[name].ending === one(format));
        if (!kind)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The format is one of ${ENDINGS.join(', ')}.`);
        const { text } = await (await features.exports()).renderExport({ jobId: one(ref), format: kind });
        return [{ uri: uri.href, mimeType: EXPORT_KINDS[kind].mimeType, text }];
      }),
  );

  server.registerResource(
    'view data',
    new ResourceTemplate('paperqueue://jobs/{ref}/view.json', { list: undefined, complete: { ref: complete } }),
    { title: 'Papers for the view', description: 'What the view draws of a job.', mimeType: JSON_TYPE },
    (uri, { ref }) =>
      answering(async () => [json(uri, await (await features.exports()).viewData({ jobId: one(ref) }))]),
  );

  server.registerResource(
    'text',
    new ResourceTemplate('paperqueue://papers/{ref}/text', { list: undefined }),
    {
      title: 'Open text of a paper',
      description: 'Outline and beginning of the open text, with places.',
      mimeType: JSON_TYPE,
    },
    (uri, { ref }, { mcpReq }) =>
      answering(async () => {
        const request = { ref: one(ref), count: MAX_TEXT_CHARACTERS };
        return [json(uri, await (await features.texts()).readPaper(request, { signal: mcpReq.signal }))];
      }),
  );

  server.registerResource(
    'receipt',
    new ResourceTemplate('paperqueue://jobs/{ref}/receipt', { list: undefined, complete: { ref: complete } }),
    { title: 'Receipt of a search', description: 'How a job searched, as JSON and as Markdown (PRISMA).' },
    (uri, { ref }) =>
      answering(async () => {
        const render = (await features.exports()).renderExport;
        const [asJson, asMarkdown] = await Promise.all([
          render({ jobId: one(ref), format: 'receipt-json' }),
          render({ jobId: one(ref), format: 'receipt' }),
        ]);
        return [
          { uri: uri.href, mimeType: JSON_TYPE, text: asJson.text },
          { uri: uri.href, mimeType: 'text/markdown', text: asMarkdown.text },
        ];
      }),
  );
}

type Contents = { uri: string; mimeType: string; text: string };

/** The contents; a PaperqueueError becomes a protocol error with the same message. */
async function answering(work: () => Promise<Contents[]>): Promise<{ contents: Contents[] }> {
  try {
    return { contents: await work() };
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    const { code, message, charged, retryable, next } = error.details;
    const isInvalid = code === 'JOB_NOT_FOUND' || code === 'INVALID_INPUT';
    const protocolCode = isInvalid ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(protocolCode, `${message} ${next}`, { code, charged, retryable });
  }
}

function json(uri: URL, value: object): Contents {
  return { uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(value) };
}

/** The value of a template variable. The SDK's type also allows lists, which our templates do not have. */
function one(value: string | string[] | undefined): string {
  return decodeURIComponent(Array.isArray(value) ? value.join(',') : (value ?? ''));
}
