import { MONTHS } from '../../papers/dates.ts';

/** One entry of the file: abbreviations and `#` are resolved, the LaTeX of its fields is as written. */
export type BibtexEntry = {
  line: number;
  /** In lower case. */
  type: string;
  /** Empty if the entry has no key. */
  key: string;
  /** By name in lower case; of two fields with one name the first that is not empty, but all notes and files. */
  fields: Map<string, string>;
};

export type BibtexEntries = { entries: BibtexEntry[]; problems: { line: number; reason: string }[] };

/** Abbreviations (`@string`) by their names in lower case. */
export type Abbreviations = Map<string, string>;

/** After `@`: a word and a bracket. */
const OPENING = /@\s*([a-z][a-z0-9_-]*)\s*([{(])/iy;
/** An entry without a type, with a key or without: tables written by R. */
const UNTYPED = /(?<=^|\n)@\s{0,9}\{\s{0,9}[^\s,{}"=()]{0,200}\s{0,9},/y;
/** A line that looks like the start of an entry starts one even if the previous entry was never closed. */
const ENTRY_LINE = /\n[ \t]*@[a-z][a-z0-9_-]*\s{0,20}[{(]\s{0,20}[^\s,{}"=()]{1,200}\s{0,20},/iy;
const COMMAS = /[\s,]*/y;
const BLANKS = /\s*/y;
const KEY = /[^,{}="\n]*/y;
/** Some programs write names of several words (`key words`; Scopus `funding_text 1`, with a non-breaking space). */
const FIELD_NAME = /[^\s=,{}"#()%@]+(?:[ \t\u00a0]{1,3}[^\s=,{}"#()%@]+){0,2}/y;
/** Fields that some programs write several times in one entry, each with its own value. */
const LISTED = new Set(['note', 'annote', 'annotation', 'keywords', 'keyword', 'file']);
/** A number or abbreviation never looks like the start of an entry, unlike text after a lost brace or a stray `#`. */
const BARE_VALUE = /[^\s,{}"#()@][^\s,{}"#()]*/y;
/** Web of Science breaks its lines also between the two signs of an escaped brace. */
const BROKEN_ESCAPE = /\\\r?\n[ \t]+(?=[{}])/y;
const BROKEN_ESCAPES = new RegExp(BROKEN_ESCAPE, 'g');
const IN_BRACES = /[\\{}]|\n(?=[ \t]*@)/g;
const IN_QUOTES = /[\\{}"]|\n(?=[ \t]*@)/g;

/**
 * Limits nested abbreviations, which can double in length with each: a few lines could expand to more than fits into
 * memory.
 */
const MAX_ABBREVIATION_CHARACTERS = 1_000;
const MAX_ABBREVIATIONS = 20_000;
/** Maximum characters that abbreviations add to one value; the rest is dropped. */
const MAX_ABBREVIATED_CHARACTERS = 10_000;

/**
 * Parses the entries of BibTeX text in linear time. Reports broken ones and continues. `abbreviations` contains those
 * of earlier parts of the file and receives those of this one.
 */
export function readEntries(source: string, abbreviations: Abbreviations): BibtexEntries {
  const result: BibtexEntries = { entries: [], problems: [] };
  const lineAt = lineCounter(source);
  let from = 0;
  for (let at = source.indexOf('@'); at >= 0; at = source.indexOf('@', from)) {
    from = at + 1;
    OPENING.lastIndex = at;
    const opening = OPENING.exec(source);
    if (isCommentedOut(source, at)) continue;
    if (!opening) {
      UNTYPED.lastIndex = at;
      if (UNTYPED.test(source))
        result.problems.push({ line: lineAt(at), reason: 'the entry has no type, such as @article' });
      continue;
    }
    const type = (opening[1] as string).toLowerCase();
    const close = opening[2] === '{' ? '}' : ')';
    if (type === 'comment' || type === 'preamble') {
      from = close === '}' ? findEnd(source, OPENING.lastIndex, close).to : OPENING.lastIndex;
      continue;
    }
    const line = lineAt(at);
    const isString = type === 'string';
    const read = readBody(source, OPENING.lastIndex, close, isString, abbreviations);
    from = read.to;
    if (!read.fields) result.problems.push({ line, reason: 'the entry cannot be read as BibTeX' });
    else if (isString) addAbbreviations(read.fields, abbreviations);
    else result.entries.push({ line, type, key: read.key, fields: read.fields });
  }
  return result;
}

function addAbbreviations(fields: Map<string, string>, abbreviations: Abbreviations): void {
  for (const [name, value] of fields) {
    const isKept = value.length <= MAX_ABBREVIATION_CHARACTERS && abbreviations.size < MAX_ABBREVIATIONS;
    if (isKept) abbreviations.set(name, value);
  }
}

/** Whether a percent sign precedes it on its line. */
function isCommentedOut(source: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const sign = source[before];
    if (sign === '%') return true;
    if (sign !== ' ' && sign !== '\t') return false;
  }
  return false;
}

/** Without `fields` if the entry cannot be parsed; reading continues at `to`. */
type ReadBody = { to: number; key: string; fields?: Map<string, string> };

/** Key and fields, up to the bracket that closes the entry. */
function readBody(
  source: string,
  from: number,
  close: string,
  isString: boolean,
  abbreviations: Abbreviations,
): ReadBody {
  const fields = new Map<string, string>();
  let at = skip(BLANKS, source, from);
  let key = '';
  if (!isString) {
    const end = skip(KEY, source, at);
    // An entry without a key starts with a field.
    if (source[end] !== '=') {
      key = source.slice(at, end).trim();
      if (close === ')' && source[end] !== ',' && key.endsWith(')')) return { to: end, key: key.slice(0, -1), fields };
      at = end;
    }
  }
  for (;;) {
    at = skipBetween(source, at);
    if (source[at] === close) return { to: at + 1, key, fields };
    const nameEnd = skip(FIELD_NAME, source, at);
    const name = source.slice(at, nameEnd).toLowerCase().replace(/\s/g, '');
    at = skip(BLANKS, source, nameEnd);
    if (name === '' || source[at] !== '=') return { to: Math.max(at, from), key };
    const value = readValue(source, at + 1, abbreviations);
    at = value.to;
    if (value.text === undefined) return { to: at, key };
    const before = fields.get(name) ?? '';
    if (before === '') fields.set(name, value.text);
    else if (LISTED.has(name) && value.text !== '' && before !== value.text)
      fields.set(name, `${before};${name === 'file' ? '' : ' '}${value.text}`);
  }
}

/** Skips separators between fields: whitespace, commas, and comments as biber defines them. */
function skipBetween(source: string, from: number): number {
  let at = skip(COMMAS, source, from);
  while (source[at] === '%') {
    const end = source.indexOf('\n', at);
    at = skip(COMMAS, source, end < 0 ? source.length : end);
  }
  return at;
}

/** A value: texts in braces or quotes, numbers and abbreviations, joined by `#`. */
function readValue(source: string, from: number, abbreviations: Abbreviations): { to: number; text?: string } {
  const parts: string[] = [];
  let abbreviated = 0;
  let at = from;
  for (;;) {
    at = skip(BLANKS, source, at);
    const sign = source[at];
    if (sign === '{' || sign === '"') {
      const end = findEnd(source, at + 1, sign === '{' ? '}' : '"');
      if (!end.isClosed) return { to: end.to };
      parts.push(source.slice(at + 1, end.to - 1).replace(BROKEN_ESCAPES, '\\'));
      at = end.to;
    } else {
      const end = skip(BARE_VALUE, source, at);
      const text = expand(source.slice(at, end), abbreviations);
      abbreviated += text.length;
      if (abbreviated <= MAX_ABBREVIATED_CHARACTERS) parts.push(text);
      at = end;
    }
    const next = skip(BLANKS, source, at);
    if (source[next] !== '#') return { to: at, text: parts.join('') };
    at = next + 1;
  }
}

/** A number, or the expansion of an abbreviation, also of those of months; an unknown one stands for itself. */
function expand(word: string, abbreviations: Abbreviations): string {
  const name = word.toLowerCase();
  return abbreviations.get(name) ?? (MONTHS.includes(name) ? name : word);
}

type End = { to: number; isClosed: boolean };

/** The end of a text in braces or quotes (ignoring quotes in braces), or the next entry if it is never closed. */
function findEnd(source: string, from: number, close: '}' | '"'): End {
  const signs = close === '}' ? IN_BRACES : IN_QUOTES;
  let depth = close === '}' ? 1 : 0;
  signs.lastIndex = from;
  for (let match = signs.exec(source); match; match = signs.exec(source)) {
    const [sign] = match;
    const at = match.index;
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    // A backslash does not escape a line break, which may be the one before the next entry.
    else if (sign === '\\') {
      BROKEN_ESCAPE.lastIndex = at;
      const isBroken = BROKEN_ESCAPE.test(source);
      signs.lastIndex = isBroken ? BROKEN_ESCAPE.lastIndex + 1 : at + (source[at + 1] === '\n' ? 1 : 2);
    } else if (sign === '\n' && isEntryLine(source, at)) return { to: at, isClosed: false };
    if (sign === close && depth === 0) return { to: at + 1, isClosed: true };
    if (depth < 0) return { to: at, isClosed: false };
  }
  return { to: source.length, isClosed: false };
}

function isEntryLine(source: string, at: number): boolean {
  ENTRY_LINE.lastIndex = at;
  return ENTRY_LINE.test(source);
}

/** The position after the match of `pattern` at `from`, which may be empty. */
function skip(pattern: RegExp, source: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(source) ? pattern.lastIndex : from;
}

/** Returns the line of a position; positions must be in ascending order. */
function lineCounter(source: string): (at: number) => number {
  let line = 1;
  let next = source.indexOf('\n');
  return (at) => {
    for (; next >= 0 && next < at; next = source.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}
