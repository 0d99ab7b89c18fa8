import { addTo } from '../../lib/groups.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { FUNCTION_WORDS, STOP_STEMS } from '../../papers/analysis/stop-words.ts';
import { forEachToken } from '../../papers/analysis/tokenizer.ts';

/**
 * Terms of a text with weights, normalised to length 1. They are iterated with `forEach`: a loop over entries creates a
 * pair for each, and takes longer to compile than to run.
 */
export type TermVector = Map<string, number>;

/**
 * The distinctive words of a text with their stems; undefined between words that are not adjacent, because punctuation
 * or a function word separates them. `isPart`: too short to be distinctive alone, as in `vitamin D` and
 * `type 2 diabetes`.
 */
export type Words = (Word | undefined)[];
type Word = { word: string; term: string; isPart?: boolean };

/** The title and abstract of a paper, and their words, tokenised once. */
export type ReadText = { title: string; text: string; titleWords: Words; textWords: Words };

/** Maximum terms that describe a text. */
const MAX_TERMS = 12;
/** A word in the title counts as this many in the abstract. */
const TITLE_WEIGHT = 3;
/** A term in more than this share of the texts does not distinguish them. */
const MAX_SHARE = 0.6;
const MIN_LETTERS = 3;
/** The beginning of a longer text describes it. */
const MAX_READ_CHARACTERS = 10_000;
/** Words on both sides of such a character are not adjacent. */
const BETWEEN = /[^\p{L}\p{N}\s'’-]+/gu;
/** An artificial word in place of such characters, so that a text can be tokenised in one pass. */
const MARK = 'zqmarkqz';
const PART = /^(?:\p{L}\p{N}?|\p{N}{1,2})$/u;

/** Tokenises the texts of papers. */
export function readTexts(papers: readonly Pick<ReadText, 'title' | 'text'>[]): ReadText[] {
  // A cache, because papers share most of their words.
  const known = new Map<string, Word | undefined>([[MARK, undefined]]);
  const wordsOf = (text: string): Words => {
    const words: Words = [];
    let last = -1;
    forEachToken(text.replace(BETWEEN, ` ${MARK} `), (word, position) => {
      // The joined form of a compound has the position of its first part.
      if (position <= last) return;
      last = position;
      if (!known.has(word)) known.set(word, readWord(word));
      words.push(known.get(word));
    });
    words.push(undefined);
    return words;
  };
  return papers.map((paper) => {
    const [title, text] = [paper.title.slice(0, MAX_READ_CHARACTERS), paper.text.slice(0, MAX_READ_CHARACTERS)];
    return { title, text, titleWords: wordsOf(title), textWords: wordsOf(text) };
  });
}

/** tf-idf vectors of texts, with document frequencies of these texts. */
export function termVectors(texts: readonly ReadText[]): TermVector[] {
  const frequencies = texts.map(({ titleWords, textWords }) => {
    const terms = new Map<string, number>();
    for (const each of titleWords) if (each && !each.isPart) addTo(terms, each.term, TITLE_WEIGHT);
    for (const each of textWords) if (each && !each.isPart) addTo(terms, each.term);
    return terms;
  });
  const documentFrequency = new Map<string, number>();
  for (const terms of frequencies) for (const term of terms.keys()) addTo(documentFrequency, term);
  return frequencies.map((terms) => {
    const vector: TermVector = new Map();
    terms.forEach((frequency, term) => {
      const papers = documentFrequency.get(term) as number;
      const distinguishes = papers > 1 && papers < texts.length && papers <= Math.max(MAX_SHARE * texts.length, 2);
      if (distinguishes) vector.set(term, (1 + Math.log(frequency)) * Math.log(texts.length / papers));
    });
    return scaledToOne(vector);
  });
}

/** The most characteristic terms of a text. */
export function heaviestTerms(vector: TermVector): TermVector {
  const terms = [...vector].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return scaledToOne(new Map(terms.slice(0, MAX_TERMS)));
}

/** The cosine similarity of two vectors, from 0 to 1. */
export function cosine(a: TermVector, b: TermVector): number {
  let sum = 0;
  a.forEach((weight, term) => {
    sum += weight * (b.get(term) ?? 0);
  });
  return sum;
}

/** The sum of the vectors, normalised to length 1. */
export function centroidOf(vectors: readonly TermVector[]): TermVector {
  const sum: TermVector = new Map();
  for (const vector of vectors)
    vector.forEach((weight, term) => {
      addTo(sum, term, weight);
    });
  return scaledToOne(sum);
}

function readWord(word: string): Word | undefined {
  const term = stem(word);
  if (isDistinctive(word, term)) return { word, term };
  return PART.test(word) && !FUNCTION_WORDS.has(word) ? { word, term: word, isPart: true } : undefined;
}

/** Whether a word is distinctive: not short, not a number, and not a word like "the" or "study". */
function isDistinctive(word: string, term: string): boolean {
  return word.length >= MIN_LETTERS && !/^\d/.test(word) && !FUNCTION_WORDS.has(word) && !STOP_STEMS.has(term);
}

/** Normalises the vector to length 1, in place. */
function scaledToOne(vector: TermVector): TermVector {
  let squares = 0;
  vector.forEach((weight) => {
    squares += weight * weight;
  });
  const length = Math.sqrt(squares) || 1;
  vector.forEach((weight, term) => {
    vector.set(term, weight / length);
  });
  return vector;
}
