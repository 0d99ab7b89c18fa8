import { addTo } from '../../lib/groups.ts';
import { capitalised } from '../../lib/line.ts';
import { firstNounPhrase, MAX_WORDS, withBeginnings } from './noun-phrases.ts';
import type { ReadText, Words } from './term-vectors.ts';

/**
 * Weight of a phrase relative to a single word, by its number of words: longer phrases say more, and fewer papers have
 * them.
 */
const WORTH = [1, 2.5, 3];
/** Titles say what a paper is about, abstracts also how it was done. */
const TITLE_WEIGHT = 3;
const SMOOTHING = 0.05;
const MIN_PAPERS = 3;
/** A phrase must occur in at least this share of a topic's papers. */
const MIN_SHARE = 0.12;
/** The name is the best of this many candidates that is a noun phrase. */
const MAX_TRIED = 150;

/**
 * Names groups of papers by the noun phrase of one to three words that most papers of the group and few others use. The
 * returned function names a group, given the indices of its papers, and returns no name twice.
 */
export function topicNamer(papers: readonly ReadText[]): (group: readonly number[]) => string {
  const titles = papers.map(({ titleWords }) => phrasesOf(titleWords));
  const candidates = sharedPhrases(titles);
  const phrases = papers.map(({ textWords }, index) => {
    const inTitle = titles[index] as ReadonlySet<string>;
    const inAll = phrasesOf(textWords, candidates);
    for (const key of inTitle) if (candidates.get(key)) inAll.add(key);
    return { inTitle, inAll };
  });
  const weigh = (members: readonly number[]) => {
    const weights = new Map<string, number>();
    for (const index of members) {
      const { inTitle, inAll } = phrases[index] as (typeof phrases)[number];
      for (const key of inAll) addTo(weights, key, inTitle.has(key) ? TITLE_WEIGHT : 1);
    }
    return weights;
  };
  const everywhere = weigh([...papers.keys()]);
  const taken: string[] = [];
  return (group) => {
    const others = papers.length - group.length || 1;
    const least = Math.max(MIN_PAPERS, MIN_SHARE * group.length);
    const ranked: { key: string; score: number }[] = [];
    for (const [key, weight] of weigh(group)) {
      const words = key.split(' ').length;
      if ((words > 1 && weight < least) || taken.some((name) => hasPart(name, key) || hasPart(key, name))) continue;
      const share = weight / group.length;
      const outside = ((everywhere.get(key) as number) - weight) / others;
      const score = share * Math.log((share + SMOOTHING) / (outside + SMOOTHING)) * (WORTH[words - 1] as number);
      ranked.push({ key, score });
    }
    ranked.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
    const tried = ranked.slice(0, MAX_TRIED).map(({ key }) => key);
    const members = group.map((index) => papers[index] as ReadText);
    const name = firstNounPhrase(tried, members) ?? tried[0];
    if (name === undefined) return '';
    taken.push(name);
    return spelling(name, members);
  };
}

function hasPart(phrase: string, part: string): boolean {
  return ` ${phrase} `.includes(` ${part} `);
}

/** The phrases that at least two titles share, with their prefixes. */
function sharedPhrases(titles: readonly ReadonlySet<string>[]): Map<string, boolean> {
  const counts = new Map<string, number>();
  for (const phrases of titles) for (const key of phrases) addTo(counts, key);
  return withBeginnings([...counts].flatMap(([key, papers]) => (papers > 1 ? [key] : [])));
}

/** The phrases of a text by their stems; if `allowed` is set, only those in it. */
function phrasesOf(words: Words, allowed?: ReadonlyMap<string, boolean>): Set<string> {
  const phrases = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at];
    // A name must not start with a number: `12 weeks`.
    if (!first || (first.isPart && /^\d/.test(first.word))) continue;
    let key = '';
    for (let next = at; next < at + MAX_WORDS; next += 1) {
      const one = words[next];
      if (!one) break;
      key = key === '' ? one.term : `${key} ${one.term}`;
      const isAllowed = allowed ? allowed.get(key) : true;
      if (isAllowed === undefined) break;
      if (isAllowed && !(first.isPart && next === at)) phrases.add(key);
    }
  }
  return phrases;
}

/** A phrase, given by its stems, as first written in a text; undefined if it does not occur. */
function firstIn(words: Words, key: string): string | undefined {
  const stems = key.split(' ');
  const at = words.findIndex((_, start) => stems.every((stem, next) => words[start + next]?.term === stem));
  if (at < 0) return undefined;
  const phrase = words.slice(at, at + stems.length).map((each) => each?.word);
  return phrase.join(' ');
}

/**
 * A name as most papers of the group write it. Capitals are kept if a word has several, as in `REM`, or if it is always
 * capitalised within sentences, as in `Caenorhabditis elegans`.
 */
function spelling(key: string, group: readonly ReadText[]): string {
  const forms = new Map<string, number>();
  for (const paper of group) {
    const phrase = firstIn(paper.titleWords, key) ?? firstIn(paper.textWords, key);
    if (phrase === undefined) continue;
    const written = new RegExp(`\\b${phrase.replaceAll(' ', '[\\s-]+')}\\b`, 'iu').exec(writtenIn(paper));
    addTo(forms, written ? withoutCapital(written[0]) : phrase);
  }
  const [name] = [...forms].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? [key];
  const texts = group.map(({ text }) => text).join('\n');
  // A proper name begins the phrase: `Helicobacter pylori`.
  const [first = ''] = /^[\p{L}\p{N}]+/u.exec(name) ?? [];
  return isProperName(first, texts)
    ? name.replace(/[\p{L}\p{N}]+/gu, (word) => (isProperName(word, texts) ? capitalised(word) : word))
    : name;
}

/** A title in all capitals does not show how its words are written. */
function writtenIn({ title, text }: ReadText): string {
  return /\p{Ll}/u.test(title) ? `${title}. ${text}` : `${text}. ${title.toLowerCase()}`;
}

function withoutCapital(phrase: string): string {
  return phrase
    .replace(/\s+/g, ' ')
    .replace(/[\p{L}\p{N}]+/gu, (word) => (/\p{Lu}.*\p{Lu}|\p{N}|^\p{Lu}$/u.test(word) ? word : word.toLowerCase()));
}

function isProperName(word: string, texts: string): boolean {
  const within = new RegExp(`\\p{Ll}[,;]? ${capitalised(word)}\\b`, 'u');
  return /^\p{Ll}{2}/u.test(word) && within.test(texts) && !new RegExp(`\\b${word}\\b`, 'u').test(texts);
}
