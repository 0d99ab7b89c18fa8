import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Features } from '../jobs/features.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import { untilAborted } from '../lib/deadline.ts';
import type { Log } from '../platform/log.ts';
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

/** The page, and the data of a job that it receives. */
export type PapersPage = {
  /** It is the same for every job and holds no data. */
  html(): Promise<string>;
  /** The job's papers, undefined if they are too long; and the person's decisions on them. */
  dataOf(
    features: Features,
    job: string,
    only: { newSince?: string },
    call: Call,
  ): Promise<{ data: object | undefined; decisions: object }>;
};

/** Registers the page. */
export function registerPapersView(server: McpServer, page: PapersPage): void {
  server.registerResource(
    'papers view',
    VIEW_URI,
    { title: 'Papers as table and charts', description: 'Drawn by hosts with MCP Apps.', mimeType: VIEW_MIME_TYPE },
    async ({ href }) => {
      const text = await page.html();
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
export function isByPerson({ mcpReq }: ServerContext): boolean {
  return (mcpReq._meta as Record<string, unknown> | undefined)?.[PERSON] === true;
}

type ShownAnswer = { job?: { ref: string; status: string } };
export type AddViewData = (
  result: CallToolResult,
  context: ServerContext,
  args?: { newSince?: string },
) => Promise<CallToolResult>;

/**
 * Adds the page's data to a result, if the client draws it and the job has ended: all papers, without abstracts. If
 * this fails, the found and paid papers are still returned.
 */
export function viewDataAdder(
  server: McpServer,
  { features, log, page }: { features: Features; log: Log; page: PapersPage },
): AddViewData {
  return async (result, context, args = {}) => {
    const { job } = (result.structuredContent ?? {}) as ShownAnswer;
    if (job?.status !== 'success' || !drawsPapersView(server, context)) return result;
    try {
      const call = untilAborted(context.mcpReq.signal);
      const { data, decisions } = await page.dataOf(features, job.ref, args, call);
      return data ? { ...result, _meta: { ...result._meta, [VIEW_DATA]: data, [DECISIONS]: decisions } } : result;
    } catch (error) {
      log.warn('no data for the view', { error });
      return result;
    }
  };
}
