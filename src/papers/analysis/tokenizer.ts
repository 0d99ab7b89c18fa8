import { STACKED_MARKS } from '../markup.ts';
import { CharacterClass, characterClasses, classOfCharacter } from './characters.ts';
import { foldAccents, spellOutGreek } from './fold.ts';
import { stripMarkup } from './strip-markup.ts';

/**
 * Increment with every change that yields different tokens or stems for some text. Papers and queries must be analysed
 * alike, so an index of another version is rebuilt.
 */
export const ANALYSIS_VERSION = 4;

/** Receives a word and its position in the text. The joined form of a compound has the position of its first part. */
export type EmitToken = (word: string, position: number) => void;

/** Receives tokens. ASCII tokens come as offsets, so that a consumer can look them up without allocating a string. */
export type TokenSink = {
  token: EmitToken;
  /** The ASCII word `text.slice(start, end)`. */
  asciiToken(text: string, start: number, end: number, position: number): void;
};

const MAX_WORD_CHARACTERS = 64;
/** `state-of-the-art-method` is not a name: only compounds of up to three parts get a joined form. */
const MAX_JOINED_PARTS = 3;

const HYPHEN = CharacterClass.hyphen;
const DIGIT = CharacterClass.digit;
const [POINT, COMMA, LETTER_S] = [0x2e, 0x2c, 0x73];

/**
 * Splits a text into lower-case words with accents folded, unstemmed; returns the number of positions. A compound
 * (`beta-blocker`, `TNF-α`, `COVID-19`) yields its parts and the joined form; Greek letters yield their names; decimal
 * numbers stay whole; scripts without spaces yield overlapping pairs. HTML and LaTeX markup is skipped.
 */
export function forEachToken(text: string, emit: EmitToken): number {
  return tokenize(text, {
    token: emit,
    asciiToken: (whole, start, end, position) => emit(whole.slice(start, end), position),
  });
}

/** As `forEachToken`, for consumers that can avoid allocating strings. */
export function tokenize(text: string, sink: TokenSink): number {
  const plain = prepare(text);
  const classes = characterClasses(plain);
  const length = plain.length;
  let position = 0;
  let at = 0;
  let joined = '';
  let parts = 0;
  let firstPosition = 0;
  while (at < length) {
    const kind = classAt(plain, at, classes);
    if (kind === CharacterClass.unspaced) {
      const end = endOfUnspaced(plain, at, classes);
      position = emitPairs(plain.slice(at, end), position, sink.token);
      at = end;
      continue;
    }
    if (!isWordClass(kind)) {
      at += 1;
      continue;
    }
    const end = endOfWord(plain, at, classes);
    const next = afterPossessive(plain, end, classes);
    const isContinued = isJoinedTo(plain, end, next, classes);
    const isPlain = end - at <= MAX_WORD_CHARACTERS && isAscii(plain, at, end);
    if (isPlain) sink.asciiToken(plain, at, end, position);
    else sink.token(foldWord(plain, at, end), position);
    if (isContinued || parts > 0) {
      if (parts === 0) {
        joined = '';
        firstPosition = position;
      }
      if (parts < MAX_JOINED_PARTS) joined += isPlain ? plain.slice(at, end) : foldWord(plain, at, end);
      parts += 1;
    }
    position += 1;
    if (isContinued) {
      at = end + 1;
      continue;
    }
    at = next;
    if (parts > 1 && parts <= MAX_JOINED_PARTS) sink.token(truncate(joined), firstPosition);
    parts = 0;
  }
  return position;
}

const NOT_ASCII = /[\u0080-\uffff]/;
const MARKUP = /[<&\\$_^{]/;

function prepare(text: string): string {
  const plain = MARKUP.test(text) ? stripMarkup(text) : text;
  // NFKC first: CO₂ becomes CO2; full-width letters and ligatures become plain letters.
  return (NOT_ASCII.test(plain) ? plain.replace(STACKED_MARKS, '$1').normalize('NFKC') : plain).toLowerCase();
}

function classAt(text: string, at: number, classes: Uint8Array): number {
  const kind = classes[text.charCodeAt(at)] as number;
  if (kind !== CharacterClass.surrogate) return kind;
  const code = text.codePointAt(at) as number;
  if (code > 0xffff) return classOfCharacter(String.fromCodePoint(code));
  // The low surrogate belongs to the character before it; a lone surrogate is a separator.
  const isSecondHalf = at > 0 && (text.codePointAt(at - 1) as number) > 0xffff;
  return isSecondHalf ? CharacterClass.mark : CharacterClass.separator;
}

function isWordClass(kind: number): boolean {
  return kind === CharacterClass.word || kind === CharacterClass.digit || kind === CharacterClass.greek;
}

function endOfWord(text: string, start: number, classes: Uint8Array): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const kind = classAt(text, at, classes);
    if (isWordClass(kind) || kind === CharacterClass.mark) continue;
    if (!isWithinNumber(text, at, classes)) break;
  }
  return at;
}

/** The point of 0.05 and the comma of 1,000. */
function isWithinNumber(text: string, at: number, classes: Uint8Array): boolean {
  const unit = text.charCodeAt(at);
  if (unit !== POINT && unit !== COMMA) return false;
  if (!isDigit(text, at - 1, classes) || !isDigit(text, at + 1, classes)) return false;
  if (unit === POINT) return true;
  return isDigit(text, at + 2, classes) && isDigit(text, at + 3, classes) && !isDigit(text, at + 4, classes);
}

function isDigit(text: string, at: number, classes: Uint8Array): boolean {
  return classes[text.charCodeAt(at)] === DIGIT;
}

function afterPossessive(text: string, end: number, classes: Uint8Array): number {
  if (classes[text.charCodeAt(end)] !== CharacterClass.apostrophe || text.charCodeAt(end + 1) !== LETTER_S) return end;
  return end + 2 < text.length && isWordClass(classAt(text, end + 2, classes)) ? end : end + 2;
}

/** Whether a hyphen and another part of the compound follow the word. */
function isJoinedTo(text: string, end: number, next: number, classes: Uint8Array): boolean {
  if (next !== end || end + 1 >= text.length || classes[text.charCodeAt(end)] !== HYPHEN) return false;
  return isWordClass(classAt(text, end + 1, classes));
}

/** Whether the word needs no folding. The comma of a number is removed by folding. */
function isAscii(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f || unit === COMMA) return false;
  }
  return true;
}

function foldWord(text: string, start: number, end: number): string {
  return fold(truncate(text.slice(start, end)));
}

/** Truncates to MAX_WORD_CHARACTERS code units without splitting a surrogate pair. */
function truncate(word: string): string {
  if (word.length <= MAX_WORD_CHARACTERS) return word;
  const head = word.slice(0, MAX_WORD_CHARACTERS);
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head;
}

function fold(word: string): string {
  return truncate(spellOutGreek(foldAccents(word.replaceAll(',', ''))));
}

function endOfUnspaced(text: string, start: number, classes: Uint8Array): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const kind = classAt(text, at, classes);
    if (kind !== CharacterClass.unspaced && kind !== CharacterClass.mark) break;
  }
  return at;
}

/** Overlapping pairs, as search engines index Chinese, Japanese and Korean; a single character is a word. */
function emitPairs(run: string, position: number, emit: EmitToken): number {
  const characters = [...run];
  if (characters.length === 1) emit(run, position);
  for (let at = 0; at + 1 < characters.length; at += 1) emit(`${characters[at]}${characters[at + 1]}`, position + at);
  return position + Math.max(characters.length - 1, 1);
}
