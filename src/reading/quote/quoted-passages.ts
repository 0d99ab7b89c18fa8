import { stem } from '../../papers/analysis/stem.ts';
import { withoutPlaces } from '../places.ts';
import { joinWords, tokenise } from './phrase-tokens.ts';

/** The phrases in quotation marks, as `hasPhrases` takes them. */
export function phrasesIn(query: string): string[] {
  return [...query.matchAll(/["“]([^"“”]+)["”]/g)].map(([, phrase = '']) => joined(phrase)).filter(Boolean);
}

/** Whether a text has all phrases, word by word. */
export function hasPhrases(text: string, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const own = joined(text);
  return phrases.every((phrase) => own.includes(phrase));
}

function joined(text: string): string {
  return joinWords(Array.from(tokenise(text), ({ word }) => word));
}

const MAX_PASSAGE_CHARACTERS = 1_200;

/** The text of a passage; of a long one only the part around the first of the terms. */
export function cutPassage(text: string, terms: ReadonlySet<string>): string {
  if (text.length <= MAX_PASSAGE_CHARACTERS) return withoutPlaces(text);
  const first = firstTerm(text, terms);
  const from = Math.floor(
    Math.max(0, Math.min(first - MAX_PASSAGE_CHARACTERS / 3, text.length - MAX_PASSAGE_CHARACTERS)),
  );
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const rest = text.slice(start, start + MAX_PASSAGE_CHARACTERS);
  const isWhole = start + rest.length >= text.length;
  const end = isWhole || !rest.includes(' ') ? rest.length : rest.lastIndexOf(' ');
  const isCut = start + end < text.length;
  return `${start > 0 ? '… ' : ''}${withoutPlaces(rest.slice(0, end))}${isCut ? ' …' : ''}`;
}

function firstTerm(text: string, terms: ReadonlySet<string>): number {
  for (const { word, start } of tokenise(text)) if (terms.has(stem(word))) return start;
  return 0;
}
