import { foldLetters } from '../analysis/fold.ts';
import { cleanLine } from '../text.ts';

/**
 * Conditions on texts (`where.text`, `where.venue`): prefixes of words, "phrases" of whole words, OR between two of
 * them, - or NOT before excluded ones, parentheses. AND may stand between them, and changes nothing. Case, accents and
 * hyphens are ignored. Short words match only whole, or with an `s`: `ART` does not match `arthritis`.
 */

/**
 * A word or phrase: as words with a space before each, and without hyphens. `shown` is its interpretation for display,
 * `source` is its text in the condition.
 */
type Term = { kind: 'term'; spaced: string; joined: string; plural?: string; shown: string; source: string };

type Clause = Term | { kind: 'all' | 'any'; parts: Clause[] } | { kind: 'not'; part: Clause };

/** All clauses must hold. */
export type TextCondition = Clause[];

/** A word may contain parentheses: `poly(A)`. */
const TOKEN = /(-?)(?:"([^"]*)"?|([()])|([^\s"()]+(?:\([^\s"()]*\)[^\s"()]*)*))/g;
const HYPHENS = /[-\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
const NOT_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces: each character is a word, so that words are found anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
/** Deeper parentheses change nothing. */
const MAX_DEPTH = 50;

/** What was read between two parentheses, and what the next clause is for. */
type Level = { clauses: Clause[]; isAlternative: boolean; isNegated: boolean };

/** Parses a condition; empty if the text has no word. */
export function readTextCondition(text: string): TextCondition {
  const outer: Level[] = [];
  let level: Level = { clauses: [], isAlternative: false, isNegated: false };
  let ignored = 0;
  const close = () => {
    const [first, ...others] = level.clauses;
    level = outer.pop() ?? level;
    if (first) addClause(level, others.length > 0 ? { kind: 'all', parts: [first, ...others] } : first);
  };
  for (const [, minus, phrase, parenthesis, word] of text.matchAll(TOKEN)) {
    if (minus === '-' || (word === 'NOT' && minus === '')) level.isNegated = true;
    if (word === 'OR') level.isAlternative = true;
    if (minus === '' && (word === 'AND' || word === 'OR' || word === 'NOT')) continue;
    if (parenthesis === '(') {
      if (outer.length === MAX_DEPTH) ignored += 1;
      else {
        outer.push(level);
        level = { clauses: [], isAlternative: false, isNegated: false };
      }
    } else if (parenthesis === ')') {
      if (ignored > 0) ignored -= 1;
      else if (outer.length > 0) close();
    } else {
      const term = readTerm(phrase ?? word ?? '', phrase !== undefined);
      if (term) addClause(level, term);
    }
  }
  while (outer.length > 0) close();
  return level.clauses;
}

function addClause(level: Level, read: Clause): void {
  const { clauses, isAlternative, isNegated } = level;
  const clause: Clause = isNegated ? { kind: 'not', part: read } : read;
  const last = clauses.at(-1);
  const isJoined = isAlternative && last && last.kind !== 'not' && !isNegated;
  if (isJoined && last.kind === 'any') last.parts.push(clause);
  else if (isJoined) clauses.splice(-1, 1, { kind: 'any', parts: [last, clause] });
  else clauses.push(clause);
  level.isAlternative = false;
  level.isNegated = false;
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
  words: SearchedWords,
  body: () => string | undefined = () => undefined,
): boolean {
  if (condition.every((clause) => holds(clause, [words]))) return true;
  const whole = body()?.slice(0, MAX_BODY_CHARACTERS);
  if (whole === undefined) return false;
  const all = [words, searchedWords([whole])];
  return condition.every((clause) => holds(clause, all));
}

/** Whether a clause holds in one of the texts; what it excludes is looked for in the first alone. */
function holds(clause: Clause, texts: readonly SearchedWords[]): boolean {
  switch (clause.kind) {
    case 'all':
      return clause.parts.every((part) => holds(part, texts));
    case 'any':
      return clause.parts.some((part) => holds(part, texts));
    case 'not':
      return !holds(clause.part, texts.slice(0, 1));
    case 'term': {
      const forms = [clause.spaced, clause.joined, clause.plural].filter((form) => form !== undefined);
      return texts.some(
        ({ spaced, joined }) => forms.some((form) => spaced.includes(form)) || joined.includes(clause.joined),
      );
    }
  }
}

/**
 * Describes how a condition was understood: `(liver OR kidney) AND "blood pressure" AND NOT child`. A word matches as a
 * prefix.
 */
export function describeTextCondition(text: string): string {
  return readTextCondition(text)
    .map((clause) => print(clause, 'shown'))
    .join(' AND ');
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
  return clauses.map((clause) => ({ part: print(clause, 'shown'), condition: print(clause, 'source') }));
}

function print(clause: Clause, how: 'shown' | 'source'): string {
  if (clause.kind === 'term') return clause[how];
  if (clause.kind === 'not') return `NOT ${print(clause.part, how)}`;
  return `(${clause.parts.map((part) => print(part, how)).join(clause.kind === 'all' ? ' AND ' : ' OR ')})`;
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
        kind: 'term',
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
