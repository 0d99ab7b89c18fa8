import { KEYWORDS, QUERY } from '../contract/rules.ts';
import { countCharacters } from '../lib/visible-text.ts';
import { ACADEMIC_WORDS, FUNCTION_WORDS, QUESTION_VERBS, TERMS_WITH_OF } from '../papers/analysis/stop-words.ts';
import { takeIds } from '../papers/references/reference-ids.ts';
import { cleanLine } from '../papers/text.ts';

/** What a person may enter beside a text: keywords, or a Boolean strategy. */
type Beside = { keyword?: string[] | undefined; boolean?: string | undefined };

/**
 * Joins a shell's arguments into a text. If there are several, one that contains a space was quoted and stays a phrase.
 */
export function textOfWords(words: readonly string[]): string {
  const isPhrase = (word: string) => words.length > 1 && /\S\s+\S/.test(word) && !word.includes('"');
  return words.map((word) => (isPhrase(word) ? `"${word.trim()}"` : word)).join(' ');
}

/**
 * The text to look up instead of searching: an identifier, an address, or a text in quotation marks, such as a title.
 */
export function textToLookUp(query: string | undefined, { keyword, boolean }: Beside): string | undefined {
  if (query === undefined || keyword !== undefined || boolean !== undefined) return undefined;
  const text = query.trim();
  const [, quoted] = /^["\u201c\u201e]([^"\u201c\u201d\u201e]+)["\u201c\u201d]$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted.trim() || undefined;
  const isOneWord = text !== '' && !/\s/.test(text);
  const isKnown = /^https?:\/\//i.test(text) || Object.keys(takeIds(text).ids).length > 0;
  return isOneWord && isKnown ? text : undefined;
}

/**
 * The request for a search with fewer words than the service accepts (a description of some length, or three keywords):
 * a short text's phrases become keywords, in addition to those entered.
 */
export function withEnoughWords(query: string | undefined, { keyword, boolean }: Beside) {
  const text = (query ?? '').trim();
  if (boolean !== undefined || (text === '' && keyword === undefined)) return { query, keyword };
  const isLong = countCharacters(text) >= QUERY.min;
  const words = isLong ? [] : listPhrases(text);
  // Too many keywords are refused, rather than some of them dropped.
  const all = [...(keyword ?? []), ...words.slice(0, Math.max(KEYWORDS.max - (keyword?.length ?? 0), 0))];
  if (all.length === 0) return { query, keyword };
  return { query: isLong ? query : undefined, keyword: padKeywords([...new Set(all)]) };
}

/**
 * The terms of a short text, and the words of a single term of two. A longer term alone is its words, as after flags of
 * their own: it lists subjects more often than it names one. A run longer than a term is split into words. If the text
 * has quotations, these are its terms, and all other words stand alone.
 */
function listPhrases(text: string): string[] {
  if (text.includes('"')) return splitKeywords(text);
  const runs = splitIntoRuns(text).map((words) => {
    const startsWithVerb = words.length > 1 && QUESTION_VERBS.has((words[0] as string).toLowerCase());
    return startsWithVerb ? words.slice(1) : words;
  });
  const terms = uniqueTexts(runs.flatMap((words) => (words.length <= MAX_TERM_WORDS ? [words.join(' ')] : words)));
  if (terms.length === 0) return splitKeywords(text);
  const [words = []] = runs;
  if (terms.length > 1 || words.length < 2) return terms;
  return words.length > 2 ? words : [...terms, ...words];
}

/** The key phrases of a text that is too short for a query, as many as a search needs. The text has a word. */
export function keywordsOfPart(text: string): string[] {
  const keywords = keywordsOfShort(text);
  return padKeywords(keywords.length > 0 ? keywords : splitKeywords(text));
}

/** A longer run of words is a sentence rather than a term. */
const MAX_TERM_WORDS = 3;

/**
 * The keywords of a text that is too short to search with: its terms (phrases in quotation marks, and adjacent
 * distinctive words, where a verb begins a new term) and, if these are too few, also their words. May still be fewer
 * than the service accepts.
 */
export function keywordsOfShort(text: string): string[] {
  const runs = splitIntoRuns(text);
  const terms = runs.flatMap((words) => (words.length <= MAX_TERM_WORDS ? [words.join(' ')] : inPairs(words)));
  const words = runs.flat().filter((word) => word.length > 1);
  const keywords = terms.length >= KEYWORDS.min ? terms : [...terms, ...words];
  return uniqueTexts(keywords).slice(0, KEYWORDS.max);
}

const PARTS = new RegExp(String.raw`"([^"]+)"|(?<![\p{L}\p{N}])(${TERMS_WITH_OF})(?![\p{L}\p{N}])|[^\s"]+`, 'giu');

/**
 * The distinctive words of a text, in runs that end at function words, question verbs, marks, quotations and terms that
 * have a function word.
 */
function splitIntoRuns(text: string): string[][] {
  const parts = Array.from(cleanLine(text).matchAll(PARTS), ([part, quoted, term]) => ({
    part,
    phrase: (quoted ?? term)?.trim(),
  }));
  const runs: string[][] = [];
  let run: string[] = [];
  const end = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const { part, phrase } of parts) {
    const word = phrase ?? part.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '');
    const plain = word.toLowerCase();
    const isDistinctive = /[\p{L}\p{N}]/u.test(word) && !FUNCTION_WORDS.has(plain) && !ACADEMIC_WORDS.has(plain);
    if (phrase !== undefined || !isDistinctive || QUESTION_VERBS.has(plain) || /^[^\p{L}\p{N}]/u.test(part)) end();
    if (isDistinctive) run.push(word);
    if (phrase !== undefined || /[^\p{L}\p{N}+#]$/u.test(part)) end();
  }
  end();
  return runs;
}

function inPairs(words: readonly string[]): string[] {
  const pairs = words.flatMap((_, at) => (at % 2 === 0 ? [words.slice(at, at + 2).join(' ')] : []));
  return pairs.filter((pair) => pair.length > 1);
}

/** Each text once, ignoring case. */
function uniqueTexts(texts: readonly string[]): string[] {
  const plain = texts.map((text) => text.toLowerCase());
  return texts.filter((_, at) => plain.indexOf(plain[at] as string) === at);
}

/** The distinctive words of a text, two of them also as a pair, and phrases in quotation marks unchanged. */
function splitKeywords(text: string): string[] {
  const parts = Array.from(text.matchAll(/"([^"]+)"|([^\s"]+)/g), ([, phrase, word = '']) =>
    (phrase ?? word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '')).trim(),
  ).filter((part) => part !== '');
  const distinctive = parts.filter((part) => !FUNCTION_WORDS.has(part.toLowerCase()));
  const words = [...new Set(distinctive.length > 0 ? distinctive : parts)].slice(0, KEYWORDS.max);
  return words.length === 2 && parts.every((part) => !part.includes(' ')) ? [words.join(' '), ...words] : words;
}

/** Pads the list to the number of keywords that the service requires: a repeated word changes nothing. */
function padKeywords(words: readonly string[]): string[] {
  return [...words, ...Array<string>(Math.max(KEYWORDS.min - words.length, 0)).fill(words[0] as string)];
}
