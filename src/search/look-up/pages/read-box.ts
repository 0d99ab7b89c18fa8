import { invalidInput } from '../../../contract/errors.ts';
import { invalidField } from '../../../contract/invalid.ts';
import { KEYWORDS, QUERY } from '../../../contract/rules.ts';
import type { FormValues } from '../../../faces/ui/search-form.ts';
import { partsSchema } from '../../../jobs/parts-of-question.ts';
import { textToLookUp, withEnoughWords } from '../../../jobs/short-search.ts';
import { readReference } from '../../../papers/references/read-reference.ts';
import { MAX_REFERENCE_CHARACTERS } from '../look-up-limits.ts';
import { splitReferences } from '../split-references.ts';

/** The purpose of a text in the search box: to look up known papers, or to search with the form's values. */
export type BoxRequest =
  | { kind: 'nothing' }
  | { kind: 'look-up'; items: string[] }
  | { kind: 'search'; values: FormValues };

/** A BibTeX entry or a RIS record. */
const ENTRY = /^[ \t]*(?:@[a-z]+\s*[{(]|TY\s{1,3}-)/im;
/** A pasted list of a few hundred references; longer ones are imported as a file. */
const MAX_BOX_CHARACTERS = 200_000;
/** The first lines suffice to recognise the kind of a text. */
const MAX_JUDGED_LINES = 100;
/** Longer phrases are not keywords. */
const MAX_KEYWORD_WORDS = 5;

/**
 * Interprets the search box. A DOI, an address, a title in quotation marks, a reference or a list of them is looked up;
 * keywords (one per line or separated by commas), a few words and a question are searched, and so are the parts of a
 * question, one per line. Throws INVALID_INPUT if the text is too long.
 */
export function readBox(text: string): BoxRequest {
  const input = trimmed(text);
  if (input === '') return { kind: 'nothing' };
  const known = textToLookUp(input, {});
  if (known !== undefined) return { kind: 'look-up', items: [known] };
  const items = splitReferences(input);
  if (ENTRY.test(input) || (items.length > 1 && isMostlyReferences(items))) return { kind: 'look-up', items };
  if (items.length <= 1 && isReference(input)) return { kind: 'look-up', items: [input] };
  return { kind: 'search', values: { ...searchValues(input), limit: undefined } };
}

/** Interprets the text as titles or references, as the person requested. */
export function asLookUp(text: string): BoxRequest {
  const items = splitReferences(trimmed(text));
  return items.length === 0 ? { kind: 'nothing' } : { kind: 'look-up', items };
}

function trimmed(text: string): string {
  if (text.length > MAX_BOX_CHARACTERS)
    throw invalidInput([
      invalidField('text', `at most ${MAX_BOX_CHARACTERS} characters, got ${text.length}; a file may have more`),
    ]);
  return text.trim();
}

function isMostlyReferences(all: readonly string[]): boolean {
  const lines = all.slice(0, MAX_JUDGED_LINES);
  return lines.filter((line) => textToLookUp(line, {}) !== undefined || isReference(line)).length * 2 > lines.length;
}

/** An identifier, an author with a year, or a bibliographic entry: neither questions nor keywords contain these. */
function isReference(line: string): boolean {
  if (line.length > MAX_REFERENCE_CHARACTERS) return false;
  const { kind, ids, firstAuthor, year } = readReference(line);
  return kind === 'author' || Object.keys(ids).length > 0 || (firstAuthor !== undefined && year !== undefined);
}

/** A line of this length was wrapped by a program if the next line continues its sentence. */
const MIN_BROKEN_CHARACTERS = 60;

/** Whether each line is a part of one question: keywords are shorter, and wrapped lines continue a sentence. */
function isInParts(text: string): boolean {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const isBroken = lines.some(
    (line, index) =>
      line.length >= MIN_BROKEN_CHARACTERS && !/[.?!:;]$/.test(line) && /^\p{Ll}/u.test(lines[index + 1] ?? ''),
  );
  return !isBroken && partsSchema.safeParse(lines).success;
}

function searchValues(text: string): FormValues {
  if (isInParts(text)) return { parts: [text] };
  const parts = text.split(/[\n,;]/).flatMap((part) => part.trim() || []);
  const areKeywords = parts.length > 1 && parts.every((part) => part.split(/\s+/).length <= MAX_KEYWORD_WORDS);
  // More keywords than a search accepts are rejected by its rule, rather than silently dropped.
  if (areKeywords && parts.length >= KEYWORDS.min) return { keywords: [parts.join('\n')] };
  const options = areKeywords ? { keyword: parts } : {};
  const { query, keyword } = withEnoughWords(areKeywords ? undefined : text.replace(/\s+/g, ' '), options);
  if (keyword) return { keywords: [keyword.join('\n')] };
  return { query: [(query ?? text).slice(0, QUERY.max + 1)] };
}
