import type { PageFormat } from '../formats/page-formats.ts';
import type { Actions } from './actions.ts';
import type { Bridge } from './bridge.ts';
import { type Answer, readAnswer, type ToolResult } from './read-answers.ts';

/** What a host lets the page do. */
export type HostCapabilities = {
  openLinks?: object;
  downloadFile?: object;
  serverTools?: object;
  serverResources?: object;
  message?: object;
  updateModelContext?: object;
};

/** Named in a line for the model. */
const MAX_NAMED = 50;

/** Calls a tool of the server; rejects with its message if it fails. */
export async function callTool(bridge: Bridge, name: string, args: object): Promise<Answer> {
  const result = await bridge.ask<ToolResult>('tools/call', { name, arguments: args });
  const answer = readAnswer(result);
  if (result.isError) throw new Error(answer.error?.message ?? 'The server could not answer.');
  return answer;
}

/** The actions that this host allows. Others get no button. */
export function hostActions(bridge: Bridge, can: HostCapabilities): Actions {
  let lastLine = '';
  const text = (line: string) => [{ type: 'text', text: line }];
  // A refused action is dropped: the host tells the person itself.
  const send = (method: string, params: object) => void bridge.ask(method, params).catch(() => {});
  return {
    ...(can.openLinks && { openLink: (url: string) => send('ui/open-link', { url }) }),
    ...(can.downloadFile && {
      save: (name: string, mimeType: string, file: string) => {
        const resource = { uri: `file:///${name}`, mimeType, text: file };
        send('ui/download-file', { contents: [{ type: 'resource', resource }] });
      },
    }),
    ...(can.serverTools && {
      exportPapers: (format: PageFormat, refs: readonly string[]) => exportPapers(bridge, format, refs),
    }),
    readAbstract: async (ref: string) => {
      if (!can.serverTools) return `Ask for the abstract of ${ref}.`;
      return callTool(bridge, 'get_job', { jobId: ref }).then(
        ({ papers }) => papers?.[0]?.abstract,
        () => 'The server does not answer.',
      );
    },
    ...(can.updateModelContext && {
      onChosen: (refs: readonly string[]) => {
        const line = refs.length > 0 ? `In the view of papers the person has chosen ${named(refs)}.` : '';
        if (line === lastLine) return;
        lastLine = line;
        send('ui/update-model-context', { content: line ? text(line) : [] });
      },
    }),
    ...(can.message && {
      ask: (refs: readonly string[]) => {
        const content = text(`What do these papers say, and how do they compare? ${named(refs)}`);
        send('ui/message', { role: 'user', content });
      },
    }),
  };
}

function named(refs: readonly string[]): string {
  const more = refs.length - MAX_NAMED;
  return refs.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** In parts: a longer text is too long for an answer, and would become a file of the server. */
async function exportPapers(
  bridge: Bridge,
  { name, between = '', hasHead, maxInAnswer: size = 20 }: PageFormat,
  refs: readonly string[],
): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < refs.length; from += size) {
    const part = refs.slice(from, from + size);
    const jobId = [...new Set(part.map((ref) => ref.replace(/-.*/, '')))].join(',');
    const { export: made } = await callTool(bridge, 'export_papers', { jobId, format: name, refs: part, as: 'text' });
    if (made?.text === undefined) throw new Error();
    // Only the first part keeps its head.
    texts.push(hasHead && from ? made.text.replace(/^[^\n]*\n/, '') : made.text);
  }
  return texts.join(between);
}
