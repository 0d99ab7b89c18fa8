import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePaper } from '../../src/papers/paper.ts';
import { viewPaper } from '../../src/papers/paper-view.ts';
import { VIEWS } from '../../src/papers/source-words.ts';
import { cleanLine, cleanText, firstSentence, MAX_TEXT_CHARACTERS } from '../../src/papers/text.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { runs } from '../helpers/runs.ts';

describe('what is removed from a text', () => {
  it.each([
    ['a colour sequence', 'a\u001b[31mb\u001b[0mc', 'abc'],
    ['a cursor sequence', 'a\u001b[2J\u001b[1;1Hb', 'ab'],
    ['a window title, ended by BEL', 'a\u001b]0;owned\u0007b', 'ab'],
    ['a hyperlink, ended by ST', 'a\u001b]8;;https://example.org\u001b\\b\u001b]8;;\u001b\\c', 'abc'],
    ['a device control string', 'a\u001bP1$r\u001b\\b', 'ab'],
    ['an escape sequence written as entities', 'a&#27;[31mb&#x1B;[0mc', 'abc'],
    ['C0 controls', 'a\u0000b\u0007c\u0008d\u007fe', 'abcde'],
    ['C1 controls', 'a\u0084b\u009bc', 'abc'],
    ['bidi overrides and embeddings', 'a\u202eb\u202cc\u202ad', 'abcd'],
    ['bidi isolates and marks', 'a\u2066b\u2069c\u200ed\u200fe\u061cf', 'abcdef'],
    ['tag characters', 'a\u{e0001}\u{e0068}\u{e0069}\u{e007f}b', 'ab'],
    ['runs of variation selectors', 'a\ufe00\ufe01\ufe0fb', 'ab'],
    ['supplementary variation selectors', 'a\u{e0100}\u{e01ef}b', 'ab'],
    ['soft hyphens', 'co\u00adop', 'coop'],
    ['zero-width blanks, word joiners and byte order marks', 'a\u200bb\u2060c\ufeffd', 'abcd'],
    ['invisible operators', 'f\u2061(x)\u2062y', 'f(x)y'],
    ['fillers that look like nothing', 'a\u3164b\u115fc\u1160d\uffa0e\u034ff', 'abcdef'],
    ['interlinear annotation', 'a\ufff9b\ufffac\ufffbd', 'abcd'],
    ['noncharacters', 'a\ufffeb\uffffc\ufdd0d', 'abcd'],
    ["LaTeX's ampersand", 'a \\& b {&} c {\\&} d', 'a & b & c & d'],
    ['lone surrogates', 'a\ud83db\ude00c', 'abc'],
  ])('%s', (_class, raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
    expect(cleanLine(raw)).toBe(clean);
  });

  it.each([
    ['JATS', '<jats:p>We study <jats:italic>E. coli</jats:italic>.</jats:p>', 'We study E. coli.'],
    ['HTML', 'H<sub>2</sub>O and <I>in vivo</I><br/>twice', 'H2O and in vivo\ntwice'],
    ['attributes', '<span class="nocase">DNA</span> <a href=\'https://example.org/\'>here</a>', 'DNA here'],
    ['MathML', '<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>2</mml:mn></mml:math>', 'x=2'],
    ['entities', 'R&amp;D &lt; 5&nbsp;% &quot;q&quot; &#233;&#xe9;', 'R&D < 5 % "q" éé'],
    [
      'named letters',
      '&Eacute;tude of &beta;-&Omega; in M&uuml;nchen &ndash; &le;5&nbsp;&micro;m, &LT;',
      'Étude of β-Ω in München – ≤5 µm, <',
    ],
    ['encoded twice', 'Garc&amp;iacute;a', 'García'],
    ['no names', 'R&D; and &foo;', 'R&D; and &foo;'],
    [
      "PubMed's parts",
      '<AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">We play.</AbstractText><AbstractText Label="RESULTS">We won.</AbstractText><CopyrightInformation>(c) 2020 Toys</CopyrightInformation>',
      'BACKGROUND: We play.\nRESULTS: We won.',
    ],
    [
      'a formula as TeX and as MathML',
      'at <jats:inline-formula><jats:alternatives><jats:tex-math>$$x^2$$</jats:tex-math><mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math></jats:alternatives></jats:inline-formula> m',
      'at x2 m',
    ],
    [
      'the other way round',
      'at <mml:math><mml:mi>y</mml:mi></mml:math>\n<jats:tex-math>$y$</jats:tex-math> m',
      'at y m',
    ],
    [
      "MathML's notes",
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_{long}</annotation></semantics></math>',
      'x',
    ],
    [
      "IOP's formulas",
      'of <jats:tex-math><?CDATA $z\\sim 7$?></jats:tex-math><?MML <mml:math><mml:mi>z</mml:mi></mml:math>?> stars',
      'of $z\\sim 7$ stars',
    ],
    ['character data', '<![CDATA[Owls <i>sleep</i>]]>', 'Owls sleep'],
    [
      "Springer's documents",
      'at \\documentclass[12pt]{minimal} \\usepackage{amsmath} \\setlength{\\oddsidemargin}{-69pt} \\begin{document}$$3 \\times 2$$\\end{document} m',
      'at $$3 \\times 2$$ m',
    ],
    [
      'a cut document',
      'Except in 3×2 \\documentclass[12pt]{minimal} \\usepackage{amsmath} \\setlength{\\oddsidemargin',
      'Except in 3×2',
    ],
    ['an entity of no character', 'a&#0;b&#x110000;c', 'abc'],
  ])('markup: %s', (_kind, raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it('is gone from every text, whatever surrounds it', () => {
    const bad = fc.constantFrom('\u001b[31m', '\u0000', '\u009b', '\u202e', '\u2066', '\u{e0041}', '\u200b', '\ufeff');
    const part = fc.oneof(fc.string({ unit: 'grapheme' }), bad);
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const clean = cleanText(parts.join(''));
        expect(clean).not.toMatch(/[\p{Bidi_Control}\p{Surrogate}\u{200b}\u{feff}\u{e0000}-\u{e007f}]/u);
        expect(clean.replaceAll('\n', '')).not.toMatch(/\p{Control}/u);
        expect(clean).toBe(clean.trim().normalize('NFC'));
      }),
    );
  });
});

describe('what survives', () => {
  it.each([
    ['comparisons', 'a<b and c>d'],
    ['comparisons without blanks', 'if a<b or i<n, p<0.05'],
    ['mathematical letters', '𝒙 ∈ ℝⁿ, ½ ≤ x² → ∞, ∑ᵢ αᵢ'],
    ['letters that NFKC would change', 'ﬁ Å² ㎏ ™ Ⅳ'],
    ['Persian with ZWNJ', 'می\u200cخواهم'],
    ['Hindi with ZWJ', 'क्\u200dष'],
    ['an emoji of several, joined', '👩\u200d🔬'],
    ['an emoji with one variation selector', 'I \u2764\ufe0f science'],
    ['right-to-left scripts', 'שלום العالم'],
    ['East Asian scripts', '太陽電池の安定性 한국어'],
    ['ampersands that are no entity', 'AT&T; R&D & &unknown;'],
  ])('%s', (_what, text) => {
    expect(cleanText(text)).toBe(text);
    expect(cleanLine(text)).toBe(text);
  });

  it('an accented letter that lost its dot as the letter itself, a dotless one as it is', () => {
    expect(cleanLine('Garc\u0131\u0301a, na\u0131\u0308ve, \u0237\u030c, Ya\u015far K\u0131l\u0131\u00e7')).toBe(
      'Garc\u00eda, na\u00efve, \u01f0, Ya\u015far K\u0131l\u0131\u00e7',
    );
  });

  it('letters with accents in their composed form', () => {
    expect(cleanText('Cafe\u0301')).toBe('Caf\u00e9');
  });

  it('line breaks of every kind, as one each', () => {
    expect(cleanText('a\u0085b\u2028c\u2029d\r\ne')).toBe('a\nb\nc\nd\ne');
    expect(cleanLine('a\u0085b\u2028c')).toBe('a b c');
  });

  it('line breaks in a text, as one each; none in a line', () => {
    expect(cleanText('one  two \r\n\r\n three\rfour\n')).toBe('one two\nthree\nfour');
    expect(cleanLine('one  two \r\n\r\n three\rfour\n')).toBe('one two three four');
  });
});

describe('a text that is too long', () => {
  const says = /cut at 20,000 characters\)$/;

  it.each(['word ', 'x', '😀', '\u0344', '\ufb2c', 'a\u0301', '&amp;amp;', '<b>b</b> ', 'a\n', '&lt;i&gt;', '\u200b'])(
    'of nothing but %j is cut, says so, and stays as it is from then on',
    (unit) => {
      for (const length of [MAX_TEXT_CHARACTERS - 1, MAX_TEXT_CHARACTERS, MAX_TEXT_CHARACTERS + 1, 1_000_000]) {
        const clean = cleanText(unit.repeat(Math.ceil(length / unit.length)).slice(0, length));
        expect(clean.length).toBeLessThanOrEqual(MAX_TEXT_CHARACTERS);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanText(clean)).toBe(clean);
        // Of spaces and markup more is read.
        if (length === 1_000_000) expect(clean).toMatch(says);
      }
    },
  );

  it('is whole up to the limit', () => {
    const text = 'x'.repeat(MAX_TEXT_CHARACTERS);
    expect(cleanText(text)).toBe(text);
    expect(cleanText(`${text}x`)).toMatch(says);
  });

  it('is cut in the library and in every view', () => {
    const text = 'owls read '.repeat(runs(100_000));
    const { title, abstract } = normalisePaper({ title: text, abstract: text });
    expect([title, abstract]).toEqual([expect.stringMatching(/…$/), expect.stringMatching(says)]);
    for (const view of VIEWS) {
      const shown = viewPaper(
        'J1#1',
        fromWire({ id: 'x', title: text, abstract: text, tldr: text, authors: text }),
        view,
      );
      expect(JSON.stringify(shown).length).toBeLessThan(5 * MAX_TEXT_CHARACTERS);
    }
    expect(viewPaper('J1#1', fromWire({ id: 'x', title: 'T', abstract: text }), 'abstract').abstract).toMatch(says);
  });
});

describe('the first sentence', () => {
  const cases: [string, string, string][] = [
    [
      'ends at a full stop before a capital',
      'Solar cells degrade outdoors. We say why.',
      'Solar cells degrade outdoors.',
    ],
    ['ends at a question mark', 'Why do solar cells degrade? We say why.', 'Why do solar cells degrade?'],
    [
      'runs over decimals',
      'Efficiency rose by 3.5 percent in tests. Then it fell.',
      'Efficiency rose by 3.5 percent in tests.',
    ],
    [
      'runs over abbreviations',
      'As shown by Smith et al. Degradation is slow. More.',
      'As shown by Smith et al. Degradation is slow.',
    ],
    [
      'runs over initials',
      'The method proposed by J. Smith works well. More.',
      'The method proposed by J. Smith works well.',
    ],
    ['is no mere heading', 'Background. Solar cells degrade. More text.', 'Background. Solar cells degrade.'],
    ['is the whole text when it has one', 'no end at all', 'no end at all'],
    ['is on one line', 'Solar cells\ndegrade outdoors. More.', 'Solar cells degrade outdoors.'],
  ];
  it.each(cases)('%s', (_rule, text, sentence) => {
    expect(firstSentence(text, 240)).toBe(sentence);
  });

  it('is cut at a word, with an ellipsis, when it is too long', () => {
    expect(firstSentence('alpha beta, gamma delta', 13)).toBe('alpha beta…');
    expect(firstSentence('word '.repeat(100), 240).length).toBeLessThanOrEqual(240);
  });
});
