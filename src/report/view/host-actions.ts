import type { PageFormat } from '../../formats/page-formats.ts';
import type { ViewData } from '../data/report-data.ts';
import type { Actions } from './actions.ts';
import type { Bridge } from './bridge.ts';
import type { Keep, KeptDecisions } from './decide/keep.ts';
import { keepInReview } from './decide/keep-in-review.ts';
import { type Answer, readAnswer, type ToolResult } from './read-answers.ts';

/** What a host allows the page to do. */
export type HostCapabilities = {
  openLinks?: object;
  downloadFile?: object;
  serverTools?: object;
  serverResources?: object;
  message?: object;
  updateModelContext?: object;
};

/** Maximum papers named in the line for the model. */
const MAX_NAMED = 50;

/** Calls a tool of the server; rejects with its message if it fails. */
export async function callTool(bridge: Bridge, name: string, args: object, more: object = {}): Promise<Answer> {
  const result = await bridge.ask<ToolResult>('tools/call', { name, arguments: args, ...more });
  const answer = readAnswer(result);
  if (result.isError) throw new Error(answer.error?.message ?? 'The server could not answer.');
  return answer;
}

/** The actions that this host allows; others get no button. */
export function hostActions(bridge: Bridge, can: HostCapabilities): Actions {
  let lastLine = '';
  const text = (line: string) => [{ type: 'text', text: line }];
  // A refused action is dropped, because the host itself tells the person.
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
      onKept: (refs: readonly string[]) => {
        const line = refs.length > 0 ? `In the view of papers the person keeps ${named(refs)}.` : '';
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

/** Tells the server that a person decided, not an assistant. */
const BY_PERSON = { _meta: { 'paperqueue/person': true } };

/** Stores decisions in the review of the papers' job, or says that this host does not allow it. */
export function hostKeep(bridge: Bridge, can: HostCapabilities, { searches }: ViewData, kept?: KeptDecisions): Keep {
  const screen = (args: object) => callTool(bridge, 'screen_papers', { ...args, next: 0 }, BY_PERSON);
  if (can.serverTools)
    return keepInReview({
      read: async () => kept ?? { decisions: {} },
      open: async () => {
        const question = searches.map(({ about }) => about).join('; ');
        const jobs = searches.map(({ ref }) => ref).join(',');
        return (await screen({ question, jobs })).review?.ref ?? '';
      },
      send: async (review, decisions) => {
        const { refused = [], notes = [] } = await screen({ review, decisions });
        return { refused, notes };
      },
    });
  const text = 'This host keeps no decisions: they last until the view is closed.';
  return (model, say) => model.onDecided(() => say({ text, isUrgent: true }));
}

function named(refs: readonly string[]): string {
  const more = refs.length - MAX_NAMED;
  return refs.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Exports in parts: a text that is too long for an answer would become a file on the server. */
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
