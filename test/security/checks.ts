import { MARK } from './hostile-texts.ts';

/**
 * Text that no output may hold, by the rules for foreign text and the character properties of Unicode. It must never
 * import from src: a class that the product forgets has to be missed here, not forgotten here too.
 */

/** A single selector chooses the form of the character before it; only runs of them can carry a message. */
const SELECTOR = /^[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]$/u;
const JOINER = /^[\u200c\u200d]$/;
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
/** What a joiner may stand between: letters and marks of scripts that join, and pictures. */
const JOINED = /^[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const NEVER_JOINED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]$/u;

/** The characters of a text that must have been removed, each with its place; a few of them are enough. */
export function hiddenIn(text: string): string[] {
  const characters = [...text];
  const found: string[] = [];
  for (let at = 0; at < characters.length && found.length < 5; at += 1) {
    const why = problemOf(characters[at] as string, characters[at - 1], characters[at + 1]);
    if (why) found.push(`${why} U+${(characters[at] as string).codePointAt(0)?.toString(16)} at ${at}`);
  }
  return found;
}

function problemOf(character: string, before = '', after = ''): string | undefined {
  const code = character.codePointAt(0) as number;
  if (code === 0x09 || code === 0x0a) return undefined;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return 'control';
  if (code < 0xad) return undefined;
  if (code >= 0xd800 && code <= 0xdfff) return 'lone surrogate';
  if ((code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef)) return 'noncharacter';
  if (/^\p{Bidi_Control}$/u.test(character)) return 'bidi control';
  if (code === 0x2800 || (code >= 0xfff9 && code <= 0xfffb)) return 'filler';
  if (SELECTOR.test(character)) return SELECTOR.test(before) || SELECTOR.test(after) ? 'run of selectors' : undefined;
  if (JOINER.test(character)) return isJoining(before) && isJoining(after, true) ? undefined : 'stray joiner';
  return UNSEEN.test(character) ? 'invisible' : undefined;
}

/** Before a joiner a picture may have its selector; after one nothing unseen makes sense. */
function isJoining(neighbour: string, isAfter = false): boolean {
  if (isAfter && UNSEEN.test(neighbour)) return false;
  return JOINED.test(neighbour) && !NEVER_JOINED.test(neighbour);
}

/** Every text in a JSON value, names of properties included, with the way to it. */
export function textsIn(value: unknown, path = '$'): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => [
    [`${path} name`, name] as [string, string],
    ...textsIn(entry, `${path}.${name.slice(0, 40)}`),
  ]);
}

/** Everything hidden in the texts of a JSON value. */
export function hiddenInJson(value: unknown): string[] {
  return textsIn(value).flatMap(([path, text]) => hiddenIn(text).map((what) => `${path}: ${what}`));
}

const LINK_FIELDS = /^(?:link|pdfLink|titleLink|semanticLink|doiLink|url|URL)$/;

/** Links in a JSON value that are none of http or https. */
export function badLinks(value: unknown): string[] {
  return textsIn(value)
    .filter(([path]) => LINK_FIELDS.test(path.split('.').at(-1) ?? ''))
    .filter(([, text]) => !/^https?:\/\/[^\s]+$/.test(text))
    .map(([path, text]) => `${path}: ${text.slice(0, 80)}`);
}

/** An answer of a tool without the fields that are there for text of papers. */
export function outsideData(answer: Record<string, unknown>): string {
  const { papers: _papers, facets: _facets, export: exported, ...rest } = answer;
  const { text: _text, ...facts } = (exported ?? {}) as Record<string, unknown>;
  return JSON.stringify({ ...rest, ...facts });
}

/** Whether text of a paper stands in what must be our own words. */
export function isMarked(text: string): boolean {
  return text.toLowerCase().includes(MARK);
}
