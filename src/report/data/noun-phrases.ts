import { addTo } from '../../lib/groups.ts';
import type { ReadText, Words } from './term-vectors.ts';

/** Maximum words of a name. */
export const MAX_WORDS = 3;
/** A single word must be used as a noun in at least this share of the papers, and in at least two. */
const MIN_SHARE_ALONE = 0.15;
/**
 * A complete phrase ends, and begins, a run of words in at least these shares of its uses, and has the same neighbour
 * in at most `MAX_SAME_BESIDE`.
 */
const MIN_CLOSED = 0.4;
const MIN_OPENED = 0.3;
const MAX_SAME_BESIDE = 0.5;
const MAX_SHARE_AS_VERB = 0.2;
/** Stems of nouns that occur in any subject and are unsuitable as names. */
const GENERIC = new Set(
  'patient,subject,treatment,therapi,trial,protocol,practic,state,art,unit state,doubl blind,placebo control'.split(
    ',',
  ),
);

const BEFORE_NOUN = String.raw`(?:^|[.,;:(]\s*|\b(?:of|the|an?|in|for|with|by|on|from|between|during|after|its|their)\s+)`;
const AFTER_NOUN = String.raw`(?=\s*(?:[.,;:)]|$|(?:in|of|is|are|was|were|for|with|by|on|from|has|have|as|at|than|after|during)\b))`;
/**
 * The text after a word that is not used as a noun: an article after a verb (`rescues the ...`), or a hyphen in a
 * compound (`take-off`).
 */
const AFTER_OTHER_WORD = String.raw`(?:-\p{L}|\s+(?:an?|the|its|their)\s)`;

/**
 * How some papers use a phrase: the number of uses, how many of them begin or end a run of words, and the words beside
 * it.
 */
type Uses = {
  count: number;
  opened: number;
  closed: number;
  beside: [Map<string, number>, Map<string, number>];
  lastWords: Set<string>;
};

/**
 * The first of the phrases, given by their stems, that the papers use as a complete noun phrase: not a fragment of a
 * longer phrase that is always the same (`obstructive pulmonary`), and not a verb, adjective or adverb. It is judged by
 * the words around its uses, without a grammar.
 */
export function firstNounPhrase(phrases: readonly string[], papers: readonly ReadText[]): string | undefined {
  const uses = countUses(withBeginnings(phrases), papers);
  const written = papers.map(({ title, text }) => `${title}. ${text}`);
  return phrases.find((phrase) => {
    const phraseUses = uses.get(phrase);
    return (
      phraseUses !== undefined && !GENERIC.has(phrase) && isWhole(phraseUses) && isNoun(phrase, phraseUses, written)
    );
  });
}

/** Maps each phrase to true, and each proper prefix of one in use to false, so that counting can stop early. */
export function withBeginnings(phrases: readonly string[]): Map<string, boolean> {
  const begins = phrases.flatMap((key) => {
    const words = key.split(' ');
    return words.slice(1, MAX_WORDS).map((_, at) => [words.slice(0, at + 1).join(' '), false] as const);
  });
  return new Map([...begins, ...phrases.map((key) => [key, true] as const)]);
}

function countUses(phrases: ReadonlyMap<string, boolean>, papers: readonly ReadText[]): Map<string, Uses> {
  const all = new Map<string, Uses>();
  for (const { titleWords, textWords } of papers)
    for (const words of [titleWords, textWords])
      for (let at = 0; at < words.length; at += 1) countFrom(words, at, phrases, all);
  return all;
}

function countFrom(words: Words, at: number, phrases: ReadonlyMap<string, boolean>, all: Map<string, Uses>): void {
  let phrase = '';
  for (let end = at; end < at + MAX_WORDS; end += 1) {
    const last = words[end];
    if (!last) return;
    phrase = phrase === '' ? last.term : `${phrase} ${last.term}`;
    const isPhrase = phrases.get(phrase);
    if (isPhrase === undefined) return;
    if (!isPhrase) continue;
    const uses = all.get(phrase) ?? {
      count: 0,
      opened: 0,
      closed: 0,
      beside: [new Map(), new Map()],
      lastWords: new Set(),
    };
    all.set(phrase, uses);
    const before = words[at - 1]?.term;
    const after = words[end + 1]?.term;
    uses.count += 1;
    uses.lastWords.add(last.word);
    if (before === undefined) uses.opened += 1;
    else addTo(uses.beside[0], before);
    if (after === undefined) uses.closed += 1;
    else addTo(uses.beside[1], after);
  }
}

function isWhole({ count, opened, closed, beside }: Uses): boolean {
  const sameBeside = Math.max(0, ...beside[0].values(), ...beside[1].values());
  return opened >= MIN_OPENED * count && closed >= MIN_CLOSED * count && sameBeside <= MAX_SAME_BESIDE * count;
}

/** Longer words are not words of a language. */
const MAX_LETTERS = 50;

function isNoun(phrase: string, { count, lastWords }: Uses, written: readonly string[]): boolean {
  const isWord = (word: string) => word.length <= MAX_LETTERS && !/[^\p{L}\p{M}\p{N}'’-]/u.test(word);
  if (![...lastWords].every(isWord)) return false;
  const last = `(?:${[...lastWords].join('|')})`;
  const having = (pattern: string) => {
    const expression = new RegExp(pattern, 'iu');
    return written.filter((text) => expression.test(text)).length;
  };
  if (having(`${last}${AFTER_OTHER_WORD}`) >= Math.max(2, MAX_SHARE_AS_VERB * count)) return false;
  if (phrase.includes(' ')) return ![...lastWords].every((word) => word.endsWith('ed'));
  return having(`${BEFORE_NOUN}${last}${AFTER_NOUN}`) >= Math.max(2, MIN_SHARE_ALONE * written.length);
}
