export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Not single blanks: to replace every blank by itself would write most texts anew. */
const SPACES = /\s{2,}|[^\S ]/g;

/** The text with single blanks for all its white space. */
export function oneLine(text: string): string {
  return text.replace(SPACES, ' ');
}
