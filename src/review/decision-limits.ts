/** Length limits for what a reader writes with a decision: as much as a lab's service accepts in an event. */

/** For a note or a quotation. */
export const MAX_TEXT_CHARACTERS = 20_000;
/** For a tag, the id of a reason, or the name of a database; and how many of them a decision or a file may have. */
export const MAX_WORD_CHARACTERS = 1_000;
export const MAX_WORDS = 1_000;
/** For a decision as JSON, which writes some characters with six. */
const MAX_DECISION_CHARACTERS = 90_000;

/** A part of a decision, or the whole, with more than `most`: entries for `tags`, characters for everything else. */
export type TooLong = { part: 'note' | 'quote' | 'tag' | 'tags' | 'decision'; most: number };

type Written = {
  reasons?: readonly string[] | undefined;
  note?: string | undefined;
  quote?: string | undefined;
  tags?: readonly string[] | undefined;
};

export function findTooLong({ reasons = [], note = '', quote = '', tags = [] }: Written): TooLong | undefined {
  if (note.length > MAX_TEXT_CHARACTERS) return { part: 'note', most: MAX_TEXT_CHARACTERS };
  if (quote.length > MAX_TEXT_CHARACTERS) return { part: 'quote', most: MAX_TEXT_CHARACTERS };
  if (tags.some((tag) => tag.length > MAX_WORD_CHARACTERS)) return { part: 'tag', most: MAX_WORD_CHARACTERS };
  if (tags.length > MAX_WORDS) return { part: 'tags', most: MAX_WORDS };
  const all = JSON.stringify([reasons, note, quote, tags]).length;
  return all > MAX_DECISION_CHARACTERS ? { part: 'decision', most: MAX_DECISION_CHARACTERS } : undefined;
}
