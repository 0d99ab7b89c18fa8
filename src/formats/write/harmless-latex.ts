import { latex2unicode } from 'unicode2latex';

/** Commands that change the look of their text, quote, part lines, or hold a formula or an address. */
const COMMANDS = new Set(
  (
    'a b c d f h i j k l o r t u v G H L O U aa AA ae AE oe OE ss SS dh DH dj DJ ng NG th TH emph em it bf rm sf ' +
    'sl sc tt itshape bfseries scshape upshape normalfont textit textbf textsc textrm textsf texttt textsl textup ' +
    'textmd textnormal textsuperscript textsubscript text mbox hbox mathrm mathbf mathit mathcal mathbb mathsf ' +
    'mathtt mathfrak mathscr mathnormal mathop operatorname boldsymbol bm pmb Bbb hat tilde bar vec dot ddot ' +
    'acute grave breve check widehat widetilde overline underline bold sb sp frac tfrac dfrac sfrac sqrt left ' +
    'right big Big bigl bigr Bigl Bigr limits displaystyle textstyle ensuremath url path nolinkurl enquote ' +
    'mkbibquote mkbibemph textquote uppercase lowercase MakeUppercase MakeLowercase ce ch cee noopsort natexlab ' +
    'newblock noindent par newline linebreak quad qquad enspace thinspace space nobreakspace relax protect TeX ' +
    'LaTeX BibTeX ldots dots cdots slash textsmaller cyrchar bibinfo phantom hphantom vphantom cite citep citet ' +
    'textcite textcites parencite parencites discretionary xspace textcolor color foreignlanguage ' +
    'arccos arcsin arctan cos cosh cot csc deg det dim exp gcd hom inf ker lg lim ln log max min Pr sec sin sinh sup tan ' +
    'tanh mod bmod pmod cal slashed tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge ' +
    'textquotesingle textasciigrave hyphen autocap bibcyr'
  ).split(' '),
);
const ADDRESS = /\\href\s*\{https?:[^{}\\]*\}/g;

/**
 * Whether TeX does nothing with this text but print it: all commands are known ones. Others may be those that read and
 * write files, or make such.
 */
export function isHarmless(latex: string): boolean {
  if (latex.includes('^^')) return false;
  const words = latex.replace(ADDRESS, '').match(/\\[A-Za-z@]+/g) ?? [];
  return words.every(isKnown);
}

function isKnown(command: string): boolean {
  return Object.hasOwn(latex2unicode, command) || /^\\(?:cyr|CYR)/.test(command) || COMMANDS.has(command.slice(1));
}
