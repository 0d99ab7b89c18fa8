import { foldForIdentity, foldLetters } from '../analysis/fold.ts';
import { areInitials } from '../text.ts';

/** Evidence from titles and first authors; `matching.ts` has the rules. */

/** Shorter titles ("Introduction", "Editorial") are shared by different works, even of the same author and year. */
const MIN_TITLE_CHARACTERS = 13;
const MIN_TITLE_CHARACTERS_WITHOUT_AUTHOR = 25;
/** Titles with fewer words are shared by different works of one author. */
const MIN_DISTINCTIVE_WORDS = 5;
/** Only this many characters of each word are compared: plurals and spellings differ at the end. */
export const WORD_CHARACTERS = 5;

/** The last words of a title, if they number a part of a whole. */
const PART =
  /[\s(:,.](?:(?:part|chapter|paper|volume|vol|no|number|section|study|report)\.?\s*)?(?:[ivx]{1,5}|\d{1,3})\s*[.)\]]*$/i;
const RUBRICS = [
  'editorial|introduction|foreword|preface|commentary|comments?|correspondence|correction|corrigend(?:um|a)|errat(?:um|a)',
  'addendum|repl(?:y|ies)|response|discussion|letters?|book reviews?|reviews?|summary|abstracts?|in this issue|from the editors?',
  'news|obituary|in memoriam|table of contents|conclusions?|announcements?|case reports?|posters?|(?:annual|meeting) report',
  'vorwort|geleitwort|einleitung|nachruf|mitteilungen|buchbesprechung(?:en)?|rezension(?:en)?|avant-propos|comptes? rendus?',
  'presentación|prólogo|prefacio|prefazione|reseñas?|recensioni?|editoriale?|éditorial',
].join('|');
const RUBRIC = new RegExp(`^(?:guest |invited )?(?:${RUBRICS})(?![\\p{L}\\p{M}])`, 'iu');

/** The prefixes of a text's words, in lower case and without accents. */
export function splitWords(text: string): Set<string> {
  return new Set(
    foldLetters(text)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
      .map((word) => word.slice(0, WORD_CHARACTERS)),
  );
}

/** Whether a fingerprint is long enough to distinguish works. A letter outside ASCII counts twice. */
export function isLongTitle(fingerprint: string, minCharacters: number = MIN_TITLE_CHARACTERS): boolean {
  return fingerprint.length + fingerprint.replace(/[a-z0-9]/g, '').length >= minCharacters;
}

/** A key from title and first author. Undefined if the title is too short to identify a work. */
export function titleKey(fingerprint: string, author: string): string | undefined {
  const minCharacters = author === '' ? MIN_TITLE_CHARACTERS_WITHOUT_AUTHOR : MIN_TITLE_CHARACTERS;
  return isLongTitle(fingerprint, minCharacters) ? `${fingerprint} ${author}` : undefined;
}

/** Whether a title identifies an author's work: long enough, not a journal rubric, not a part of a whole. */
export function isDistinctiveTitle(title: string): boolean {
  if (!isLongTitle(foldForIdentity(title), MIN_TITLE_CHARACTERS_WITHOUT_AUTHOR) || isPart(title)) return false;
  // Scripts without spaces have no words to count.
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const isUndivided = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{P}\p{S}\p{Z}\p{N}\p{M}]/u.test(title);
  if (!isUndivided && words.length < MIN_DISTINCTIVE_WORDS) return false;
  return !isRubric(title);
}

/** Whether a title ends with the number of a part, which other parts of the work may lack. */
export function isPart(title: string): boolean {
  return PART.test(title);
}

/** Prefixes of comments and corrections, whose titles repeat the title they are about. */
const COMMENT =
  /^\W*(?:re|in reply|repl(?:y|ies)|comments?|commentary|responses?|corrections?|corrigend\w+|errat\w+|letter|addend\w+|retraction|notice of retraction|withdrawal|author'?s'? repl\w+)\b/i;

/** Whether a title is that of a comment or correction. */
export function isComment(title: string): boolean {
  return COMMENT.test(title);
}

/** Whether a title is a journal's rubric, which one author may use many times a year. */
export function isRubric(title: string): boolean {
  return RUBRIC.test(title) && title.split(/\s+/).length <= 2 * MIN_DISTINCTIVE_WORDS;
}

/** The number after `Version` at the end of a title: each release of a program has its own paper. */
export function readRelease(title: string): string | undefined {
  return /\bversion (\d{1,4}(?:\.\d{1,4}){0,3})\W*$/i.exec(title)?.[1];
}

const SUFFIX = /^(?:[js]r|i{2,3}|iv)$/i;

/** Family name, equal for `A. Vaswani`, `Ashish Vaswani`, `Vaswani A` and `VASWANI A.` */
export function familyName(name: string): string {
  const words = name.split(/[\s.]+/).filter((word) => word !== '' && !SUFFIX.test(word));
  const isMixed = words.some((word) => /\p{Ll}/u.test(word));
  return foldForIdentity(words.findLast((word) => !areInitials(word, isMixed)) ?? words.join(''));
}
