import { foldForIdentity } from '../analysis/fold.ts';
import { splitWords, WORD_CHARACTERS } from './title-key.ts';

/** Compares abstracts: whether two records are of one work, and which abstract is more complete. */

/** If a record has no author, this many characters from the beginning are compared. */
const START_CHARACTERS = 200;
/** Two abstracts must share this many letters at their beginning. */
const MIN_COMMON_CHARACTERS = 60;
/** This much of an abstract shows its topic. */
const MAX_COMPARED_CHARACTERS = 800;
/** Two abstracts of one work, truncated or not, share at least this part of their longer words. */
const MIN_COMMON_WORDS_SHARE = 0.3;
/** Fewer long words prove nothing. */
const MIN_LONG_WORDS = 12;
/** Abstracts up to this length may be truncated; a longer one of the same work is more complete. */
const SHORT_ABSTRACT_CHARACTERS = 300;

export function abstractStart(abstract: string): string {
  return foldForIdentity(abstract.slice(0, START_CHARACTERS));
}

/** Whether two such beginnings are the same. Either may be truncated. */
export function abstractsAgree(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return shorter.length >= MIN_COMMON_CHARACTERS && longer.startsWith(shorter);
}

/** Whether two abstracts are identical, and long enough to prove one work. */
export function abstractsEqual(a: string, b: string): boolean {
  const start = abstractStart(a);
  return (
    start.length >= MIN_COMMON_CHARACTERS && start === abstractStart(b) && foldForIdentity(a) === foldForIdentity(b)
  );
}

/** Whether two abstracts share so little that their works differ. Short abstracts prove nothing. */
export function abstractsDiffer(a: string, b: string): boolean {
  const [one, other] = [a.slice(0, MAX_COMPARED_CHARACTERS), b.slice(0, MAX_COMPARED_CHARACTERS)];
  if (one.startsWith(other) || other.startsWith(one)) return false;
  const words = splitLongWords(one);
  const others = splitLongWords(other);
  const fewer = Math.min(words.size, others.size);
  if (fewer < MIN_LONG_WORDS) return false;
  return [...words].filter((word) => others.has(word)).length < fewer * MIN_COMMON_WORDS_SHARE;
}

function splitLongWords(text: string): Set<string> {
  return new Set([...splitWords(text)].filter((word) => word.length === WORD_CHARACTERS));
}

/** Whether `abstract` looks truncated and `other` complete. An abstract that ends like a sentence is complete. */
export function isCutAbstract(abstract: string, other: string): boolean {
  if (abstract.length < SHORT_ABSTRACT_CHARACTERS && other.length > 2 * abstract.length) return true;
  if (other.length <= abstract.length || /[.!?]['"”’)\]]*$/.test(abstract)) return false;
  const start = foldForIdentity(abstract);
  return start.length > 0 && foldForIdentity(other).startsWith(start);
}
