import { inflectedForm } from '../analysis/inflection.ts';
import { readQueryTokens } from '../query/terms.ts';

/** An abbreviation that a text defines: `metformin (MET)`, or `MET (metformin)`. */
export type Abbreviation = { short: string; long: string };

/** The texts of a paper that describe its topic. */
export type PaperTexts = { [Name in 'title' | 'summary' | 'abstract']?: string | undefined } & {
  keywords?: readonly string[] | undefined;
};

const MAX_LONG_WORDS = 8;
/** A long form may begin this far before a parenthesis. */
const MAX_LONG_CHARACTERS = 120;
/** Two to ten letters and digits, one a capital: `COPD`, `GLP-1`, `mTOR`, `NPs`. */
const SHORT = '(?=[\\p{L}\\d-]*\\p{Lu})\\p{L}[\\p{L}\\d-]{1,9}';
const IN_PARENTHESES = /\(([^()]{2,80})\)/g;
const SHORT_INSIDE = new RegExp(`^(${SHORT})(?:[;,]|$)`, 'u');
const SHORT_BEFORE = new RegExp(`(?<![\\p{L}\\d-])(${SHORT}) $`, 'u');

/** Finds the abbreviations that a text defines, by the rule of Schwartz and Hearst (2003). */
export function findAbbreviations(text: string): Abbreviation[] {
  return [...text.matchAll(IN_PARENTHESES)].flatMap(({ 1: inside = '', index }) => {
    const before = text.slice(Math.max(0, index - MAX_LONG_CHARACTERS), index);
    const short = SHORT_INSIDE.exec(inside)?.[1];
    const long = short === undefined ? undefined : longFormOf(short, before.trimEnd());
    if (short !== undefined && long !== undefined) return [{ short, long }];
    const other = SHORT_BEFORE.exec(before)?.[1];
    return other !== undefined && longFormOf(other, inside) === inside ? [{ short: other, long: inside }] : [];
  });
}

/**
 * The shortest end of `text` that contains the abbreviation's letters in order, the first at the start of a word.
 * Undefined if there is none.
 */
function longFormOf(short: string, text: string): string | undefined {
  const letters = short
    .toLowerCase()
    .replace(/(?<=\p{Lu})s$/u, '')
    .replace(/[^\p{L}\d]/gu, '');
  const lower = text.toLowerCase();
  let at = lower.length;
  for (let place = letters.length - 1; place >= 0; place -= 1) {
    do at = lower.lastIndexOf(letters[place] as string, at - 1);
    while (at > 0 && place === 0 && isWithinWord(lower, at));
    if (at < 0 || (at === 0 && place > 0)) return undefined;
  }
  const long = text.slice(at).trim();
  const words = long.split(/\s+/).length;
  return words <= Math.min(MAX_LONG_WORDS, 2 * letters.length) && long.length > short.length ? long : undefined;
}

function isWithinWord(text: string, at: number): boolean {
  return /[\p{L}\d]/u.test(text[at - 1] ?? ' ');
}

/**
 * Writes out the abbreviations that the paper defines and that stand for words of these forms; undefined if there are
 * none.
 */
export function withLongForms(
  { title = '', summary = '', abstract = '', keywords = [] }: PaperTexts,
  forms: ReadonlySet<string>,
): PaperTexts | undefined {
  const texts = [title, summary, abstract];
  const defined = findAbbreviations(texts.join('\n')).filter(({ long }) =>
    readQueryTokens(long).some(({ word }) => forms.has(inflectedForm(word))),
  );
  if (defined.length === 0) return undefined;
  const write = (text: string) =>
    defined.reduce((whole, { short, long }) => whole.replaceAll(wholeWord(short), () => long), text);
  return { title: write(title), summary: write(summary), abstract: write(abstract), keywords: keywords.map(write) };
}

/** Removes abbreviations that the text itself defines in parentheses: `metformin (MET)`. */
export function withoutShortForms(text: string): string {
  return findAbbreviations(text).reduce((left, { short }) => left.replace(`(${short})`, ' '), text);
}

function wholeWord(short: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${short}(?![\\p{L}\\d])`, 'gu');
}
