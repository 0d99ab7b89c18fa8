import type { Paper } from '../papers/paper.ts';
import { foldName, foldText } from '../papers/references/folded-text.ts';
import type { ParsedReference } from '../papers/references/read-reference.ts';

export type Agreement = 'agrees' | 'differs' | 'unknown';

type Named = {
  parsed: ParsedReference;
  /** The words of the reference, folded like names; `nameLetters` is the same as one text. */
  names: ReadonlySet<string>;
  nameLetters: string;
};

type RecordAuthors = {
  record: Pick<Paper, 'authors'>;
  title: { words: readonly string[] };
  /** Family names of all authors. */
  families: readonly string[];
};

/** Names this long do not occur inside other words. */
const MIN_LETTERS_OF_LONG_NAME = 9;

/**
 * Whether the reference names the first author. Without a clear author list, a name anywhere outside the title counts.
 */
export function compareAuthor(
  { parsed, names, nameLetters }: Named,
  { families, title, record }: RecordAuthors,
): Agreement {
  const [first] = families;
  if (first === undefined || first === '') return 'unknown';
  if (parsed.firstAuthor !== undefined && matchesName(parsed.firstAuthor, first, record.authors[0] ?? ''))
    return 'agrees';
  const isInText = names.has(first) || (first.length >= MIN_LETTERS_OF_LONG_NAME && nameLetters.includes(first));
  const isNamed = isInText && !title.words.some((word) => foldName(word) === first);
  if (parsed.firstAuthor === undefined) return isNamed ? 'agrees' : 'unknown';
  // The reference puts another of the authors first.
  const isOther = families.slice(1).some((family) => isSameFamily(foldName(parsed.firstAuthor ?? ''), family));
  return isNamed && !isOther && !parsed.isCertain ? 'agrees' : 'differs';
}

/** Whether a reference names an author this way. Sources disagree on which of several names is the family name. */
function matchesName(parsed: string, family: string, author: string): boolean {
  const folded = foldName(parsed);
  const isPart = folded.length > 1 && foldText(author).words.some((word) => foldName(word) === folded);
  return isPart || isSameFamily(folded, family) || isInitials(parsed, author);
}

/** Matches `vanderberg` to `berg`: some sources leave particles out. */
function isSameFamily(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 4 && (a.endsWith(b) || b.endsWith(a)));
}

/** Matches `WHO` to `World Health Organization`. */
function isInitials(short: string, name: string): boolean {
  const initials = name.match(/(?<!\p{L})\p{Lu}/gu)?.join('') ?? '';
  return /^\p{Lu}{3,8}$/u.test(short) && short === initials;
}
