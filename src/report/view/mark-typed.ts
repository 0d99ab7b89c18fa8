import type { Model } from './model.ts';
import { typedWords } from './view-filters.ts';

/** The name of the highlight in the style sheet. */
const TYPED = 'typed';
/** Rows marked at once; the browser reports when others come near the screen. */
const FIRST_ROWS = 30;

/** Marks the words that the reader filters by, in browsers that can without changing the rows. */
export type TypedMarks = {
  /** Starts anew with the words of the current filter. */
  begin(rows: readonly Element[]): void;
  /** Marks a row that comes near the screen. */
  mark(row: Element): void;
};

export function createTypedMarks(model: Model): TypedMarks {
  if (typeof Highlight === 'undefined') return { begin: () => {}, mark: () => {} };
  const marks = new Highlight();
  CSS.highlights.set(TYPED, marks);
  let words: string[] = [];
  const mark = (row: Element) => {
    if (words.length === 0) return;
    for (const text of row.querySelectorAll('.title, .by, .evidence')) markText(text, words, marks);
  };
  return {
    begin(rows) {
      marks.clear();
      words = typedWords(model.filters);
      for (const row of rows.slice(0, FIRST_ROWS)) mark(row);
    },
    mark,
  };
}

function markText(root: Element, words: readonly string[], marks: Highlight): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
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
        marks.add(range);
      }
  }
}
