/**
 * A draft without what is no prose, at the same positions: code, comments, formulas and what stands before the text
 * become blanks, line ends stay. Linear time.
 */

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Replaces stretches from an opening to the next closing mark; without one, nothing. */
function maskBetween(text: string, open: RegExp, close: (opened: RegExpExecArray) => string): string {
  const parts: string[] = [];
  const opening = new RegExp(open.source, open.flags.includes('g') ? open.flags : `${open.flags}g`);
  /** Closing marks that do not occur behind here: a search for one would run to the end again. */
  const missing = new Set<string>();
  let from = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const mark = close(found);
    const end = missing.has(mark) ? -1 : text.indexOf(mark, opening.lastIndex);
    if (end < 0) {
      missing.add(mark);
      continue;
    }
    parts.push(text.slice(from, found.index), blank(text.slice(found.index, end + mark.length)));
    from = end + mark.length;
    opening.lastIndex = from;
  }
  return parts.join('') + text.slice(from);
}

const ENVIRONMENTS = [
  ...['verbatim', 'Verbatim', 'lstlisting', 'minted', 'comment', 'equation', 'align', 'gather', 'multline', 'eqnarray'],
  ...['displaymath', 'math', 'tikzpicture', 'algorithm', 'algorithmic', 'filecontents', 'alltt', 'flalign', 'forest'],
].join('|');
const BEGIN_CODE = new RegExp(String.raw`\\begin\{((?:${ENVIRONMENTS})\*?)\}`, 'g');

/** LaTeX without comments, code, displayed formulas and its preamble. */
export function maskLatex(latex: string): string {
  // Inside verbatim a % is no comment, but nothing there is read anyway.
  const uncommented = latex.replace(/(?<=(?<!\\)(?:\\\\){0,20})%.*/g, blank);
  const begin = uncommented.indexOf('\\begin{document}');
  const body = begin < 0 ? uncommented : blank(uncommented.slice(0, begin)) + uncommented.slice(begin);
  const plain = maskBetween(body, BEGIN_CODE, ([, name]) => `\\end{${name}}`);
  const spoken = maskBetween(plain, /\\(?:verb|lstinline)\*?([^\sA-Za-z{*])/g, ([, mark = '|']) => mark);
  return maskBetween(
    maskBetween(spoken, /(?<!\\)\\\[/g, () => '\\]'),
    /(?<!\\)\$\$/g,
    () => '$$',
  );
}

const FENCE = /^[ \t]{0,3}(`{3,20}|~{3,20})[^\n]*\n/gm;

/** Markdown without its metadata, code, comments and formulas. */
export function maskMarkdown(markdown: string): string {
  const metadata = /^\uFEFF?---[ \t]*\n/.exec(markdown);
  const end = metadata ? markdown.indexOf('\n---', metadata[0].length - 1) : -1;
  const body = end < 0 ? markdown : blank(markdown.slice(0, end + 4)) + markdown.slice(end + 4);
  const fenced = maskBetween(body, FENCE, ([, fence = '']) => `\n${fence}`);
  const uncommented = maskBetween(fenced, /<!--/g, () => '-->');
  const prose = maskBetween(uncommented, /(?<!\$)\$\$/g, () => '$$');
  return prose
    .replace(/(?<!`)`(?!`)[^`\n]{1,2000}`(?!`)/g, blank)
    .replace(/(?<![\\$\d])\$(?=\S)[^$\n]{1,300}(?<=\S)\$(?!\d)/g, (math) =>
      /[\\{}_[\]]/.test(math) ? blank(math) : math,
    );
}
