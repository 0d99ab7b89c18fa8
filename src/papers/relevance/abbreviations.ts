import type { WirePaper } from '../../contract/paper.ts';
import { inflectedForm } from '../analysis/inflection.ts';
import { readQueryTokens } from '../analysis/query-tokens.ts';

/** An abbreviation that a text defines: `metformin (MET)`, or `MET (metformin)`. */
export type Abbreviation = { short: string; long: string };

const MAX_LONG_WORDS = 8;
/** Capitals, digits and small letters, two to ten of them, one a capital: `COPD`, `GLP-1`, `mTOR`, `NPs`. */
const SHORT = '(?=[\\p{L}\\d-]*\\p{Lu})[\\p{L}][\\p{L}\\d-]{1,9}';
const LONG_THEN_SHORT = new RegExp(`\\((${SHORT})(?:[;,][^()]*)?\\)`, 'gu');
const SHORT_THEN_LONG = new RegExp(`(?<![\\p{L}\\d-])(${SHORT}) \\(([^()]{4,80})\\)`, 'gu');

/** The abbreviations that a text defines, by the rule of Schwartz and Hearst (2003). */
export function abbreviationsIn(text: string): Abbreviation[] {
  if (!text.includes('(')) return [];
  const before = [...text.matchAll(LONG_THEN_SHORT)].flatMap((match) => {
    const [, short = ''] = match;
    const words = text.slice(Math.max(0, match.index - 120), match.index).trimEnd();
    const long = longFormOf(short, words);
    return long === undefined ? [] : [{ short, long }];
  });
  const behind = [...text.matchAll(SHORT_THEN_LONG)].flatMap(([, short = '', inside = '']) => {
    return longFormOf(short, inside) === inside ? [{ short, long: inside }] : [];
  });
  return [...before, ...behind];
}

/**
 * The shortest end of `text` that has the letters of the abbreviation in their order, the first at the beginning of a
 * word. Undefined where it has none.
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

type Texts = Pick<WirePaper, 'title' | 'tldr' | 'abstract'>;

/**
 * A paper's texts with the abbreviations written out that one of them defines and that stand for words of a question;
 * undefined where there are none.
 */
export function withLongForms({ title, tldr, abstract }: Texts, questionForms: ReadonlySet<string>): Texts | undefined {
  const texts = [title, tldr, abstract].map((text) => text ?? '');
  const defined = abbreviationsIn(texts.join('\n')).filter(({ long }) =>
    readQueryTokens(long).some(({ word }) => questionForms.has(inflectedForm(word))),
  );
  if (defined.length === 0) return undefined;
  const [written = '', writtenTldr = '', writtenAbstract = ''] = texts.map((text) =>
    defined.reduce((whole, { short, long }) => whole.replaceAll(wholeWord(short), () => long), text),
  );
  return { title: written, tldr: writtenTldr, abstract: writtenAbstract };
}

/** The text without the abbreviations in parentheses that it defines itself: `metformin (MET)`. */
export function withoutShortForms(text: string): string {
  return abbreviationsIn(text).reduce((left, { short }) => left.replace(`(${short})`, ' '), text);
}

function wholeWord(short: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${short}(?![\\p{L}\\d])`, 'gu');
}
