import { describe, expect, it } from 'vitest';
import { CharacterClass, characterClasses, classOfCharacter } from '../../../src/papers/analysis/characters.ts';
import { wordsOf } from './tokens-of.ts';

describe('scripts that are written without spaces', () => {
  it.each([
    ['深', '深@0'],
    ['深度学习', '深度@0 度学@1 学习@2'],
    ['深度 学习', '深度@0 学习@1'],
    ['深度，学习', '深度@0 学习@1'],
    ['コンピューター', 'コン@0 ンピ@1 ピュ@2 ュー@3 ータ@4 ター@5'],
    ['ｺﾝﾋﾟｭｰﾀ', 'コン@0 ンピ@1 ピュ@2 ュー@3 ータ@4'],
    ['ひらがな', 'ひら@0 らが@1 がな@2'],
    ['한국어', '한국@0 국어@1'],
    ['\u1112\u1161\u11ab\u1100\u116e\u11a8', '한국@0'],
    ['ไทย', 'ไท@0 ทย@1'],
    ['𠀀𠀁𠀂', '𠀀𠀁@0 𠀁𠀂@1'],
    ['COVID肺炎', 'covid@0 肺炎@1'],
    ['A型肝炎', 'a@0 型肝@1 肝炎@2'],
    ['IL-6受体', 'il@0 6@1 il6@0 受体@2'],
    ['β-グル', 'beta@0 グル@1'],
  ])('%s is cut into overlapping pairs', (text, words) => {
    expect(wordsOf(text, true)).toBe(words);
  });

  it('a longer text holds the pairs of every piece of it', () => {
    const whole = wordsOf('基于深度学习的图像识别').split(' ');
    for (const word of wordsOf('深度学习').split(' ')) expect(whole).toContain(word);
  });
});

describe('scripts with spaces', () => {
  it.each([
    ['हिन्दी भाषा', 'हिन्दी@0 भाषा@1'],
    ['العربية لغة', 'العربية@0 لغة@1'],
    ['தமிழ்', 'தமிழ்@0'],
    ['русский Язык', 'русскии@0 язык@1'],
    ['שלום', 'שלום@0'],
    ['𐐀𐐁 x', '𐐨𐐩@0 x@1'],
    ['१२३', '१२३@0'],
  ])('%s is cut at the spaces', (text, words) => {
    expect(wordsOf(text, true)).toBe(words);
  });

  it.each(['\u200e', '\u200f', '\u202b', '\u061c'])(
    'a mark of direction around a word is no part of it: %j',
    (mark) => {
      expect(wordsOf(`${mark}word${mark} next`)).toBe('word next');
    },
  );
});

describe('blanks and what cannot be seen', () => {
  it.each(['\u00a0', '\u2028', '\u3000', '\t', '\n', '\u0000', '\u200b', '\ufeff'])('%j parts words', (blank) => {
    expect(wordsOf(`foo${blank}bar`, true)).toBe('foo@0 bar@1');
  });

  it('a word with a soft hyphen is found by its whole', () => {
    expect(wordsOf('hyphen\u00adation').split(' ')).toContain(wordsOf('hyphenation'));
  });
});

describe('the class of a character', () => {
  it('is the same for every code unit in the table and looked at by itself', () => {
    const characters = ['a', 'Z', '7', ' ', '-', '’', 'α', '深', '\u0301', 'ー', 'ß', '٣'];
    const classes = characterClasses(characters.join('x'));
    expect(classes).toHaveLength(0x10000);
    expect(characterClasses('')).toBe(classes);
    for (const character of characters) {
      expect(classes[character.charCodeAt(0)]).toBe(classOfCharacter(character));
    }
  });

  it.each([
    ['a', 'word'],
    ['ß', 'word'],
    ['7', 'digit'],
    ['٣', 'digit'],
    ['α', 'greek'],
    ['-', 'hyphen'],
    ['\u2011', 'hyphen'],
    ["'", 'apostrophe'],
    ['’', 'apostrophe'],
    ['\u0301', 'mark'],
    ['深', 'unspaced'],
    ['ー', 'unspaced'],
    ['한', 'unspaced'],
    ['ก', 'unspaced'],
    ['𠀀', 'unspaced'],
    ['\u2013', 'separator'],
    [' ', 'separator'],
    ['_', 'separator'],
    ['😀', 'separator'],
  ] as const)('%j is %s', (character, name) => {
    expect(classOfCharacter(character)).toBe(CharacterClass[name]);
  });

  it('of half a character is decided by the whole of it', () => {
    const classes = characterClasses('\ud800 \udfff');
    expect([classes[0xd800], classes[0xdfff]]).toEqual([CharacterClass.surrogate, CharacterClass.surrogate]);
  });
});
