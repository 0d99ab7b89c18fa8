import { FUNCTION_WORDS } from '../analysis/stop-words.ts';

/**
 * The language of a question that is not English, by its script or its function words. Papers are mostly in English, so
 * that such a question finds little.
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

/** Words that a sentence of the language can hardly do without, and that are no English words. */
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
  ] as const
).map(([language, words]) => [language, new Set(words.split('|'))]);
const MIN_FUNCTION_WORDS = 2;

/** The language, in English; undefined for an English text and for a text that is too short to tell. */
export function readForeignLanguage(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) {
    const share = (text.match(script)?.length ?? 0) / Math.max(letters, 1);
    if (share >= (language === 'Japanese' ? MIN_SHARE_OF_KANA : MIN_SHARE_OF_SCRIPT)) return language;
  }
  const plain = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const english = plain.filter((word) => FUNCTION_WORDS.has(word)).length;
  const [language, count] = FUNCTION.map(
    ([name, own]) => [name, plain.filter((word) => own.has(word)).length] as const,
  ).reduce((best, each) => (each[1] > best[1] ? each : best));
  return count >= MIN_FUNCTION_WORDS && count > english ? language : undefined;
}
