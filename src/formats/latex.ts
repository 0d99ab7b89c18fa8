import characters from './latex-characters.json' with { type: 'json' };

/**
 * Text as LaTeX for BibTeX: accented Latin letters, Greek symbols and some signs, in forms that every reader turns back
 * into the same character. Other characters stay, because their LaTeX needs packages or reads back otherwise.
 */

/** Written by `npm run docs` from the tables of unicode2latex, which take a while to load. */
const CHARACTERS: Readonly<Record<string, string>> = characters;

/** Each may stand for itself in LaTeX or not; as commands, none does anything but print the character. */
const ASCII = new Map(
  Object.entries({
    '&': '\\&',
    '%': '\\%',
    $: '\\$',
    '#': '\\#',
    _: '\\_',
    // BibTeX counts braces whether or not a backslash stands before them.
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

/** Two characters that LaTeX would print as one, told apart by an empty group. */
const LIGATURES = new Set(['--', '``', "''", ',,', '?`', '!`']);

/** All but what stands for itself. More Greek letters in a row are a Greek word, and no symbols. */
const PIECES = /[\p{Script=Greek}\p{M}]{3,}|[^A-Za-z0-9 .;:()[\]/=+*@"]/gu;

function pieceInLatex(piece: string): string {
  return ASCII.get(piece) ?? CHARACTERS[piece] ?? piece;
}

/** A text on one line, safe inside a braced field: braces are balanced and no command is in it but ours. */
export function latexText(text: string): string {
  let [before, end] = ['', 0];
  return text.replace(PIECES, (piece, at: number) => {
    const isLigature = at === end && LIGATURES.has(before + piece);
    [before, end] = [piece, at + piece.length];
    return isLigature ? `{}${pieceInLatex(piece)}` : pieceInLatex(piece);
  });
}

/** Words spelt with capitals: after the first letter (`mRNA`), beside a digit (`H1`), alone (`T cell`). */
const SPELT_WITH_CAPITALS = /^(?:.+\p{Lu}|\p{Lu}.*\p{N}|\p{N}.*\p{Lu}|(?!A$)\p{Lu}$)/su;

/** A title, its words that bibliography styles must not put into lower case in braces. */
export function latexTitle(title: string): string {
  return title
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .map((part, at) =>
      // Words stand at odd places. A mark alone begins no word.
      at % 2 === 1 && SPELT_WITH_CAPITALS.test(part) && /^[\p{L}\p{N}]/u.test(part)
        ? `{${latexText(part)}}`
        : latexText(part),
    )
    .join('');
}

/** Everything but what addresses need and `<`, `>` of old DOIs; TeX takes none of that for a command. */
const UNSAFE_IN_ADDRESSES = /[^A-Za-z0-9\-._:/?#[\]@!&'()*+,;=%<>]/gu;

/**
 * An address or identifier for a field that some styles typeset as TeX, where `\` and `^^5c` start commands. All but
 * what addresses need is percent-encoded; `_`, `%`, `#` and `&` stay.
 */
export function latexVerbatim(address: string): string {
  return address.toWellFormed().replace(UNSAFE_IN_ADDRESSES, percentEncoded);
}

/** Also of what encodeURIComponent leaves alone, such as `~`. */
function percentEncoded(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}
