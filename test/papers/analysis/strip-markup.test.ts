import { describe, expect, it } from 'vitest';
import { stripMarkup } from '../../../src/papers/analysis/strip-markup.ts';
import { wordsOf } from './tokens-of.ts';

describe('LaTeX in titles', () => {
  it.each([
    ['G\\"odel', 'godel'],
    ['Schr{\\"o}dinger Schr\\"{o}dinger', 'schrodinger schrodinger'],
    ["Poincar\\'e Poincar{\\'e}", 'poincare poincare'],
    ['Erd\\H{o}s Ho\\v{r}ava', 'erdos horava'],
    ['na\\"{\\i}ve', 'naive'],
    ['Stra{\\ss}e', 'strasse'],
    ["\\O{}re \\L{}od\\'z", 'ore lodz'],
    ['$\\alpha$-decay', 'alpha decay alphadecay'],
    ['$\\beta$-VAE', 'beta vae betavae'],
    ['$\\varepsilon$ and $\\Delta$', 'epsilon and delta'],
    ['\\textbf{bold} {\\em word} \\emph{x}', 'bold word x'],
    ['$k$-means', 'k means kmeans'],
    ['$L^2$ and L^2', 'l2 and l2'],
    ['$T_{\\rm c}$', 't c'],
    ['$\\mathcal{N}=4$ super', 'n 4 super'],
    ['$\\mathrm{H_2O}$', 'h2o'],
    ['O(n^2) x_i', 'o n2 xi'],
    ['$10^{-3}$', '10 3 103'],
    ['\\(x\\) and \\[y\\]', 'x and y'],
    ['price $5 and $6', 'price 5 and 6'],
    ['a~b', 'a b'],
    ["``quoted''", 'quoted'],
  ])('%s is read as %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('HTML in titles', () => {
  it.each([
    ['<p>first</p><p>second</p>', 'first second'],
    ['one<br/>two<br>three', 'one two three'],
    ['<jats:p>text</jats:p><jats:p>more</jats:p>', 'text more'],
    ['<jats:italic>E. coli</jats:italic>', 'e coli'],
    ['<i>p</i>-value', 'p value pvalue'],
    ['<SUP>13</SUP>C', '13c'],
    ['<span class="sc">dna</span>-binding', 'dna binding dnabinding'],
    ['<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>x</mml:mi></mml:math>', 'x'],
    ['<!-- hidden --> seen', 'seen'],
    ['cut in the middle <su', 'cut in the middle su'],
    ['cut in the middle <jats:ital', 'cut in the middle jats ital'],
    ['cut /sup> before', 'cut sup before'],
  ])('%s is read as %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it.each([
    ['a < b and c > d', 'a b and c d'],
    ['n<5 and m>7', 'n 5 and m 7'],
    ['p < 0.05, r > 0.5', 'p 0.05 r 0.5'],
    ['p &lt; 0.05 and r &gt; 0.5', 'p 0.05 and r 0.5'],
    ['x<', 'x'],
    ['>x<', 'x'],
  ])('a comparison keeps its words: %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('entities', () => {
  it.each([
    ['R&amp;D', 'r d'],
    ['&quot;big&quot;&nbsp;data', 'big data'],
    ['&lt;b&gt;bold&lt;/b&gt;', 'bold'],
    ['&#945; &#x3b1; &#X3B1; &alpha; &Alpha;', 'alpha alpha alpha alpha alpha'],
    ['TNF-&alpha;', 'tnf alpha tnfalpha'],
    ['&eacute;t&eacute; &Aring;ngstr&ouml;m', 'ete angstrom'],
    ['fran&ccedil;ais &Scaron;koda &oslash;re', 'francais skoda ore'],
    ['foo&ndash;bar&hellip;baz', 'foo bar baz'],
    ['Parkinson&#39;s Parkinson&#8217;s Parkinson&apos;s', 'parkinson parkinson parkinson'],
    ['&#55296;x &#xd800;y', 'x y'],
    ['&#0;', '0'],
    ['&#9999999;', '9999999'],
    ['&notclosed word', 'notclosed word'],
    ['&; &#; &#x;', 'x'],
  ])('%s is read as %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

it('a text without marks is given back as it is', () => {
  for (const text of ['', 'plain text', 'Ünïcode – 深度学习', "it's 5 > 4"]) expect(stripMarkup(text)).toBe(text);
});

describe('what looks like markup but is none', () => {
  it.each([
    ['P <or= .05 in 20 adults, lactate >or= 4', 'p or 05 in 20 adults lactate or 4'],
    ['a<b and c>d', 'a b and c d'],
    ['if x<y then z>w', 'if x y then z w'],
    ['power <alpha in one group and >beta in the other', 'power alpha in one group and beta in the other'],
  ])('keeps its words: %s', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('LaTeX commands that touch', () => {
  it.each([
    ['$B\\to\\pi\\pi$ decays', /^b pi ?pi decays$/],
    ['$\\ln\\alpha$', /^alpha$/],
    ['$\\nu_e$ oscillation', /^nu ?e oscillation$/],
    ['First line\\\\second line', /^first line second line$/],
  ])('keep the words between them: %s', (text, words) => {
    expect(wordsOf(text)).toMatch(words);
  });

  it('name every Greek letter', () => {
    expect([wordsOf('ν'), wordsOf('ο'), wordsOf('$\\nu$'), wordsOf('&nu;')]).toEqual(['nu', 'omicron', 'nu', 'nu']);
  });
});

it.each([
  ['Stra&szlig;e', 'strasse'],
  ['C&aelig;sar', 'caesar'],
  ['5 &micro;m', '5 μm'],
  ['Alzheimer&rsquo;s', 'alzheimer'],
  ['x&sup2;', 'x2'],
])('a named entity is the character that it stands for: %s', (text, words) => {
  expect(wordsOf(text)).toBe(words);
});
