import { cleanLine, cleanText } from '../text.ts';
import type { RetractionStatus } from './notes.ts';

/**
 * Reads a paper's status from its own title and abstract. A paper about retractions must not match: marks count only at
 * the beginning of a title, before certain endings, and statements only at the beginning of a sentence.
 */

const QUOTES = '["\'“”‘’„«»]';
/** A mark in capitals is not part of the title's own words, whatever follows. */
const RETRACTED_IN_CAPITALS =
  /^(?:<\w+>)?[[(*\s]*(?:RETRACTED|WITHDRAWN)(?: (?:ARTICLE|PAPER|CHAPTER|MANUSCRIPT|STUDY))?\b/;
const RETRACTED_MARK =
  /^(?:<\w+>)?[[(*\s]*(?:retracted|withdrawn)(?: (?:article|paper|chapter|manuscript))?\s*(?:[\])]\s*[:.\-–—]?|:|[–—]|\s-\s)\s*(.?)/iu;

const TO = String.raw`(?:to|for|of|on|regarding|about)\b`;
/** What may follow the name of a notice: punctuation, the title in quotes, `to:`, `for Ada et al.`, or nothing. */
const END = String.raw`\s*(?:$|[:.–—]|-\s|${TO}\s*(?::|${QUOTES})|for\b.{1,80}\bet al\b)`;
const NOTICES: [kind: 'notice' | 'concern' | 'correction', name: RegExp][] = [
  ['notice', named('retraction|notice of retraction(?: and replacement)?', END)],
  ['notice', named('(?:retraction|withdrawal|removal) (?:notice|note|statement)', String.raw`${END}|\s+${TO}`)],
  [
    'concern',
    named('(?:editorial )?expression of (?:editorial )?concern|notice of concern', String.raw`${END}|\s+${TO}`),
  ],
  ['correction', named('(?:(?:author|publisher|editorial) )?correction(?: notice)?', END)],
  ['correction', named('erratum|errata|corrigend(?:um|a)', String.raw`${END}|\s+${TO}`)],
];

function named(name: string, end: string): RegExp {
  return new RegExp(String.raw`^(?:<\w+>)?[[(*\s]*(?:${name})[\])]?(?:${end})`, 'iu');
}

/** Statements of publishers and authors, at the beginning of a sentence. */
const SENTENCE = String.raw`(?:^|[.!?:\]]\s+|\n[^\S\n]*)`;
const WORK = '(?:article|paper|manuscript|chapter|publication|work|study|review)';
const STATEMENTS = [
  new RegExp(
    String.raw`${SENTENCE}(?:this|the above|the following) ${WORK} (?:has been|was|is(?: being)?|is hereby) (?:retracted|withdrawn)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`${SENTENCE}(?:we|i|the (?:authors?|editors?|publishers?|journal))\b[^.!?"“”]{0,80}\bhereby (?:wish to )?(?:retract|withdraw)\b`,
    'iu',
  ),
];
/** A quick check: most abstracts have neither word. */
const CLAIM = /\b(?:retract|withdraw)/i;
/** Statements occur within this length. Longer abstracts are reports about other papers. */
const MAX_CHARACTERS = 50_000;

/** The status that the paper's own title or abstract states, if any. */
export function readStatedStatus(
  title: string | null | undefined,
  abstract: string | null | undefined,
): RetractionStatus | undefined {
  const line = cleanLine(title ?? '');
  const notice = NOTICES.find(([, pattern]) => pattern.test(line));
  if (notice) return { kind: notice[0], from: 'title' };
  if (isMarkedRetracted(line)) return { kind: 'retracted', from: 'title' };
  // Quotations in a paper about retractions do not refer to the paper itself.
  if (CLAIM.test(line) || !CLAIM.test(abstract ?? '')) return undefined;
  const text = cleanText((abstract ?? '').slice(0, MAX_CHARACTERS));
  return STATEMENTS.some((pattern) => pattern.test(text)) ? { kind: 'retracted', from: 'abstract' } : undefined;
}

function isMarkedRetracted(title: string): boolean {
  const mark = RETRACTED_MARK.exec(title);
  const capitals = RETRACTED_IN_CAPITALS.exec(title)?.[0];
  // If the whole title is in capitals, only punctuation shows a mark.
  if (capitals !== undefined) return mark !== null || (!CLAIM_OF_MANY.test(title) && /\p{Ll}/u.test(title));
  // `Retracted: a study` is a title with a subtitle.
  return mark !== null && !/\p{Ll}/u.test(mark[1] ?? '');
}

/** `RETRACTED PAPERS in oncology` is about other papers. */
const CLAIM_OF_MANY = /^\W*\w+ (?:papers|articles|studies|publications|manuscripts|literature|science)\b/i;
