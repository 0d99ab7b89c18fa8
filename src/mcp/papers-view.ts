import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Features } from '../jobs/features.ts';
import { untilAborted } from '../lib/deadline.ts';
import type { Log } from '../platform/log.ts';
import type { Exports } from '../report/exports.ts';
import { personNamed } from '../review/protocol.ts';
import { decisionsOnJobs, findReviewOf } from '../review/screening/review-of-jobs.ts';
import type { Reviews } from '../review/screening/reviewing.ts';
import { requestCapabilities } from './confirmation.ts';
import { VIEW_URI } from './define-tool.ts';

/** The page that hosts with MCP Apps draw for a search, and its data in the result; decision 0023. */

export const UI = 'io.modelcontextprotocol/ui';
const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';
/** Key in a result's `_meta`: hosts keep it from the model, which reads the papers as text. */
const VIEW_DATA = 'paperqueue/view';
/** Key for the review of the job, and the person's decisions in it. */
const DECISIONS = 'paperqueue/decisions';
/** Key in a call's `_meta` by which the page says that a person acted. */
const PERSON = 'paperqueue/person';
/** Some hosts limit the size of answers. Without the data the page requests the papers itself. */
const MAX_DATA_CHARACTERS = 200_000;
const MAX_EVIDENCE = 60;

/** Registers the page. It is the same for every job and holds no data. */
export function registerPapersView(server: McpServer): void {
  server.registerResource(
    'papers view',
    VIEW_URI,
    { title: 'Papers as table and charts', description: 'Drawn by hosts with MCP Apps.', mimeType: VIEW_MIME_TYPE },
    async ({ href }) => {
      const { viewShell } = await import('../report/view-shell.ts');
      const text = viewShell({ title: 'Papers' });
      return { contents: [{ uri: href, mimeType: VIEW_MIME_TYPE, text, _meta: { ui: { prefersBorder: false } } }] };
    },
  );
}

/** Whether the client draws the page. A client that declares nothing (older era over HTTP) may. */
function drawsPapersView(server: McpServer, context: ServerContext): boolean {
  const capabilities = requestCapabilities(context) ?? server.server.getClientCapabilities();
  if (capabilities === undefined) return true;
  const extensions = (capabilities as { extensions?: Record<string, unknown> }).extensions;
  const ui = extensions?.[UI] as { mimeTypes?: unknown } | undefined;
  if (ui === undefined) return false;
  return !Array.isArray(ui.mimeTypes) || ui.mimeTypes.includes(VIEW_MIME_TYPE);
}

/** Whether a call comes from the page, by a person. */
export function isOfPerson({ mcpReq }: ServerContext): boolean {
  return (mcpReq._meta as Record<string, unknown> | undefined)?.[PERSON] === true;
}

type Shown = { job?: { ref: string; status: string } };
export type AddViewData = (
  result: CallToolResult,
  context: ServerContext,
  args?: { newSince?: string },
) => Promise<CallToolResult>;

/**
 * Adds the page's data to a result, if the client draws it and the job has ended: all papers, without abstracts. If
 * this fails, the found and paid papers are still returned.
 */
export function viewDataAdder(server: McpServer, { features, log }: { features: Features; log: Log }): AddViewData {
  return async (result, context, args = {}) => {
    const { job } = (result.structuredContent ?? {}) as Shown;
    if (job?.status !== 'success' || !drawsPapersView(server, context)) return result;
    try {
      const data = await briefData(await features.exports(), job.ref, args);
      const decided = await decisionsOf(await features.reviews(untilAborted(context.mcpReq.signal)), job.ref);
      return data ? { ...result, _meta: { ...result._meta, [VIEW_DATA]: data, [DECISIONS]: decided } } : result;
    } catch (error) {
      log.warn('no data for the view', { error });
      return result;
    }
  };
}

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
  // The reasons for the papers that a card shows last are dropped first.
  const first = papers.map(({ evidence, ...paper }, at) =>
    evidence && at < MAX_EVIDENCE ? { ...paper, evidence } : paper,
  );
  return [papers, first]
    .map((some) => ({ ...data, ...(flow && { flow: numbers }), papers: some }))
    .find((brief) => JSON.stringify(brief).length <= MAX_DATA_CHARACTERS);
}
