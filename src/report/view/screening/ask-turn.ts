import { SEALED_FOR, sealText } from '../../../lib/sealed-text.ts';
import type { AskSealed, PageSeal } from '../ask-sealed.ts';
import type { KeptText, SentDecision } from './decision-outbox.ts';

/** The server's answer: records and the effects of the decisions, drawn. */
export type Turn = {
  refused: { ref: string; code: string; why: string }[];
  undone?: { ref: string; title: string; decision: string } | null;
  cards: { ref: string; html: string }[];
  panel: string;
  flow: string;
  /** Decisions stored by an earlier page; null if there are none of this review, reader and stage. */
  kept?: SentDecision[] | null;
};

export type Ask = (body: object, stage?: string) => Promise<Turn>;

/** Requests turns, at the usual stage unless one is named. */
export function createAsk(ask: AskSealed, usual: { stage: string; order: string }): Ask {
  return (body, stage = usual.stage) => ask<Turn>({ ...usual, stage, ...body });
}

/**
 * Stores decisions in the browser under a name. They are encrypted, and only the server can decrypt them, since it has
 * the keys of all pages.
 */
export function createKeeping({ page, key }: PageSeal, at: string, ask: Ask) {
  return {
    seal: async (decisions: readonly SentDecision[]): Promise<KeptText> => ({
      page,
      sealed: await sealText(key, SEALED_FOR.keeping, JSON.stringify({ at, decisions })),
    }),
    open: async (kept: KeptText) => (await ask({ kept, next: 0 })).kept ?? undefined,
  };
}

/** A part of the page, drawn by the server, which escapes all texts in it. */
export function partOf(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return document.adoptNode(body.firstElementChild as HTMLElement);
}

/** Replaces the part with the same id, keeping open sections open, and updates the counts of the stage. */
export function replacePart(html: string): void {
  const part = partOf(html);
  const former = document.getElementById(part.id);
  const folds = [...(former?.querySelectorAll('details') ?? [])].map(({ open }) => open);
  for (const [index, fold] of part.querySelectorAll('details').entries()) fold.open = folds[index] ?? false;
  former?.replaceWith(part);
  const count = document.querySelector('.stages [aria-current] .says');
  if (count && part.dataset.read) count.textContent = part.dataset.read;
}
