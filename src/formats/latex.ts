import characters from './latex-characters.json' with { type: 'json' };

/**
 * Converts text to LaTeX for BibTeX: accented Latin letters, Greek symbols and some signs, in forms that every reader
 * converts back to the same character. Other characters are kept, because their LaTeX needs packages or is read back
 * differently.
 */

/** Written by `npm run docs` from the tables of unicode2latex, which take a while to load. */
const CHARACTERS: Readonly<Record<string, string>> = characters;

/** Each may be special in LaTeX or not; as commands, none does anything but print the character. */
const ASCII = new Map(
  Object.entries({
    '&': '\\&',
    '%': '\\%',
    $: '\\$',
    '#': '\\#',
    _: '\\_',
    // BibTeX counts braces even after a backslash.
    '{': '{\\textbraceleft}',
    '}': '{\\textbraceright}',
    '\\': '{\\textbackslash}',
    '~': '{\\textasciitilde}',
    '^': '{\\textasciicircum}',
    '<': '{\\textless}',
    '>': '{\\textgreater}',
    '|': '{\\textbar}',
  }),
);

/** Pairs of characters that LaTeX would print as one, separated by an empty group. */
const LIGATURES = new Set(['--', '``', "''", ',,', '?`', '!`']);

/** Everything that is not literal. Several Greek letters in a row are a Greek word rather than symbols. */
const PIECES = /[\p{Script=Greek}\p{M}]{3,}|[^A-Za-z0-9 .;:()[\]/=+*@"]/gu;

function pieceInLatex(piece: string): string {
  return ASCII.get(piece) ?? CHARACTERS[piece] ?? piece;
}

/** A text on one line, safe inside a braced field: braces are balanced and it contains no commands except ours. */
export function latexText(text: string): string {
  let [before, end] = ['', 0];
  return text.replace(PIECES, (piece, at: number) => {
    const isLigature = at === end && LIGATURES.has(before + piece);
    [before, end] = [piece, at + piece.length];
    return isLigature ? `{}${pieceInLatex(piece)}` : pieceInLatex(piece);
  });
}

/** Words whose capitals are significant: after the first letter (`mRNA`), beside a digit (`H1`), alone (`T cell`). */
const SPELT_WITH_CAPITALS = /^(?:.+\p{Lu}|\p{Lu}.*\p{N}|\p{N}.*\p{Lu}|(?!A$)\p{Lu}$)/su;

/** A title in which braces protect words that bibliography styles must not convert to lower case. */
export function latexTitle(title: string): string {
  return title
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .map((part, at) =>
      // Words are at odd indexes. Punctuation alone does not start a word.
      at % 2 === 1 && SPELT_WITH_CAPITALS.test(part) && /^[\p{L}\p{N}]/u.test(part)
        ? `{${latexText(part)}}`
        : latexText(part),
    )
    .join('');
}

/** Everything except the characters that URLs need and `<`, `>` of old DOIs; TeX takes none of those for a command. */
const UNSAFE_IN_ADDRESSES = /[^A-Za-z0-9\-._:/?#[\]@!&'()*+,;=%<>]/gu;

/**
 * A URL or identifier for a field that some styles typeset as TeX, where `\` and `^^5c` start commands. Everything that
 * URLs do not need is percent-encoded; `_`, `%`, `#` and `&` are kept.
 */
export function latexVerbatim(address: string): string {
  return address.toWellFormed().replace(UNSAFE_IN_ADDRESSES, percentEncoded);
}

/** Also encodes what encodeURIComponent leaves unchanged, such as `~`. */
function percentEncoded(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}
