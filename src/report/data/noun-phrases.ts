import { addTo } from '../../lib/groups.ts';
import type { ReadText, Words } from './term-vectors.ts';

/** The words of a name at the most. */
export const MAX_WORDS = 3;
/** A single word names something in at least this share of the papers that have to show it, and in two. */
const MIN_SHARE_ALONE = 0.15;
/** A whole phrase is not always followed, or preceded, by a further word, and seldom by the same one. */
const MIN_CLOSED = 0.4;
const MIN_OPENED = 0.3;
const MAX_SAME_BESIDE = 0.5;
const MAX_SHARE_AS_VERB = 0.2;
/** Nouns of any subject, by their stems. */
const GENERIC = new Set(
  'patient,subject,treatment,therapi,trial,protocol,practic,state,art,unit state,doubl blind,placebo control'.split(
    ',',
  ),
);

const BEFORE_NOUN = String.raw`(?:^|[.,;:(]\s*|\b(?:of|the|an?|in|for|with|by|on|from|between|during|after|its|their)\s+)`;
const AFTER_NOUN = String.raw`(?=\s*(?:[.,;:)]|$|(?:in|of|is|are|was|were|for|with|by|on|from|has|have|as|at|than|after|during)\b))`;
/** `rescues the ...` is a verb, `take-off` goes on. */
const GOES_ON = String.raw`(?:-\p{L}|\s+(?:an?|the|its|their)\s)`;

/** How some papers use a phrase: how often, how often where words begin or end a run, and what stands beside it. */
type Uses = {
  count: number;
  opened: number;
  closed: number;
  beside: [Map<string, number>, Map<string, number>];
  lastWords: Set<string>;
};

/**
 * The first of some phrases, given by their stems, that is a whole noun phrase in some papers: no part of a longer one
 * that is always the same (`obstructive pulmonary`), no verb, adjective or adverb. There is no grammar in it: what
 * stands around a phrase tells.
 */
export function firstNounPhrase(phrases: readonly string[], papers: readonly ReadText[]): string | undefined {
  const uses = countUses(withBeginnings(phrases), papers);
  const written = papers.map(({ title, text }) => `${title}. ${text}`);
  return phrases.find((phrase) => {
    const own = uses.get(phrase);
    return own !== undefined && !GENERIC.has(phrase) && isWhole(own) && isNoun(phrase, own, written);
  });
}

/** The phrases: `true`. What only begins one of several words: `false`, so that others need not be put together. */
export function withBeginnings(phrases: readonly string[]): Map<string, boolean> {
  const begins = phrases.flatMap((key) => {
    const words = key.split(' ');
    return words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), false] as const);
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

function isNoun(phrase: string, { count, lastWords }: Uses, written: readonly string[]): boolean {
  const last = `(?:${[...lastWords].join('|')})`;
  const having = (pattern: string) => {
    const expression = new RegExp(pattern, 'iu');
    return written.filter((text) => expression.test(text)).length;
  };
  if (having(`${last}${GOES_ON}`) >= Math.max(2, MAX_SHARE_AS_VERB * count)) return false;
  if (phrase.includes(' ')) return ![...lastWords].every((word) => word.endsWith('ed'));
  return having(`${BEFORE_NOUN}${last}${AFTER_NOUN}`) >= Math.max(2, MIN_SHARE_ALONE * written.length);
}
