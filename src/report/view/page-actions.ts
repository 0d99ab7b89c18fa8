import type { CitedPapers, PaperNotes, PaperText } from '../data/page-answers.ts';
import type { Actions } from './actions.ts';
import { createSealedAsk, type PageSeal } from './ask-sealed.ts';
import type { ReviewStore } from './decide/keep-in-review.ts';
import { save } from './file-actions.ts';
import type { NotesChange } from './pane/notes-tab.ts';
import { drawLater } from './pane/reading-pane.ts';
import type { TextPart } from './pane/text-tab.ts';

/** The actions of a page of `paperqueue ui`, which its server carries out. `jobs`: their address. */
export function pageActions(jobs: string, seal: PageSeal & { turn: string }): Actions {
  const askSealed = createSealedAsk(seal.turn, seal);
  const store: ReviewStore = {
    read: () => askSealed({}),
    open: async () => (await askSealed<{ review: string }>({ decisions: [] })).review,
    send: (review, decisions) => askSealed({ review, decisions }),
  };
  return {
    keep: (model, say) =>
      void import('./decide/keep-in-review.ts').then((keep) => keep.keepInReview(store)(model, say)),
    save,
    exportPapers: async ({ name: format }, refs) => {
      return (await send(`${jobs}/export`, { format, refs })).text();
    },
    tabs: [
      { name: 'Text', draw: async (paper) => (await import('./pane/text-tab.ts')).drawText(paper, TEXTS) },
      { name: 'Notes', draw: async (paper) => (await import('./pane/notes-tab.ts')).drawNotes(paper, NOTES) },
    ],
    drawFindCited: (ref, relation, verb, notIn) => {
      const find = () => ask<CitedPapers>(`../papers/${ref}/cited.json`, { relation, notIn });
      return drawLater(import('./pane/find-cited.ts').then(({ drawFindCited }) => drawFindCited(verb, notIn, find)));
    },
  };
}

const TEXTS = {
  readText: (ref: string, part: TextPart) => ask<PaperText>(`../papers/${ref}/text.json?${new URLSearchParams(part)}`),
  async attachText(ref: string, file: File) {
    const body = new FormData();
    body.set('file', file);
    return (await send(`../papers/${ref}/text`, body)).json();
  },
};

const NOTES = {
  readNotes: (ref: string) => ask<PaperNotes>(`../papers/${ref}/notes.json`),
  changeNotes: (ref: string, change: NotesChange) => ask<PaperNotes>(`../papers/${ref}/notes.json`, change),
};

/** The server's answer, as JSON. */
export async function ask<T>(address: string, body?: object): Promise<T> {
  return (await send(address, body)).json() as Promise<T>;
}

/**
 * Requests an address relative to the job's page; with a body (a form, else JSON), the request changes or creates
 * something. Throws with the server's reason for a refusal.
 */
async function send(address: string, body?: object): Promise<Response> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const options = body && { method: 'POST', ...(body instanceof FormData ? { body } : json) };
  const response = await fetch(address, options);
  if (response.ok) return response;
  const { problem = `status ${response.status}` } = await response.json().catch(() => ({}));
  throw new Error(problem);
}
