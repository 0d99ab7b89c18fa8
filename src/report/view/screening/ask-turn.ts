import { openText, SEALED_FOR, sealText } from '../../../lib/sealed-text.ts';
import type { KeptText, SentDecision } from './decision-outbox.ts';

/** The server's answer: records and what follows from the decisions, drawn. */
export type Turn = {
  refused: { ref: string; code: string; why: string }[];
  undone?: { ref: string; title: string; decision: string } | null;
  cards: { ref: string; html: string }[];
  panel: string;
  flow: string;
  /** What an earlier page kept; null if none of this review, reader and stage did. */
  kept?: SentDecision[] | null;
};

export type Ask = (body: object, stage?: string) => Promise<Turn>;

/**
 * Asks the server at an address, sealed with the key of this page: when the server has ended, its port may be another
 * program's, which then reads nothing, and whose answer is none. Throws with the server's reason if it refuses, with an
 * empty one without an answer.
 */
export function createAsk(address: string, usual: { stage: string; order: string }, seal: PageSeal): Ask {
  const { page, key } = seal;
  return async (body, stage = usual.stage) => {
    const headers = { 'content-type': 'application/json' };
    const sealed = await sealText(key, SEALED_FOR.asking, JSON.stringify({ ...usual, stage, ...body }));
    const sent = { method: 'POST', headers, body: JSON.stringify({ page, sealed }) };
    const response = await fetch(address, sent).catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as { sealed?: string; problem?: string } | undefined;
    if (!response?.ok) throw new Error(answer?.problem ?? '');
    const text = await openText(key, SEALED_FOR.answerTo(sealed), answer?.sealed ?? '');
    if (text === undefined) throw new Error('');
    return JSON.parse(text) as Turn;
  };
}

/** The name of this page, and its key, which nothing but its script has. */
export type PageSeal = { page: string; key: string };

/** How decisions are kept in the browser under a name: sealed, and opened by the server, which has all pages' keys. */
export function createKeeping({ page, key }: PageSeal, at: string, ask: Ask) {
  return {
    seal: async (decisions: readonly SentDecision[]): Promise<KeptText> => ({
      page,
      sealed: await sealText(key, SEALED_FOR.keeping, JSON.stringify({ at, decisions })),
    }),
    open: async (kept: KeptText) => (await ask({ kept, next: 0 })).kept ?? undefined,
  };
}

/** A part of the page, which the server draws and in which it escapes all texts. */
export function partOf(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return document.adoptNode(body.firstElementChild as HTMLElement);
}

/** Puts a part in the place of the former one of its id, keeps open what is open there, and counts at the stage. */
export function replacePart(html: string): void {
  const part = partOf(html);
  const former = document.getElementById(part.id);
  const folds = [...(former?.querySelectorAll('details') ?? [])].map(({ open }) => open);
  for (const [index, fold] of part.querySelectorAll('details').entries()) fold.open = folds[index] ?? false;
  former?.replaceWith(part);
  const here = document.querySelector('.stages [aria-current] .says');
  if (here && part.dataset.read) here.textContent = part.dataset.read;
}
