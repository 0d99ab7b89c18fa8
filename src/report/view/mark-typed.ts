import type { Model } from './model.ts';
import { typedWords } from './view-filters.ts';

/** Its name in the style. */
const TYPED = 'typed';

/** Marks the words that the reader filters by in the rows, in browsers that can without changing them. */
export function markTyped(model: Model, body: Element): void {
  if (typeof Highlight === 'undefined') return;
  const words = typedWords(model.filters);
  if (words.length === 0) return void CSS.highlights.delete(TYPED);
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.textContent ?? '';
    const text = (node.textContent ?? '').toLowerCase();
    // Some letters have more than one in lower case.
    if (text.length !== length) continue;
    for (const word of words)
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
  }
  CSS.highlights.set(TYPED, new Highlight(...ranges));
}
