import type { SentDecision } from './decision-outbox.ts';

export type Card = { ref: string; title: string; node: HTMLElement };
/** Input on a record without a decision. */
type Draft = { reasons: string[]; note: string };

/** Minimum records kept ready, and the number requested beyond those that are loaded. */
const MIN_AHEAD = 4;
const MORE = 6;
const MAX_NEXT = 50;

/** The records that a page has loaded, in the order shown; decided ones are kept for looking back. */
export function createDeck() {
  const cards: Card[] = [];
  const decided = new Map<string, SentDecision>();
  const isOpen = ({ ref }: Card) => !decided.has(ref);
  const deck = {
    cards,
    decided,
    drafts: new Map<string, Draft>(),
    /** The index of the record that is shown. */
    at: 0,
    /** Whether the server has no further records. */
    isOver: false,
    open: () => cards.filter(isOpen),
    indexOf: (ref: string | undefined) => cards.findIndex((card) => card.ref === ref),
    /** Whether few undecided records are left. The number requested includes those that are loaded and undecided. */
    needsMore: () => !deck.isOver && cards.slice(deck.at + 1).filter(isOpen).length < MIN_AHEAD,
    countToRequest: () => (deck.needsMore() ? Math.min(deck.open().length + MORE, MAX_NEXT) : 0),
    /** The index of the next undecided record: after the current one, else from the first. */
    nextOpen() {
      const after = cards.findIndex((card, index) => index > deck.at && isOpen(card));
      return after >= 0 ? after : cards.findIndex(isOpen);
    },
    /** Adds a record drawn by the server, with the reader's decision as the server knows it. */
    add(node: HTMLElement, index = cards.length) {
      const { ref = '', title = '', was, reasons = '', note } = node.dataset;
      if (deck.indexOf(ref) >= 0) return false;
      cards.splice(index, 0, { ref, title, node });
      const decision = was as SentDecision['decision'];
      const filled = reasons.split(',').filter(Boolean);
      if (was) decided.set(ref, { ref, title, decision, reasons: filled, ...(note && { note }) });
      return true;
    },
  };
  return deck;
}
