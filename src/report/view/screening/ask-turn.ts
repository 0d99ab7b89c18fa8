import { SEALED_FOR, sealText } from '../../../lib/sealed-text.ts';
import type { AskSealed, PageSeal } from '../ask-sealed.ts';
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

/** Asks for turns, at the usual stage where none is named. */
export function createAsk(ask: AskSealed, usual: { stage: string; order: string }): Ask {
  return (body, stage = usual.stage) => ask<Turn>({ ...usual, stage, ...body });
}

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
