import { FUNCTION_WORDS } from '../analysis/stop-words.ts';
import { readQueryTokens } from '../query/terms.ts';
import type { Abbreviation } from './abbreviations.ts';
import { isAskingWord } from './asking-words.ts';
import { nounGroups } from './deciding.ts';

const IN_BRACKETS = / ?\(([^()]{2,80})\)/g;
/** Longer texts in brackets are explanations, not names. */
const MAX_WORDS = 4;
const MAX_CHARACTERS_BEFORE = 120;
/** With fewer noun groups outside the brackets, the text is a list of names rather than a question. */
const MIN_GROUPS_LEFT = 2;

/**
 * Separates a question from the synonyms that it gives in brackets after noun groups: `heart attack` in
 * `smoking after myocardial infarction (heart attack)`.
 */
export function separateNamesInBrackets(question: string): { text: string; names: Abbreviation[] } {
  const names: Abbreviation[] = [];
  const text = question.replace(IN_BRACKETS, (whole, short: string, at: number) => {
    const before = question.slice(Math.max(0, at - MAX_CHARACTERS_BEFORE), at);
    const long = nounPhraseBefore(before);
    const count = readQueryTokens(short).filter(({ isJoined }) => !isJoined).length;
    if (!long || count === 0 || count > MAX_WORDS) return whole;
    names.push({ short, long });
    return '';
  });
  return nounGroups(text).length < MIN_GROUPS_LEFT ? { text: question, names: [] } : { text, names };
}

/** The noun group at the end of a text, with a word of method that may follow it: `lung function`. */
function nounPhraseBefore(text: string): string | undefined {
  const words = readQueryTokens(text)
    .filter(({ isJoined }) => !isJoined)
    .map(({ word }) => word);
  const end = words.at(-1) ?? '';
  const isHead = isAskingWord(end) && !FUNCTION_WORDS.has(end);
  if (isAskingWord(words.at(isHead ? -2 : -1) ?? '')) return undefined;
  const group = nounGroups(text).at(-1)?.words ?? [];
  return group.length === 0 ? undefined : [...group, ...(isHead ? [end] : [])].join(' ');
}
