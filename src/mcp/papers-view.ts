import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { UseCases } from '../jobs/use-cases.ts';
import type { Log } from '../log.ts';
import { requestCapabilities } from './confirmation.ts';
import { VIEW_URI } from './define-tool.ts';

/** The page that hosts with MCP Apps draw for a search, and its data in the result; decision 0023. */

export const UI = 'io.modelcontextprotocol/ui';
const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';
/** Key in a result's `_meta`: hosts keep it from the model, which reads the papers as text. */
const VIEW_DATA = 'paperqueue/view';
/** Some hosts limit answers. Without the data the page requests the papers itself. */
const MAX_DATA_CHARACTERS = 200_000;
const MAX_EVIDENCE = 60;

/** Registers the page. It is the same for every job and holds no data. */
export function registerPapersView(server: McpServer): void {
  server.registerResource(
    'papers view',
    VIEW_URI,
    { title: 'Papers as table and charts', description: 'Drawn by hosts with MCP Apps.', mimeType: VIEW_MIME_TYPE },
    async ({ href }) => {
      const { viewShell } = await import('../jobs/report/view-shell.ts');
      const text = viewShell({ title: 'Papers' });
      return { contents: [{ uri: href, mimeType: VIEW_MIME_TYPE, text, _meta: { ui: { prefersBorder: false } } }] };
    },
  );
}

/** Whether the client draws the page. One that declares nothing (older era over HTTP) may. */
function drawsPapersView(server: McpServer, context: ServerContext): boolean {
  const capabilities = requestCapabilities(context) ?? server.server.getClientCapabilities();
  if (capabilities === undefined) return true;
  const extensions = (capabilities as { extensions?: Record<string, unknown> }).extensions;
  const ui = extensions?.[UI] as { mimeTypes?: unknown } | undefined;
  if (ui === undefined) return false;
  return !Array.isArray(ui.mimeTypes) || ui.mimeTypes.includes(VIEW_MIME_TYPE);
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
export function viewDataAdder(
  server: McpServer,
  { useCases, log }: { useCases: () => Promise<UseCases>; log: Log },
): AddViewData {
  return async (result, context, args = {}) => {
    const { job } = (result.structuredContent ?? {}) as Shown;
    if (job?.status !== 'success' || !drawsPapersView(server, context)) return result;
    try {
      const data = await briefData(await useCases(), job.ref, args);
      return data ? { ...result, _meta: { ...result._meta, [VIEW_DATA]: data } } : result;
    } catch (error) {
      log.warn('no data for the view', { error });
      return result;
    }
  };
}

async function briefData(
  cases: UseCases,
  jobId: string,
  { newSince }: { newSince?: string },
): Promise<object | undefined> {
  const where = newSince === undefined ? {} : { where: { notIn: [newSince] } };
  const data = await cases.viewData({ jobId, ...where });
  const papers = data.papers.map((paper) => (paper.abstract === undefined ? paper : { ...paper, abstract: '' }));
  // Why a paper is there is first dropped of those that a card shows last.
  const first = papers.map(({ evidence, ...paper }, at) =>
    evidence && at < MAX_EVIDENCE ? { ...paper, evidence } : paper,
  );
  return [papers, first]
    .map((some) => ({ ...data, papers: some }))
    .find((brief) => JSON.stringify(brief).length <= MAX_DATA_CHARACTERS);
}
