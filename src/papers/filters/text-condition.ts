import { foldLetters } from '../analysis/fold.ts';
import { cleanLine } from '../text.ts';

/**
 * Conditions on texts (`where.text`, `where.venue`): prefixes of words, "phrases" of whole words, OR between two of
 * them, - before excluded ones. Case, accents and hyphens are ignored. Short words match only whole, or with an `s`:
 * `ART` does not match `arthritis`.
 */

/**
 * A word or phrase: as words with a space before each, and without hyphens. `shown` is its interpretation for display,
 * `source` is its text in the condition.
 */
type Term = { spaced: string; joined: string; plural?: string; shown: string; source: string };

/** One condition: one of the terms occurs, or, if negated, none of them does. */
type Clause = { terms: Term[]; isNegated: boolean };

export type TextCondition = Clause[];

const TOKEN = /(-?)(?:"([^"]*)"?|([^\s"]+))/g;
const HYPHENS = /[-\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
const NOT_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces: each character is a word, so that words are found anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

/** Parses a condition; empty if the text has no word. */
export function readTextCondition(text: string): TextCondition {
  const clauses: TextCondition = [];
  let isAlternative = false;
  for (const [token, minus, phrase, word] of text.matchAll(TOKEN)) {
    if (token === 'OR') {
      isAlternative = true;
      continue;
    }
    const term = readTerm(phrase ?? word ?? '', phrase !== undefined);
    if (!term) continue;
    const isNegated = minus === '-';
    const last = clauses.at(-1);
    if (isAlternative && last && !last.isNegated && !isNegated) last.terms.push(term);
    else clauses.push({ terms: [term], isNegated });
    isAlternative = false;
  }
  return clauses;
}

/** The words of some texts, as conditions look for them: with spaces between them, and without hyphens. */
export type SearchedWords = { spaced: string; joined: string };

/** The words of cleaned texts. Phrases do not extend across texts. */
export function searchedWords(texts: readonly (string | undefined)[]): SearchedWords {
  const nonEmpty = texts.filter((text) => text !== undefined && text !== '') as string[];
  const spaced = nonEmpty.map(spacedWords).join('|');
  const hasHyphen = nonEmpty.some((text) => text.search(HYPHENS) >= 0);
  return { spaced, joined: hasHyphen ? nonEmpty.map(joinedWords).join('|') : spaced };
}

/** Nearly every paper's text is shorter. */
const MAX_BODY_CHARACTERS = 100_000;

/**
 * Whether the words meet every clause. Required words may also be in the first MAX_BODY_CHARACTERS of `body`; excluded
 * words are not checked there, because nearly every body contains them.
 */
export function meetsTextCondition(
  condition: TextCondition,
  { spaced, joined }: SearchedWords,
  body: () => string | undefined = () => undefined,
): boolean {
  const occurs = (term: Term) =>
    [term.spaced, term.joined, term.plural].some((form) => form !== undefined && spaced.includes(form)) ||
    joined.includes(term.joined);
  const open = condition.filter(({ terms, isNegated }) => terms.some(occurs) === isNegated);
  if (open.length === 0 || open.some(({ isNegated }) => isNegated)) return open.length === 0;
  const whole = body()?.slice(0, MAX_BODY_CHARACTERS);
  return whole !== undefined && meetsTextCondition(open, searchedWords([whole]));
}

/**
 * Describes how a condition was understood: `(liver OR kidney) AND "blood pressure" AND NOT child`. A word matches as a
 * prefix.
 */
export function describeTextCondition(text: string): string {
  return readTextCondition(text).map(clauseInWords).join(' AND ');
}

/** Nobody loosens a condition of more clauses one by one. */
const MAX_PARTS = 20;

/**
 * Splits a condition into its clauses, each as a separate condition with its description. Empty if there is only one,
 * or a great many.
 */
export function splitTextCondition(text: string): { part: string; condition: string }[] {
  const clauses = readTextCondition(text);
  if (clauses.length < 2 || clauses.length > MAX_PARTS) return [];
  return clauses.map((clause) => ({
    part: clauseInWords(clause),
    condition: `${clause.isNegated ? '-' : ''}${clause.terms.map(({ source }) => source).join(' OR ')}`,
  }));
}

function clauseInWords({ terms, isNegated }: Clause): string {
  const shown = terms.map((term) => term.shown).join(' OR ');
  return `${isNegated ? 'NOT ' : ''}${terms.length > 1 ? `(${shown})` : shown}`;
}

const SHORT_WORD = /^ [a-z]{1,3} $/;

/** A phrase matches whole words; a single word matches prefixes, unless it is short. */
function readTerm(text: string, isPhrase: boolean): Term | undefined {
  const spaced = spacedWords(text);
  const isShort = !isPhrase && SHORT_WORD.test(spaced);
  const end = (words: string) => (isPhrase || isShort ? words : words.trimEnd());
  return spaced.trim() === ''
    ? undefined
    : {
        spaced: end(spaced),
        joined: end(joinedWords(text)),
        ...(isShort && { plural: `${spaced.trimEnd()}s ` }),
        shown: isPhrase ? `"${cleanLine(spaced)}"` : cleanLine(spaced),
        source: isPhrase ? `"${text}"` : text,
      };
}

/** The folded words of a text, with a space before and after each. */
export function spacedWords(text: string): string {
  const folded = foldLetters(text).replace(UNSPACED, ' $& ').replace(NOT_WORDS, ' ');
  return ` ${folded.trim()} `;
}

function joinedWords(text: string): string {
  return spacedWords(text.replace(HYPHENS, ''));
}
