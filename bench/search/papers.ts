import { FIELDS_OF_STUDY } from '../../src/contract/rules.ts';
import { type Paper, toPaper } from '../../src/papers/paper.ts';
import { readFieldOfStudy, readPublicationType } from '../../src/papers/source-words.ts';
import type { PoolPaper } from '../retrieval/collection.ts';

/** The words of a paper, as the pool's vocabulary is counted. */
const WORD = /[\p{L}\p{N}]+/gu;
const SENTENCE_END = /(?<=[.!?])\s+/;
/** A word in so few papers of the pool counts as rare. */
const RARE = 2;
/**
 * How a vocabulary grows with its collection (Heaps' law, V ~ N^b). Raw words of the shuffled pool: 44,259 at 10,000
 * papers, 88,860 at 40,000, 159,345 at 124,531.
 */
const HEAPS_EXPONENT = 0.51;
const SEED = 20_240_607;
const YEARS = { first: 1970, count: 55 };
const OPEN_ACCESS_SHARE = 0.4;
const TYPES = ['journal', 'journal', 'conference', 'preprint', 'book series'];

/** Sizes this close to the pool's mean the pool as it is. */
const ABOUT_THE_POOL = 0.01;

/** How many papers a collection of this nominal size has: 125,000 is the pool. */
export function sizeOf(pool: readonly PoolPaper[], nominal: number): number {
  return Math.abs(nominal - pool.length) <= pool.length * ABOUT_THE_POOL ? pool.length : nominal;
}

/** The collection of a size, one paper after the other; the transformation is described in `bench/search.ts`. */
export function* papersOf(pool: readonly PoolPaper[], size: number): Generator<PoolPaper> {
  const order = shuffledPlaces(pool.length);
  const vocabulary = size > pool.length ? readVocabulary(pool) : undefined;
  for (let nth = 0; nth < size; nth += 1) {
    const copy = Math.floor(nth / pool.length);
    const index = order[nth % pool.length] as number;
    const paper = inContractWords(pool[index] as PoolPaper);
    const partner = pool[findPartner(index, copy, pool.length)] as PoolPaper;
    yield vocabulary && copy > 0 ? makeCopy(paper, partner, copy, vocabulary) : paper;
  }
}

/** As an import makes it; undefined for the few of the pool that have neither a title nor an abstract. */
export function toRecord({ id, fields, citations, ...facts }: PoolPaper): Paper | undefined {
  const record = toPaper({ ...facts, key: id, fieldsOfStudy: fields, citationCount: citations });
  return typeof record === 'string' ? undefined : record;
}

/** Numbers 0 to `count` - 1 in an order that looks random and is always the same. */
export function shuffledPlaces(count: number): Int32Array {
  const indexes = Int32Array.from({ length: count }, (_, index) => index);
  const next = randomNumbers(SEED);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    const swapped = indexes[last] as number;
    indexes[last] = indexes[other] as number;
    indexes[other] = swapped;
  }
  return indexes;
}

function inContractWords(paper: PoolPaper): PoolPaper {
  return {
    ...paper,
    publicationType: readPublicationType(paper.publicationType),
    fields: paper.fields?.map((name) => readFieldOfStudy(name) ?? name),
  };
}

/** Nearby in the order of the pool's files, where papers of one subject are together; another one for each copy. */
function findPartner(index: number, copy: number, count: number): number {
  return (index + 2 * copy + 1) % count;
}

function makeCopy(paper: PoolPaper, partner: PoolPaper, copy: number, vocabulary: Vocabulary): PoolPaper {
  const next = randomNumbers(hash(`${copy} ${paper.id}`));
  const renamed = renaming(copy, vocabulary);
  return {
    id: `${paper.id}~${copy}`,
    title: mixHalves(paper.title, partner.title).replace(WORD, renamed),
    abstract: mixSentences(paper.abstract, partner.abstract).replace(WORD, renamed),
    year: paper.year ?? YEARS.first + Math.floor(YEARS.count * Math.sqrt(next())),
    // Few are cited often: the median is 10, one in a hundred has 1,000 and more.
    citations: paper.citations ?? Math.floor(10 ** (3.5 * next() ** 1.8) - 1),
    isOpenAccess: paper.isOpenAccess ?? next() < OPEN_ACCESS_SHARE,
    publicationType: paper.publicationType ?? TYPES[Math.floor(next() * TYPES.length)],
    fields: paper.fields ?? [FIELDS_OF_STUDY[Math.floor(next() * FIELDS_OF_STUDY.length)] as string],
  };
}

function mixHalves(title: string, other: string): string {
  const [words, others] = [title.split(' '), other.split(' ')];
  return [...words.slice(0, Math.ceil(words.length / 2)), ...others.slice(Math.ceil(others.length / 2))].join(' ');
}

/** As many sentences as the abstract has, every second one of the other abstract as long as that has some. */
function mixSentences(abstract: string, other: string): string {
  const others = other.split(SENTENCE_END);
  return abstract
    .split(SENTENCE_END)
    .map((sentence, nth) => (nth % 2 === 1 && others[nth] ? others[nth] : sentence))
    .join(' ');
}

type Vocabulary = { words: number; rare: Set<string> };

function readVocabulary(pool: readonly PoolPaper[]): Vocabulary {
  const documentFrequency = new Map<string, number>();
  for (const { title, abstract } of pool) {
    const words = `${title} ${abstract}`.toLowerCase().match(WORD) ?? [];
    for (const word of new Set(words)) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1);
  }
  const rare = [...documentFrequency].filter(([, papers]) => papers <= RARE).map(([word]) => word);
  return { words: documentFrequency.size, rare: new Set(rare) };
}

/** Makes new words of so many of the rare ones, by a suffix, that the vocabulary grows by its law. */
function renaming(copy: number, { words, rare }: Vocabulary): (word: string) => string {
  const newWords = words * ((copy + 1) ** HEAPS_EXPONENT - copy ** HEAPS_EXPONENT);
  const share = newWords / rare.size;
  const suffix = { ofWord: `q${toLetters(copy)}`, ofNumber: String(copy).padStart(3, '0') };
  return (word) => {
    const plain = word.toLowerCase();
    if (!rare.has(plain) || hash(`${copy} ${plain}`) / 0x1_0000_0000 >= share) return word;
    return word + (/^\d+$/.test(word) ? suffix.ofNumber : suffix.ofWord);
  };
}

/** A number in letters that no stemmer takes for an ending. */
function toLetters(number: number): string {
  return [...String(number)].map((digit) => 'bcdfghjkmp'[Number(digit)]).join('');
}

/** FNV-1a, 0 to 2^32 - 1. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return state >>> 0;
}

/** Mulberry32: 0 to 1, always the same from the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
