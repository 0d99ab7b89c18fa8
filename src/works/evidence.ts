import type { WirePaper } from '../contract/paper.ts';
import { titleFingerprint } from '../papers/identifiers.ts';
import { cleanLine } from '../papers/text.ts';
import { titleOf } from '../papers/view.ts';

/** What titles, names and abstracts say of whether two records are of one work; `identity.ts` has the rules. */

/** Shorter titles ("Introduction", "Editorial") are shared by different works, also of one author and year. */
const MIN_TITLE_CHARACTERS = 13;
const MIN_TITLE_CHARACTERS_WITHOUT_AUTHOR = 25;
const WORD_CHARACTERS = 5;
/** How much of an abstract is compared where a record names no author. */
const ABSTRACT_CHARACTERS = 200;
/** Titles of fewer words are shared by different works of one author. */
const TELLING_WORDS = 5;
/** Letters of two abstracts that have to be the same at their beginning. */
const MIN_ABSTRACT_CHARACTERS = 60;
/** So much of an abstract says what it is about. */
const COMPARED_CHARACTERS = 800;
/** Of the longer words of two abstracts of one work, cut or not, at least so many are common. */
const MIN_COMMON_WORDS_SHARE = 0.3;
/** Fewer of these prove nothing. */
const MIN_LONG_WORDS = 12;

/** Words that publishers put before the title of a paper that was withdrawn: it is the same paper. */
const WITHDRAWN = /^\W*(?:retracted(?: article| paper)?|withdrawn(?: article)?|expression of concern)\W*:\s*/i;
/** The last words of a title that say which part of a whole it is. */
const PART =
  /[\s(:,.](?:(?:part|chapter|paper|volume|vol|no|number|section|study|report)\.?\s*)?(?:[ivx]{1,5}|\d{1,3})\s*[.)\]]*$/i;
const RUBRIC =
  /^(?:(?:guest |invited )?(?:editorial|introduction|foreword|preface|commentary|comments?|correspondence|correction|corrigend(?:um|a)|errat(?:um|a)|addendum|repl(?:y|ies)|response|discussion|letters?|book reviews?|reviews?|summary|abstracts?|in this issue|from the editors?|news|obituary|in memoriam|table of contents|conclusions?)\b)/i;

/** The beginnings of a title's words: plurals and spellings differ at the end. */
export function wordsOf(title: string): Set<string> {
  return new Set(
    title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .normalize('NFC')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .map((word) => word.slice(0, WORD_CHARACTERS)),
  );
}

function shownTitle(paper: WirePaper): string {
  return cleanLine(paper.title ?? '') === '' ? '' : titleOf(paper).replace(WITHDRAWN, '').replaceAll('&', ' and ');
}

/** The title reduced to what records agree on; '' without one. */
export function titleOnly(paper: WirePaper): string {
  return titleFingerprint(shownTitle(paper));
}

/**
 * Equal for two records of equal title and first author; undefined where the title is too short to tell works apart.
 */
export function titleKey(title: string, author: string): string | undefined {
  // A letter outside ASCII says more (one of Chinese is a word), so that it counts twice.
  const length = title.length + title.replace(/[a-z0-9]/g, '').length;
  if (length < (author === '' ? MIN_TITLE_CHARACTERS_WITHOUT_AUTHOR : MIN_TITLE_CHARACTERS)) return undefined;
  return `${title} ${author}`;
}

/**
 * Whether a title tells one work from others of its author: it has some words, is no rubric of a journal and no part of
 * a whole.
 */
export function isTellingTitle(paper: WirePaper): boolean {
  const title = shownTitle(paper);
  if (titleKey(titleFingerprint(title), '') === undefined || PART.test(title)) return false;
  // Scripts without blanks have no words to count.
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const isUndivided = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{P}\p{S}\p{Z}\p{N}\p{M}]/u.test(title);
  if (!isUndivided && words.length < TELLING_WORDS) return false;
  return !isRubric(paper);
}

/** Whether a title is a rubric of a journal, under which one author may have any number of works in a year. */
export function isRubric(paper: WirePaper): boolean {
  const title = shownTitle(paper);
  return RUBRIC.test(title) && title.split(/\s+/).length <= 2 * TELLING_WORDS;
}

const SUFFIX = /^(?:[js]r|i{2,3}|iv)$/i;

/**
 * The family name as far as records agree on it: equal for `A. Vaswani`, `Ashish Vaswani`, `Vaswani A` and `VASWANI A.`
 */
export function familyName(name: string): string {
  const words = name.split(/[\s.]+/).filter((word) => word !== '' && !SUFFIX.test(word));
  const isMixed = words.some((word) => /\p{Ll}/u.test(word));
  const isInitials = (word: string) => word.length === 1 || (isMixed && /^\p{Lu}{2,3}$/u.test(word));
  return titleFingerprint(words.findLast((word) => !isInitials(word)) ?? words.join(''));
}

/** The beginning of an abstract, reduced to its letters and digits. */
export function abstractStart(abstract: string | null | undefined): string {
  return titleFingerprint((abstract ?? '').slice(0, ABSTRACT_CHARACTERS));
}

/** Whether two such beginnings are the same; one may be cut. */
export function abstractsAgree(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return shorter.length >= MIN_ABSTRACT_CHARACTERS && longer.startsWith(shorter);
}

/** Whether two abstracts have so little in common that they are of different works; nothing is said of short ones. */
export function abstractsDiffer(a: string, b: string): boolean {
  const [one, other] = [a.slice(0, COMPARED_CHARACTERS), b.slice(0, COMPARED_CHARACTERS)];
  if (one.startsWith(other) || other.startsWith(one)) return false;
  const [fewer, more] = [longWords(one), longWords(other)].sort((x, y) => x.size - y.size) as [
    Set<string>,
    Set<string>,
  ];
  if (fewer.size < MIN_LONG_WORDS) return false;
  return [...fewer].filter((word) => more.has(word)).length < fewer.size * MIN_COMMON_WORDS_SHARE;
}

/** Beginnings of the words that are long enough to be about something. */
function longWords(text: string): Set<string> {
  return new Set([...wordsOf(text)].filter((word) => word.length === WORD_CHARACTERS));
}
