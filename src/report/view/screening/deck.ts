import type { SentDecision } from './decision-outbox.ts';

export type Card = { ref: string; title: string; node: HTMLElement };
/** What somebody wrote on a record without deciding. */
type Draft = { reasons: string[]; note: string };

/** Records that are kept ready, and how many more are asked for at once. */
const MIN_AHEAD = 4;
const MORE = 6;
const MAX_NEXT = 50;

/** The records that a page has had, in the order shown: decided ones stay, for looking back. */
export function createDeck() {
  const cards: Card[] = [];
  const decided = new Map<string, SentDecision>();
  const isOpen = ({ ref }: Card) => !decided.has(ref);
  const deck = {
    cards,
    decided,
    drafts: new Map<string, Draft>(),
    /** The place of the record that is shown. */
    at: 0,
    /** Whether the server has no others. */
    isOver: false,
    open: () => cards.filter(isOpen),
    placeOf: (ref: string | undefined) => cards.findIndex((card) => card.ref === ref),
    /** Whether few are left; what is asked for then includes those that are here and not decided on. */
    needsMore: () => !deck.isOver && cards.slice(deck.at + 1).filter(isOpen).length < MIN_AHEAD,
    wanted: () => (deck.needsMore() ? Math.min(deck.open().length + MORE, MAX_NEXT) : 0),
    /** The place of the next record to decide on: after the one that is shown, else from the first. */
    nextOpen() {
      const after = cards.findIndex((card, place) => place > deck.at && isOpen(card));
      return after >= 0 ? after : cards.findIndex(isOpen);
    },
    /** Adds what the server drew, with what it knows of the reader's decision. */
    add(node: HTMLElement, place = cards.length) {
      const { ref = '', title = '', was, reasons = '', note } = node.dataset;
      if (deck.placeOf(ref) >= 0) return false;
      cards.splice(place, 0, { ref, title, node });
      const given = { ref, title, decision: was as SentDecision['decision'] };
      if (was) decided.set(ref, { ...given, reasons: reasons.split(',').filter(Boolean), ...(note && { note }) });
      return true;
    },
  };
  return deck;
}
