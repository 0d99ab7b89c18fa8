import { FUNCTION_WORDS } from '../analysis/stop-words.ts';

/**
 * The language of a question that is not English, by its script, its function words or the look of its nouns. Papers
 * are mostly in English, so that such a question finds little.
 */

const SCRIPTS: readonly [language: string, letters: RegExp][] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Korean', /\p{Script=Hangul}/gu],
  ['Chinese', /\p{Script=Han}/gu],
  ['Russian', /\p{Script=Cyrillic}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Hindi', /\p{Script=Devanagari}/gu],
];
/** Japanese writes most of its nouns in Chinese characters. */
const MIN_SHARE_OF_SCRIPT = 0.3;
const MIN_SHARE_OF_KANA = 0.1;

/** Frequent function words of a language that are not English words. */
const FUNCTION: readonly [language: string, words: ReadonlySet<string>][] = (
  [
    [
      'German',
      'der|die|das|und|bei|mit|von|für|auf|den|dem|des|ein|eine|einer|einen|ist|sind|wie|welche|nach|durch|zur|zum|über|im|nicht|oder',
    ],
    [
      'French',
      'le|la|les|de|des|du|et|une|est|sont|pour|dans|sur|avec|par|aux|quel|quelle|quels|quelles|comment|chez|ou|ce|cette',
    ],
    ['Spanish', 'el|la|los|las|de|del|y|una|es|son|para|en|con|por|sobre|cual|cuál|qué|cómo|como|entre|según|se|al'],
    ['Portuguese', 'o|os|da|de|das|dos|e|uma|é|são|para|em|com|por|sobre|qual|como|entre|segundo|na|no|nas|nos|ao|à'],
    ['Italian', 'il|lo|gli|della|delle|dei|e|una|è|sono|per|nel|nella|con|su|quale|come|tra|di|da|al|alla'],
    ['Dutch', 'het|een|en|van|voor|bij|met|op|zijn|welke|hoe|door|naar|tussen|de|niet|te|aan'],
    ['Polish', 'na|jest|są|nie|jak|jaki|jaka|jakie|oraz|czy|przez|dla|się|od|po'],
    ['Czech', 'na|je|jsou|se|při|jak|jaký|jaké|pro|nebo|která|které|po'],
    ['Swedish, Danish or Norwegian', 'och|og|är|er|på|för|av|af|med|hos|hur|hvordan|vilka|hvilke|til|ved|som'],
    ['Turkish', 've|bir|ile|için|bu|mı|nasıl|olan|hangi'],
  ] as const
).map(([language, words]) => [language, new Set(words.split('|'))]);
const MIN_FUNCTION_WORDS = 2;

/** Letters and endings that are rare in English words, because keywords are often nouns alone. */
const WORDS: readonly [language: string, words: RegExp][] = [
  [
    'German',
    /ß|(?:ung|ungen|keit|keiten|heit|heiten|schaft|schaften|lich[en]*|isch[en]+|ierung|tät|stoffe?)$|^[a-zäöü]*[äöü]/u,
  ],
  ['Polish', /[ąęłńśźż]|(?:[^aeiou]enie|anie|ości|ością|ych|acji|acja|ów)$/u],
  ['Czech', /[ěřůďťň]/u],
  ['Hungarian', /[őű]/u],
  ['Turkish', /[ğışİ]|(?:ları|leri|lığı|liği)$/u],
  ['Romanian', /[ășțţ]/u],
  ['Swedish, Danish or Norwegian', /[åøæ]|(?:ning|ningar|ninger|ling|het|heten|orna|erna|skor)$/u],
  ['Spanish', /ñ|(?:ción|ciones|dades?|mientos?|ía)$/u],
  ['Portuguese', /[ãõ]|(?:ção|ções|dades?|mentos?)$/u],
  ['French', /[èêœ]|(?:[a-z]{2}ements?|iques?|eux|euse|euses|aires?|ités?|ée|ées)$/u],
  ['Italian', /(?:zione|zioni|ità|amento|imento|logia|logie)$/u],
  ['Dutch', /(?:heid|lijke?|ingen|eling)$/u],
];
/** At least this many words must be unknown, and at most this share of the words may be known. */
const MIN_UNKNOWN = 2;
const MAX_SHARE_KNOWN = 0.5;

/**
 * The name of the language; undefined for an English text and for a text that is too short to tell. `isKnown`: whether
 * any paper contains a word; a word that no paper contains may be foreign.
 */
export function readForeignLanguage(text: string, isKnown: (word: string) => boolean): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) {
    const share = (text.match(script)?.length ?? 0) / Math.max(letters, 1);
    if (share >= (language === 'Japanese' ? MIN_SHARE_OF_KANA : MIN_SHARE_OF_SCRIPT)) return language;
  }
  const plain = wordsOf(text);
  const named = readLanguageOfSentence(plain);
  if (named !== undefined) return named;
  return readLanguageOfWords(
    plain.filter((word) => !FUNCTION_WORDS.has(word) && word.length > 2),
    isKnown,
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** The language of a sentence, by its function words. */
function readLanguageOfSentence(words: readonly string[]): string | undefined {
  const english = words.filter((word) => FUNCTION_WORDS.has(word)).length;
  const distinct = [...new Set(words)];
  const [language, count] = FUNCTION.map(
    ([name, words]) => [name, distinct.filter((word) => words.has(word)).length] as const,
  ).reduce((best, each) => (each[1] > best[1] ? each : best));
  return count >= MIN_FUNCTION_WORDS && count > english ? language : undefined;
}

/** A test of words that say nothing of the subject of a text in another language; undefined for an English text. */
export function testForeignFunctionWord(text: string): ((word: string) => boolean) | undefined {
  const language = readLanguageOfSentence(wordsOf(text));
  return language === undefined ? undefined : (word) => isFunctionWordOf(language, word);
}

/** Whether a word is too common in its language to name a subject. */
export function isFunctionWordOf(language: string, word: string): boolean {
  return (
    /^[\p{Script=Latin}\d]{1,2}$/u.test(word) || FUNCTION.some(([name, words]) => name === language && words.has(word))
  );
}

/** The language of most of the words that no paper contains. */
function readLanguageOfWords(words: readonly string[], isKnown: (word: string) => boolean): string | undefined {
  const unknown = words.filter((word) => !isKnown(word));
  if (unknown.length < MIN_UNKNOWN || words.length - unknown.length > MAX_SHARE_KNOWN * words.length) return undefined;
  const [language, count] = WORDS.map(
    ([name, pattern]) => [name, unknown.filter((word) => pattern.test(word)).length] as const,
  ).reduce((best, each) => (each[1] > best[1] ? each : best));
  return count > 0 ? language : undefined;
}
