import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/papers/analysis/stem.ts';
import { forEachToken } from '../../../src/papers/analysis/tokenizer.ts';
import { placedWords, wordsOf } from './tokens-of.ts';

/** What researchers write in Latin letters, Greek letters and digits. */

describe('compounds', () => {
  it.each([
    ['beta-blocker', 'beta@0 blocker@1 betablocker@0'],
    ['well-known fact', 'well@0 known@1 wellknown@0 fact@2'],
    ['the COVID-19 wave', 'the@0 covid@1 19@2 covid19@1 wave@3'],
    ['SARS-CoV-2', 'sars@0 cov@1 2@2 sarscov2@0'],
    ['state-of-the-art', 'state@0 of@1 the@2 art@3'],
    ['10-20 mg', '10@0 20@1 1020@0 mg@2'],
    ['1.5-fold', '1.5@0 fold@1 1.5fold@0'],
    ['1,2-dichloroethane', '1@0 2@1 dichloroethane@2 2dichloroethane@1'],
    ['-a- b', 'a@0 b@1'],
    ['a--b', 'a@0 b@1'],
    ['left- and right-hand', 'left@0 and@1 right@2 hand@3 righthand@2'],
  ])('of %s come the parts and the joined form at the place of its first part', (text, words) => {
    expect(wordsOf(text, true)).toBe(words);
  });

  it.each(['-', '\u2010', '\u2011', '\u00ad', '\ufe63', '\uff0d'])('are held together by %j', (hyphen) => {
    expect(wordsOf(`beta${hyphen}blocker`, true)).toBe('beta@0 blocker@1 betablocker@0');
  });

  it.each(['\u2013', '\u2014', '\u2212', '/', '_ ', ' - '])('are not made by %j', (separator) => {
    expect(wordsOf(`beta${separator}blocker`, true)).toBe('beta@0 blocker@1');
  });
});

describe('genes, chemicals and symbols', () => {
  it.each([
    ['IL-6', 'il 6 il6'],
    ['p53', 'p53'],
    ['5-HT2A', '5 ht2a 5ht2a'],
    ['H2O2', 'h2o2'],
    ['H₂O', 'h2o'],
    ['CO<sub>2</sub>', 'co2'],
    ['CO$_2$', 'co2'],
    ['$CO_{2}$', 'co2'],
    ['CO_2', 'co2'],
    ['Ca2+', 'ca2'],
    ['Ca²⁺', 'ca2'],
    ['Ca<sup>2+</sup>', 'ca2'],
    ['Ca$^{2+}$', 'ca2'],
    ['Na⁺/K⁺-ATPase', 'na k atpase'],
    ['$^{13}$C', '13c'],
    ['3D 2D', '3d 2d'],
    ['C++ and C#', 'c and c'],
    ['AT&T', 'at t'],
    ['Å K ℃ № ™ ½', 'a k c no tm 1 2'],
  ])('%s is read as %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('Greek', () => {
  it.each([
    ['α', 'alpha'],
    ['Δ', 'delta'],
    ['ς', 'sigma'],
    ['Ω ohm', 'omega ohm'],
    ['ϕ ϵ ϑ', 'phi epsilon theta'],
    ['TNFα', 'tnfalpha'],
    ['TNF-α', 'tnf alpha tnfalpha'],
    ['NF-κB', 'nf kappab nfkappab'],
    ['TGF-β1', 'tgf beta1 tgfbeta1'],
    ['β₂-adrenergic', 'beta2 adrenergic beta2adrenergic'],
    ['Δ9-THC', 'delta9 thc delta9thc'],
    ['ΔF508', 'deltaf508'],
    ['κ-opioid', 'kappa opioid kappaopioid'],
    ['μ-opioid', 'mu opioid muopioid'],
    ['𝛼-decay', 'alpha decay alphadecay'],
  ])('a letter among Latin ones or alone has its name: %s is %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it.each([
    ['Λόγος', 'λογοσ'],
    ['ΛΌΓΟΣ', 'λογοσ'],
    ['Ὀδύσσεια', 'οδυσσεια'],
  ])('a word of Greek letters stays one: %s is %s', (text, word) => {
    expect(wordsOf(text)).toBe(word);
  });

  it("a word is the same in capitals where it has a sigma before an apostrophe's s", () => {
    expect(wordsOf("ΛΌΓΟΣ's")).toBe(wordsOf("Λόγος's"));
    expect(wordsOf("ΛΌΓΟΣ's")).toBe(wordsOf('Λόγος'));
  });

  it.each(['5 µm', '5 μm', '5 \u03bcm'])('micro is the same sign in %j, whichever of the two it was', (text) => {
    expect(wordsOf(text)).toBe('5 μm');
  });

  it('a micro sign by itself is the letter', () => {
    expect([wordsOf('µ'), wordsOf('μ')]).toEqual(['mu', 'mu']);
  });
});

describe('numbers', () => {
  it.each([
    ['p<0.05', 'p 0.05'],
    ['p = .05', 'p 05'],
    ['1,000 patients', '1000 patients'],
    ['12,345,678', '12345678'],
    ['1,234.5', '1234.5'],
    ['1,23', '1 23'],
    ['1,2,3', '1 2 3'],
    ['2019,2020', '2019 2020'],
    ['1.2.3', '1.2.3'],
    ['in 2019. Then', 'in 2019 then'],
    ['end.2nd', 'end 2nd'],
    ['１，０００', '1000'],
  ])('%s is read as %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('apostrophes', () => {
  it.each(["'", '\u2019', '\u02bc', '\uff07'])('of a possessive go with their s: %j', (apostrophe) => {
    expect(wordsOf(`Parkinson${apostrophe}s disease`, true)).toBe('parkinson@0 disease@1');
    expect(wordsOf(`PARKINSON${apostrophe}S`)).toBe('parkinson');
  });

  it.each([
    ["patients' rights", 'patients rights'],
    ["don't", 'don t'],
    ["O'Neill", 'o neill'],
    ["l'été", 'l ete'],
    ["its'self", 'its self'],
    ["mother-in-law's house", 'mother in law motherinlaw house'],
    ["'quoted's", 'quoted'],
    ["x's", 'x'],
  ])('%s is read as %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('letters with signs', () => {
  it.each([
    ['café', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['naïve Ångström', 'naive angstrom'],
    ['Nguyễn', 'nguyen'],
    ['Łódź Đorđe Øre', 'lodz dorde ore'],
    ['Straße STRASSE STRAẞE', 'strasse strasse strasse'],
    ['Æther œuvre þing', 'aether oeuvre thing'],
    ['İstanbul ISTANBUL ıstanbul i\u0307stanbul', 'istanbul istanbul istanbul istanbul'],
    ['ﬁnance ﬀ ﬃ', 'finance ff ffi'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['𝒜𝓁𝑔ebra', 'algebra'],
    ['x\u0301\u0301\u0301y', 'xy'],
  ])('%s is read as %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('what is no word', () => {
  it.each(['', ' ', '!!!', '---', "'", '\u0301', '\u200b', '\ud800', '\udc00', '😀', '…', '<>', '$$', '&', '\\'])(
    '%j has none and takes no place',
    (text) => {
      expect(forEachToken(text, () => expect.unreachable())).toBe(0);
    },
  );

  it('half a character parts words as a blank does', () => {
    expect(wordsOf('a\ud800b c\udc00d')).toBe('a b c d');
  });
});

describe('a long word', () => {
  it('is cut to 64', () => {
    expect(wordsOf('a'.repeat(1_000))).toBe('a'.repeat(64));
    expect(
      wordsOf(`${'a'.repeat(60)}-${'b'.repeat(60)}`)
        .split(' ')
        .at(-1),
    ).toBe('a'.repeat(60) + 'b'.repeat(4));
  });

  it('is never cut through a character', () => {
    const words = placedWords(`a${'𐐀'.repeat(40)} b-${'a'.repeat(62)}-𐐀𐐀`).map(({ word }) => word);
    expect(words.map(({ length }) => length)).toEqual([63, 1, 62, 4, 63]);
    for (const word of words) expect(word.isWellFormed()).toBe(true);
  });

  it('that grows when it is written out is cut afterwards', () => {
    expect(wordsOf(`x${'ß'.repeat(63)}`)).toHaveLength(64);
  });
});

it('the places that a text takes are given, joined forms taking none', () => {
  for (const [text, positions] of [
    ['beta-blocker therapy', 3],
    ['深度学习', 3],
    ['深', 1],
    ["Parkinson's", 1],
  ] as const) {
    expect(forEachToken(text, () => undefined)).toBe(positions);
  }
});

describe('stems', () => {
  it.each([
    ['studies', 'studi'],
    ['relational', 'relat'],
    ['therapies', 'therapi'],
    ['is', 'is'],
    ['il6', 'il6'],
    ['0.05', '0.05'],
    ['λογος', 'λογος'],
    ['深度', '深度'],
  ])('%s is counted as %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it('are never empty', () => {
    const endings = ['ing', 'ies', 'sses', 'eed', 'ed', 'ation', 'ness', 'ement', 'sss', 'eee', 'yyy', 'ous'];
    for (const word of endings) expect(stem(word)).not.toBe('');
  });

  it('are equal for the words of a text in capitals', () => {
    const stems = (text: string) => placedWords(text).map(({ word }) => stem(word));
    expect(stems('Randomized Controlled TRIALS')).toEqual(stems('randomized controlled trial'));
  });
});
