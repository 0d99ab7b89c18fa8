import { Transform } from 'unicode2latex';

/** A base letter with accents that every reader knows; `ĭ` and `ĵ` lose their dots and do not come back. */
const ACCENTED = /^(?!i\u0306|j\u0302)[A-Za-z][\u0300-\u0304\u0306-\u0308\u030a-\u030c\u0323\u0327\u0328]{1,2}$/;
const LETTERS = 'ÆæØøÐðÞþßĐđŁłŊŋŒœı';
const GREEK = 'ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρςστυφχψω';
const SIGNS = '≤≥≠≈∼∞→←↔⇒⇔↑↓∂∑∏∫∈∉⊂⊃⊆⊇∩∪∀∃∝≡≃≅⊕⊗⟨⟩∧∨∥∓∗∘⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉';
/** Where Unicode has letters with accents of their own. */
const LETTERS_UP_TO = 0x2200;

/**
 * The characters that a BibTeX entry writes in LaTeX, by the tables of unicode2latex: their forms are those that every
 * reader turns back into the same character.
 */
export function latexCharacters() {
  const transform = new Transform('bibtex', {
    // As text these are commands of special packages.
    math: 'Ωθ←↓',
    charmap: {
      // Some readers do not know \aa.
      å: { text: '\\r a' },
      Å: { text: '\\r A' },
      // The italic letter comes back as mathematics; the micro sign looks the same as a mu.
      μ: { text: '\\textmu' },
    },
  });
  const all = Array.from({ length: LETTERS_UP_TO }, (_, code) => String.fromCharCode(code));
  // Some pairs of accents have a command of their own, which needs a package.
  const accented = all.filter(
    (letter) => ACCENTED.test(letter.normalize('NFD')) && !transform.tolatex(letter).includes('\\text'),
  );
  // In braces, so that a command ends where it should and styles leave the capitals of mathematics alone.
  const written = [...accented, ...LETTERS, ...GREEK, ...SIGNS].map((each) => [each, `{${transform.tolatex(each)}}`]);
  return Object.fromEntries(written);
}
