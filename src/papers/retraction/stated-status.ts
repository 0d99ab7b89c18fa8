import { cleanLine, cleanText, shorten } from '../text.ts';
import type { RetractionKind, RetractionStatus } from './notes.ts';

/**
 * Reads a paper's status from its own title and abstract. A paper about retractions must not match: marks count only at
 * the beginning of a title, before certain endings, and statements only at the beginning of a sentence.
 */

const QUOTES = '["\'“”‘’„«»]';
/** A mark in capitals is not part of the title's own words, whatever follows. */
const MARKED_IN_CAPITALS =
  /^(?:<\w+>)?[[(*\s]*(?<mark>RETRACTED|WITHDRAWN)(?: (?:ARTICLE|PAPER|CHAPTER|MANUSCRIPT|STUDY))?\b/;
const MARKED =
  /^(?:<\w+>)?[[(*\s]*(?<mark>retracted|withdrawn)(?: (?:article|paper|chapter|manuscript))?\s*(?:[\])]\s*[:.\-–—]?|:|[–—]|\s-\s)\s*(?<next>.?)/iu;

const TO = String.raw`(?:to|for|of|on|regarding|about)\b`;
/** What may follow the name of a notice: punctuation, the title in quotes, `to:`, `for Ada et al.`, or nothing. */
const END = String.raw`\s*(?:$|[:.–—]|-\s|${TO}\s*(?::|${QUOTES})|for\b.{1,80}\bet al\b)`;
const NOTICES: [kind: RetractionKind, name: RegExp][] = [
  ['notice', named('retraction|notice of retraction(?: and replacement)?', END)],
  ['notice', named('(?:retraction|withdrawal|removal) (?:notice|note|statement)', String.raw`${END}|\s+${TO}`)],
  [
    'expression-of-concern',
    named('(?:editorial )?expression of (?:editorial )?concern|notice of concern', String.raw`${END}|\s+${TO}`),
  ],
  ['corrected', named('(?:(?:author|publisher|editorial) )?correction(?: notice)?', END)],
  ['corrected', named('erratum|errata|corrigend(?:um|a)', String.raw`${END}|\s+${TO}`)],
];

function named(name: string, end: string): RegExp {
  return new RegExp(String.raw`^(?:<\w+>)?[[(*\s]*(?:${name})[\])]?(?:${end})`, 'iu');
}

/** Statements of publishers, repositories and authors, at the beginning of a sentence. */
const SENTENCE = String.raw`(?:^\W{0,3}|[.!?:\]]\s+|\n[^\S\n]*)`;
const WORK =
  '(?:article|paper|manuscript|chapter|publication|work|study|review|submission|preprint|note|version|letter)';
/** Words for the document itself: a `study` or `work` that is replaced may be the subject of the paper. */
const DOCUMENT = '(?:article|paper|manuscript|submission|preprint|note|version)';
const IS = '(?:ha[sd] (?:now )?been|was|is(?: being)?|is (?:now|hereby))';
/** The rest of the sentence. A point within `arXiv:1309.5035`, an address or `Lemma 2.1` does not end it. */
const REST = String.raw`(?<rest>(?:[^.!?\n]|[.!?](?=[\p{L}\p{N}])){0,400})`;
const STATEMENTS = [
  String.raw`(?:this|the above(?:[- ](?:named|mentioned))?|the following|the present) (?:arxiv )?${WORK}s? ${IS} (?<act>retracted|withdrawn)\b`,
  String.raw`(?:this|the present) (?:arxiv )?${DOCUMENT} ${IS} (?<act>removed|superseded|replaced|merged|subsumed)(?=\s*(?:$|[.;,(]|\s(?:by|with|into|in|due|because|as|since|from)\b))`,
  String.raw`(?:we|i|the (?:authors?|editors?|publishers?|journal))\b[^.!?"“”]{0,80}\bhereby (?:wish to )?(?<act>retract|withdraw)\b`,
  String.raw`(?:the (?:authors?|editors?|publishers?)|we|i) (?:has|have) (?:decided to )?(?<act>withdrawn|retracted|withdraw|retract) (?:this|the|our|their) ${WORK}\b`,
].map((statement) => new RegExp(`${SENTENCE}${statement}${REST}`, 'iu'));
const WHY = String.raw`(?=\s*(?:$|[.:;,(–—-]|\s(?:by|due|because|for|at|as|since|from|and)\b))`;
/**
 * At the beginning of a text or in brackets of their own, shorter statements: `Withdrawn due to a gap in the proof`,
 * `Admin note: withdrawn by arXiv`, `(Paper is being withdrawn: the conclusion is wrong)`.
 */
const WITHDRAWN_FIRST = new RegExp(
  String.raw`(?:^\W{0,3}(?:admin(?:istrative)? note: )?|[.!?] [([<])(?:(?:the )?${DOCUMENT} )?(?:${IS} )?(?<act>withdrawn)${WHY}${REST}`,
  'iu',
);
/** A quick check: most abstracts have none of these words. */
const CLAIM = /\b(?:retract|withdr[ae]w|supersed|replaced|merged|subsumed|removed)/i;
/** Statements occur within this length. Longer abstracts are reports about other papers. */
const MAX_CHARACTERS = 50_000;
/** Maximum distance between a statement and its reason. */
const REASON_CHARACTERS = 300;
const REPLACED =
  /\b(?:supersed|replac|merg|subsum|incorporat|absorb|combin|includ)\w*\b|\bpublished (?:as|in|elsewhere)\b|\b(?:new|newer|updated|revised|expanded|extended|improved|generali[sz]ed|final|later|published|journal) version\b|\bpart of\b/i;
const FAULT =
  /\b(?:verbatim|cop(?:y|ied)|plagiari\w*|errors?|gaps?|mistakes?|flaws?|flawed|incorrect|wrong|invalid|licen[cs]\w*|copyright)\b/i;
const NEXT_SENTENCE = new RegExp(String.raw`^[.!?]\s+${REST}`, 'u');
/** A sentence about the paper, not one of its abstract: `It is shown that errors are small`. */
const ABOUT_IT = /^(?:it (?:is an?|contains|has)|there (?:is|was)|the (?:main )?(?:proof|argument)|a colleague)\b/i;
/** The beginning of the reason, after a statement. */
const BECAUSE = /\b(?:due to|because|since|as|for|after|at the request|owing to|by|with|into|from)\b/i;

/** The status that the paper's own title or abstract states, if any. */
export function readStatedStatus(
  title: string | null | undefined,
  abstract: string | null | undefined,
): RetractionStatus | undefined {
  const line = cleanLine(title ?? '');
  const notice = NOTICES.find(([, pattern]) => pattern.test(line));
  if (notice) return { kind: notice[0], from: 'title' };
  const mark = readMark(line);
  if (mark === 'retracted') return { kind: mark, from: 'title' };
  const reasons = mark && readStatement(abstract)?.reasons;
  if (mark) return { kind: mark, from: 'title', ...(reasons && { reasons }) };
  // Quotations in a paper about retractions do not refer to the paper itself.
  if (RETRACTING.test(line)) return undefined;
  const status = readStatement(abstract);
  return status && { ...status, from: 'abstract' };
}

const RETRACTING = /\b(?:retract|withdraw)/i;

/** The status that a text states about its own paper: retracted, withdrawn or replaced, with the reason verbatim. */
export function readStatement(text: string | null | undefined): Omit<RetractionStatus, 'from'> | undefined {
  if (!CLAIM.test(text ?? '')) return undefined;
  const clean = cleanText((text ?? '').slice(0, MAX_CHARACTERS));
  const found = [WITHDRAWN_FIRST, ...STATEMENTS].map((pattern) => pattern.exec(clean)).find((match) => match !== null);
  if (!found) return undefined;
  const { act = '', rest = '' } = found.groups ?? {};
  if (/^retract/i.test(act)) return { kind: 'retracted' };
  const behind = clean.slice(found.index + found[0].length);
  const after = rest + behind.slice(0, REASON_CHARACTERS);
  const isReplaced = !/^(?:withdr|remov)/i.test(act) || (REPLACED.test(after) && !FAULT.test(after));
  // `Withdrawn: the lemma is wrong for odd numbers`
  const from = /^\s*:/.test(rest) ? rest.indexOf(':') + 1 : Math.max(rest.search(BECAUSE), 0);
  const said = [rest.slice(from), (isReplaced ? REPLACED : FAULT).test(rest) ? '' : nextReason(behind, isReplaced)];
  const reasons = said.map((reason) => shorten(cleanLine(reason), REASON_CHARACTERS));
  const kept = reasons.filter((reason) => /\S\s\S/.test(reason));
  return { kind: isReplaced ? 'replaced' : 'withdrawn', ...(kept.length > 0 && { reasons: kept }) };
}

/** The next sentence, if it says why: `withdrawn by arXiv admin. It is a verbatim copy of arXiv:1001.2345`. */
function nextReason(behind: string, isReplaced: boolean): string {
  const { rest = '' } = NEXT_SENTENCE.exec(behind)?.groups ?? {};
  return isReplaced ? (REPLACED.test(rest) ? rest : '') : ABOUT_IT.test(rest) && FAULT.test(rest) ? rest : '';
}

/** The mark in front of a title. */
function readMark(title: string): 'retracted' | 'withdrawn' | undefined {
  const mark = MARKED.exec(title);
  const capitals = MARKED_IN_CAPITALS.exec(title);
  const kind = /^withdrawn$/i.test((mark ?? capitals)?.groups?.mark ?? '') ? 'withdrawn' : 'retracted';
  // If the whole title is in capitals, only punctuation shows a mark.
  if (capitals) return mark || (!CLAIM_OF_MANY.test(title) && /\p{Ll}/u.test(title)) ? kind : undefined;
  // `Retracted: a study` is a title with a subtitle.
  return mark && !/\p{Ll}/u.test(mark.groups?.next ?? '') ? kind : undefined;
}

/** `RETRACTED PAPERS in oncology` is about other papers. */
const CLAIM_OF_MANY = /^\W*\w+ (?:papers|articles|studies|publications|manuscripts|literature|science)\b/i;
