import { authorsAtStart, authorsBefore } from './author-list.ts';
import { readReference } from './read-reference.ts';

/** A dash or line instead of authors, after the entry's number, and a character after it that rules out a bullet. */
const DASH =
  /^(\s{0,9}(?:(?:\[\d{1,4}\]|\(\d{1,3}\)|\d{1,4}\.)\s{1,9})?)(?:[—―⸺⸻]{1,9}|[-–—_]{2,12}|(?:[-–—_] ){2,9}[-–—_])(?=\s?[.,:;(]|\s(?:1[5-9]|20)\d\d\b|\s)/u;
/** `, ed.`: the role of the same people in this work. */
const ROLE = /^,\s(?:eds?|trans|comps?)\.(?=,?\s)/;

/**
 * Entries of one list in which a dash for the authors of the entry above (`———. 1807. The geography`) is
 * replaced by their names. A dash stays if the authors of the entry above could not be read, or if authors follow it.
 */
export function writeOutDashes(entries: readonly string[]): string[] {
  let above = '';
  let authors: string | undefined;
  return entries.map((entry) => {
    const dash = DASH.exec(entry);
    const behind = dash ? entry.slice(dash[0].length).replace(ROLE, '.').trimStart() : '';
    if (dash && !authorsAtStart(behind)) {
      // Read only for a dash, because long lists seldom have one.
      authors ??= authorsOf(above);
      return authors === undefined ? entry : `${dash[1]}${joinParts(authors, behind)}`;
    }
    above = entry;
    authors = undefined;
    return entry;
  });
}

/** The authors at the beginning of an entry, as they are written there. */
function authorsOf(entry: string): string | undefined {
  const { text, authors, isCertain } = readReference(entry);
  if (isCertain) return undefined;
  if (authors !== undefined) return text.startsWith(authors) ? authors : undefined;
  // `Gel, William. The geography`: one name, its family name first.
  const [start = ''] = text.split(/\. /, 1);
  return start.length < text.length && start.includes(',') ? authorsBefore(start)?.text : undefined;
}

/** One full stop between the names and what follows them. */
function joinParts(names: string, behind: string): string {
  if (/^[,:;.]/.test(behind)) return (behind.startsWith('.') ? names.replace(/\.$/, '') : names) + behind;
  return /^[(\d]/.test(behind) ? `${names} ${behind}` : `${names.replace(/\.$/, '')}. ${behind}`;
}
