import { stem } from '../../src/papers/analysis/stem.ts';
import { FUNCTION_WORDS } from '../../src/papers/analysis/stop-words.ts';
import { forEachToken } from '../../src/papers/analysis/tokenizer.ts';
import type { Block } from '../../src/reading/document.ts';
import { lettersOf, type Stretch } from './prompts.ts';

/** The comparison: BM25 (k1 1.2, b 0.75) over passages of about 900 characters, whole paragraphs as far as they fit. */

const CHARACTERS = 900;
const K1 = 1.2;
const B = 0.75;

export type PlainPassage = { article: string; stretch: Stretch; counts: Map<string, number>; length: number };

export function plainPassages(article: string, blocks: readonly Block[]): PlainPassage[] {
  const passages: PlainPassage[] = [];
  let [open, from, letters] = ['', 0, 0];
  const close = () => {
    if (open.trim() !== '') passages.push({ article, stretch: [from, letters], ...countTerms(open) });
    [open, from] = ['', letters];
  };
  for (const { text } of blocks) {
    for (let at = 0; at < text.length; at += CHARACTERS) {
      const piece = text.slice(at, at + CHARACTERS);
      if (open.length + piece.length > CHARACTERS) close();
      open += `${piece}\n`;
      letters += lettersOf(piece).length;
    }
  }
  close();
  return passages;
}

function countTerms(text: string) {
  const counts = new Map<string, number>();
  const length = forEachToken(text, (word) => {
    const term = stem(word);
    counts.set(term, (counts.get(term) ?? 0) + 1);
  });
  return { counts, length };
}

/** Ranks passages for questions. */
export function plainIndex(passages: readonly PlainPassage[]) {
  const holders = new Map<string, number[]>();
  for (const [nth, { counts }] of passages.entries())
    for (const term of counts.keys()) {
      const list = holders.get(term);
      if (list) list.push(nth);
      else holders.set(term, [nth]);
    }
  const average = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(passages.length, 1);
  return (question: string, most: number): PlainPassage[] => {
    const terms = new Set<string>();
    forEachToken(question, (word) => !FUNCTION_WORDS.has(word) && terms.add(stem(word)));
    const scores = new Map<number, number>();
    for (const term of terms) {
      const list = holders.get(term) ?? [];
      const rarity = Math.log(1 + (passages.length - list.length + 0.5) / (list.length + 0.5));
      for (const nth of list) {
        const { counts, length } = passages[nth] as PlainPassage;
        const times = counts.get(term) ?? 0;
        const score = (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / average));
        scores.set(nth, (scores.get(nth) ?? 0) + score);
      }
    }
    const best = [...scores].sort(([, one], [, other]) => other - one).slice(0, most);
    return best.map(([nth]) => passages[nth] as PlainPassage);
  };
}
