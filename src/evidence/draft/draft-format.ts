import type { DraftFormat } from './draft.ts';

const LATEX = /\\(?:documentclass|begin\s{0,3}\{|(?:sub){0,2}section\*?\{|[a-z]{0,10}cite[a-z]{0,10}\*?[[{]|bibitem)/i;

/** The format of a text without a name: LaTeX by its commands, else Markdown, as which plain text reads, too. */
export function draftFormat(text: string): DraftFormat {
  return LATEX.test(text) ? 'latex' : 'markdown';
}
