export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Adds a full stop, unless the text already ends a sentence. */
export function withFullStop(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

/** `a, b and c`. */
export function joinWithAnd(parts: readonly unknown[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The first of `all` things: `a; b and 3 more`. */
export function listNamed(named: readonly string[], all: number): string {
  const more = all - named.length;
  return `${named.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Not single blanks: replacing each of them would rewrite most texts. */
const SPACES = /\s{2,}|[^\S ]/g;

/** The text with each run of white space replaced by a single blank. */
export function oneLine(text: string): string {
  return text.replace(SPACES, ' ');
}

/** The parts of a text between separators, trimmed and without empty ones. */
export function splitTrimmed(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
