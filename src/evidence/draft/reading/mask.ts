/**
 * Replaces everything but the prose of a draft by blanks, so that offsets and lines stay the same: code, comments,
 * formulas, the preamble or metadata. Linear time.
 */

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Blanks out text from an opening mark to the next closing mark. An opening mark without a closing one is kept. */
function maskBetween(text: string, open: RegExp, close: (opened: RegExpExecArray) => string): string {
  const parts: string[] = [];
  const opening = new RegExp(open.source, open.flags.includes('g') ? open.flags : `${open.flags}g`);
  /** Closing marks that do not occur in the rest: searching for them again would take quadratic time. */
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
  // In verbatim text % does not start a comment, but verbatim text is blanked anyway.
  const uncommented = latex.replace(/(?<=(?<!\\)(?:\\\\){0,20})%.*/g, blank);
  const begin = uncommented.indexOf('\\begin{document}');
  const body = begin < 0 ? uncommented : blank(uncommented.slice(0, begin)) + uncommented.slice(begin);
  const plain = maskBetween(body, BEGIN_CODE, ([, name]) => `\\end{${name}}`);
  const withoutVerbatim = maskBetween(plain, /\\(?:verb|lstinline)\*?([^\sA-Za-z{*])/g, ([, mark = '|']) => mark);
  return maskBetween(
    maskBetween(withoutVerbatim, /(?<!\\)\\\[/g, () => '\\]'),
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
