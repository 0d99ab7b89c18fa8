import { lastUpTo } from '../../lib/binary-search.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { isCountedTerm } from '../../papers/relevance/rarity.ts';
import { type DocumentWords, isInTable, type Stretch } from './document-words.ts';
import { citationAt } from './normal-form.ts';

/** The parts of a sentence before and after some words, and whether omitting them may change the meaning. */

export type SentencePart = { before: string; after: string };

export function partOfSentence(document: DocumentWords, { from, to }: Stretch): SentencePart {
  const { form, sentences, text } = document;
  const [start, end] = [form.starts[from] ?? 0, form.ends[to - 1] ?? 0];
  const first = sentences[lastUpTo(sentences, start)] ?? 0;
  const next = sentences[lastUpTo(sentences, Math.max(end - 1, 0)) + 1] ?? text.length;
  const after = content(document, end, next, /[\s.,;:"'“”‘’»)\]]/u);
  const isNote = RAISED_AFTER_END.test(after) && BEFORE_NOTE.test(text.slice(Math.max(0, end - 4), end));
  return {
    before: content(document, first, start, /[\s"'“”‘’«([]/u),
    after: isNote ? '' : after,
  };
}

/** The words that may change the meaning of a stretch: the rest of its sentence, or in a table, of its cells. */
export function contextOf(document: DocumentWords, { from }: Stretch, { before, after }: SentencePart): SentencePart {
  if (!isInTable(document, from)) return { before: isOwnSentence(before) ? '' : before, after };
  return {
    before: before.slice(before.lastIndexOf('|') + 1).trim(),
    after: after.slice(0, `${after}|`.indexOf('|')).trim(),
  };
}

/** Whether words end a sentence before a lower-case word: the last one is not an abbreviation. */
function isOwnSentence(before: string): boolean {
  const [, word] = /(?<!\S)(\p{Ll}{4,20})[.!?]$/u.exec(before.slice(-30)) ?? [];
  return word !== undefined && isCountedTerm(stem(word));
}

/** A raised number after the end of a sentence is not a power, but `min.^2` may be one. */
const RAISED_AFTER_END = /^[.!?]["'”’)\]]*\^\d[\d,–-]{0,11}$/u;
const BEFORE_NOTE = /\p{L}{4}$|[)\]"'”’%]$/u;

/** A part of the text without citations and without the marks that close it; empty if it has no content. */
function content({ text, form }: DocumentWords, start: number, end: number, closing: RegExp): string {
  let [part, at] = ['', start];
  // All letters of a citation have its start.
  let position = lastUpTo(form.starts, start - 1) + 1;
  for (; position < form.starts.length && (form.starts[position] ?? 0) < end; position += 1) {
    const citation = citationAt(form, position);
    if (!citation || citationAt(form, position - 1) === citation) continue;
    part += text.slice(at, form.starts[position]);
    at = form.ends[position] ?? at;
  }
  const all = (part + text.slice(at, Math.max(at, end))).replace(/\s+/g, ' ');
  let length = all.length;
  while (length > 0 && closing.test(all[length - 1] as string)) length -= 1;
  const whole = all.slice(0, length).trim();
  return /(?!\|)[\p{L}\p{N}\p{S}%‰?!#&@*/\\†‡§-]/u.test(whole) ? whole : '';
}

/** Words that negate, limit or doubt their sentence. */
const LIMITING =
  /\b(?:no|not|never|none|neither|nor|nobody|nothing|cannot|without|only|unless|except|if|hardly|barely|rarely|seldom|little|few|fail\w*|lack\w*|unlikely|unclear|unknown|whether|contrary|false\w*|incorrect\w*|untrue|den(?:y|ies|ied)|refut\w*|reject\w*|disprov\w*|hypothes\w*|absen\w*|instead|rather than|doubt\w*|myths?|misconceptions?|nicht|kein\w*|nie|niemals|weder|ohne|kaum|nur|ne|pas|jamais|aucun\w*|sans|sauf|seulement)\b|n['’]t\b/i;
export const isLimiting = (words: string) => LIMITING.test(words);

const CONTRASTING = /\b(?:whereas|while|unlike|compared|than|versus|vs|but|although|though|however|and|or)\b/i;
const OPERATOR_BEFORE = /[<>=≤≥≠≈~∼±×÷+−–$€£¥^/-]\s*$/u;
/** Words that quantify the words after them. */
const MEASURING_BEFORE =
  /\b(?:all|most|some|half|many|several|each|every|both|any|third|quarter|majority|minority|approximately|about|around|nearly|almost|roughly|up to|at least|at most|(?:more|less|fewer) than|over|under|below|above)(?: of)?(?: the| these| those)?$/i;
const BELONGS_TO_NUMBER =
  /^(?:[%‰°±×÷/^<>=≤≥≠≈~∼+−–-]|(?:percent(?:age)?|points?|per|million|billion|thousand|hundred|fold|times|[kcmµμnpdfGMT]?[gmlLsJWVAKNPaHzMolBbqCuDT]{1,3}|seconds?|minutes?|hours?|days?|weeks?|months?|years?|min|h|kcal|mmHg)(?![\p{L}]))/u;

/** Only the nearest words are judged; more distant ones are shown, and the reader judges them. */
const firstWords = (text: string) => /^(?:\S+\s*){0,3}/.exec(text)?.[0] ?? '';
const lastWords = (text: string) => text.split(' ').slice(-3).join(' ');

/** The second side of a comparison: a comparison without one of its sides has another meaning. */
const OTHER_SIDE = /^(?:than|versus|vs|compared (?:with|to)|relative to)\b/i;
/** `as large as` and `größer als`: common words begin the second side, so both sides must match. */
const SIDES: readonly (readonly [quoted: RegExp, after: RegExp])[] = [
  [/\b(?:as|so|such|same)(?: \S+){1,6}$/i, /^as\b/i],
  [/(?:\bmehr|\bweniger|\p{L}{3}er)$/iu, /^als\b/i],
  [/\b(?:plus|moins|aussi|autant)(?: \S+){0,2}$/i, /^que?\b/i],
];
/** `than` may belong to an earlier comparative: `more | in the north than in the south`. */
const THAN_LATER = /^([^,;:.]{0,200}?)\bthan\b/i;
const COMPARATIVE = /\b(?:more|less|fewer|rather|other|else|worse|different|differently|\p{L}{2,}er)\b/iu;

/** Words before a comparison that begins a sentence: `Moreover, | compared with placebo, sleep was better`. */
const OPENING =
  /^(?:moreover|however|furthermore|additionally|also|in addition|thus|hence|therefore|consequently|similarly|likewise|overall|finally|nevertheless|conversely|(?:by|in) contrast|interestingly|notably|importantly|first(?:ly)?|second(?:ly)?),$/i;

function losesSide({ before, after }: SentencePart, quoted: string): boolean {
  const end = quoted.slice(-MAX_COMPARED);
  if (OTHER_SIDE.test(after) || (before !== '' && !OPENING.test(before) && OTHER_SIDE.test(quoted))) return true;
  const between = THAN_LATER.exec(after)?.[1];
  const isOpen = COMPARATIVE.test(end.slice(end.search(/[^,;:.]*$/)).replace(/^.*\bthan\b/i, ''));
  if (between !== undefined && isOpen && !COMPARATIVE.test(between)) return true;
  return SIDES.some(([ends, begins]) => ends.test(end) && begins.test(after));
}

/** The words of a comparison are not further apart. */
const MAX_COMPARED = 200;

/** Whether a quotation ends here as a sentence although the document goes on; it may have the same mark here. */
export function isMadeEnd(after: string): boolean {
  return after !== '' && !/^[.!?]/.test(after);
}

/** Whether a part of a sentence is quoted as if it were the whole. `written`: the part in the document. */
export function seemsWhole({ before, after }: SentencePart, quoted: string, written: string): boolean {
  const first = quoted.charAt(0);
  const isMadeCapital = before !== '' && first !== written.charAt(0) && /\p{Lu}/u.test(first);
  return isMadeCapital || (/[.!?]$/.test(quoted) && isMadeEnd(after));
}

/** `5 mg | per day`, `10 ml | twice a day`: the measure of a number and its unit. */
const NUMBER_LAST = /\d\S{0,20}(?: \S{1,12}){0,2}$/;
const RATE =
  /^(?:per\b|(?:a|an|each|every|once|twice) (?:(?:a|an|each|every|other) )?(?:second|minute|hour|day|night|week|month|year|decade|century)\b|(?:hourly|daily|weekly|monthly|yearly|annually)\b)/i;

/** Whether a quotation without these parts may say something else. */
export function mayTurn({ before, after }: SentencePart, quoted: string): boolean {
  const [firstLetter, lastLetter] = [quoted.charAt(0), quoted.slice(-1)];
  if (losesSide({ before, after }, quoted) || (RATE.test(after) && NUMBER_LAST.test(quoted.slice(-40)))) return true;
  // Text that ends with a full stop may be a separate sentence, or one that continues after an abbreviation. A clause
  // that starts with `that` is qualified by the words before it.
  const isWhole = /[.!?]$|\b(?:that|whether|dass|que)$/i.test(before);
  if (LIMITING.test(isWhole ? before : lastWords(before)) || LIMITING.test(firstWords(after))) return true;
  if (OPERATOR_BEFORE.test(before) || MEASURING_BEFORE.test(before) || /^[?!′″‴]/.test(after)) return true;
  if (before !== '' && /[\p{S}±%‰]/u.test(firstLetter)) return true;
  return /\d/.test(lastLetter) && BELONGS_TO_NUMBER.test(after);
}

/** Whether omitting this may join parts of a sentence that do not belong together. */
export function mayJoin(leftOut: string): boolean {
  return LIMITING.test(leftOut) || CONTRASTING.test(leftOut);
}
