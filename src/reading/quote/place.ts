import type { DocumentWords } from './document-words.ts';
import type { Stretch } from './find-words.ts';
import { lastUpTo } from './last-up-to.ts';
import { citationAt } from './normal-form.ts';

const MAX_TEXT_CHARACTERS = 2_000;

/** The position of a stretch, and the document's own text there, including the punctuation that ends it. */
export function findPlace({ text, form, blocks }: DocumentWords, { from, to }: Stretch): { at: string; text: string } {
  let last = to;
  while (citationAt(form, last)) last += 1;
  const [start, end] = [form.starts[from] ?? 0, form.ends[last - 1] ?? 0];
  const closing = /^[^\s\p{L}\p{N}([]{0,3}/u.exec(text.slice(end))?.[0].length ?? 0;
  const block = blocks[lastUpTo(blocks, start, (each) => each.start)];
  return {
    at: block?.at ?? '',
    text: text
      .slice(start, Math.min(end + closing, start + 2 * MAX_TEXT_CHARACTERS))
      .replace(/\s+/g, ' ')
      .slice(0, MAX_TEXT_CHARACTERS),
  };
}

/** The document's own text of a stretch. */
export function textAt({ text, form }: DocumentWords, { from, to }: Stretch): string {
  return text.slice(form.starts[from] ?? 0, form.ends[to - 1] ?? 0);
}
