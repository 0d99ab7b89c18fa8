import { asText } from '../lib/json.ts';
import type { Paper } from '../papers/paper.ts';
import { isOrganisation } from '../papers/people.ts';
import { readFieldOfStudy } from '../papers/source-words.ts';
import { cleanText } from '../papers/text.ts';
import type { ScreeningDecision } from './decisions/screening.ts';

/** How files write the values of fields: lists, keywords, notes, numbers; and what our own exports add to them. */

/** A name without parts, such as an organisation's, in which a comma does not separate. */
export function wholeName(name: string): string {
  return isOrganisation(name) ? name : name.replaceAll(',', ' ');
}

/** Splits a list at `separators` and trims the parts. */
export function splitList(text: string, separators: string): string[] {
  const [first = '', ...others] = separators;
  return others
    .reduce((unified, separator) => unified.replaceAll(separator, first), text)
    .split(first)
    .map((part) => part.trim());
}

/**
 * The keywords in texts, each of which may list several. Entities are decoded first, because they end with the
 * separator.
 */
export function splitKeywords(texts: readonly string[], separator: string | RegExp = ';'): string[] {
  return texts.flatMap((text) => cleanText(text).replaceAll('\n', ';').split(separator)).map((each) => each.trim());
}

/** `decision: include`, which reference managers can show and search. */
const DECISION = /^decision: (?:include|exclude|maybe)$/;

/**
 * The keywords of a list to which our own export added a decision and the fields of study: removes these, that is, the
 * last occurrence of each name.
 */
export function withoutFields(keywords: readonly string[]): string[] {
  const removed = new Set<string>();
  const isLastOfField = (keyword: string) => {
    if (readFieldOfStudy(keyword) !== keyword || removed.has(keyword)) return false;
    removed.add(keyword);
    return true;
  };
  return keywords
    .filter((keyword) => keyword !== '' && !DECISION.test(keyword))
    .reverse()
    .filter((keyword) => !isLastOfField(keyword))
    .reverse();
}

/**
 * Keywords, fields of study and the decision of a review, for programs that have one list for all. A name that is both
 * keyword and field is written twice, so that an import can distinguish them.
 */
export function joinFields(
  { keywords = [], fieldsOfStudy }: Pick<Paper, 'keywords' | 'fieldsOfStudy'>,
  decision: ScreeningDecision | undefined,
): string[] {
  const folded = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  const fields = fieldsOfStudy.filter((name) => keywords.includes(name) || !folded.has(name.toLowerCase()));
  return [...keywords, ...fields, ...(decision === undefined ? [] : [`decision: ${decision}`])];
}

/** Joins keywords by commas, or by semicolons if one contains a comma. A single one then ends with a semicolon, too. */
export function joinKeywords(keywords: readonly string[]): string {
  const hasComma = keywords.some((keyword) => keyword.includes(','));
  return keywords.join(hasComma ? '; ' : ', ') + (hasComma && keywords.length === 1 ? ';' : '');
}

/** Notes are separated by a blank line; cleaning removes blank lines within notes. */
export const BETWEEN_NOTES = '\n\n';

export function splitNotes(text: string): string[] {
  return text.replace(/\r\n?|&#x?D;/gi, '\n').split(/\n[ \t]*\n\s*/);
}

/** The database name that our own exports write. The accession number in it is the paper's reference. */
export const OWN_DATABASE = 'paperqueue';

/** Identifiers that our own exports write into notes for other programs. */
const OWN_IDENTIFIERS = /^(?:(?:PMID|PMCID|arXiv|OpenAlex|CorpusId|paperqueue): \S+(?:\s+|$))+$/;

/** The notes without those that our own export added. */
export function withoutIdentifiers(notes: readonly string[]): string[] {
  return notes.filter((note) => !OWN_IDENTIFIERS.test(note.trim()));
}

/** The identifiers in notes that contain nothing else, as our exports and Zotero write them: `PMID: 1; PMCID: PMC2`. */
export function readIdentifiers(
  notes: readonly string[],
): Partial<Record<'pmid' | 'pmcid' | 'arxivId' | 'openAlexId' | 'corpusId', string>> {
  const lists = notes.map((note) => note.trim()).filter((note) => OWN_IDENTIFIERS.test(note));
  const words = lists.flatMap((list) => list.split(/;?\s+/)).map((word) => word.replace(/[:;]$/, ''));
  const pairs = words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]]] : []));
  const {
    PMID: pmid,
    PMCID: pmcid,
    arXiv: arxivId,
    OpenAlex: openAlexId,
    CorpusId: corpusId,
  } = Object.fromEntries(pairs);
  return { pmid, pmcid, arxivId, openAlexId, corpusId };
}

/** The databases in the order for a reference: those with an accession number first. */
export function orderDatabases({ databases = [] }: Pick<Paper, 'databases'>): NonNullable<Paper['databases']> {
  const hasNumber = ({ accessionNumber }: (typeof databases)[number]) => accessionNumber !== undefined;
  return [...databases.filter(hasNumber), ...databases.filter((each) => !hasNumber(each))];
}

/** The ISSNs in a text, which may contain several and other words: `1234-5679 (Print); 2345-6787`. */
export function findIssns(text: string | null | undefined): string[] {
  return text?.match(/(?<![\dXx-])\d{4}[- ]?\d{3}[\dXx](?![\dXx-])/g) ?? [];
}

/** The ISBNs in a text, which may contain several and other words: `978-3-16-148410-0 (print)`. */
export function findIsbns(text: string | null | undefined): string[] {
  return text?.match(/(?<![\dXx-])(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx](?![\dXx-])/g) ?? [];
}

/** A count in digits; undefined for any other text. */
export function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** A title as MEDLINE writes it, without its full stop and, if it is a translation, without its brackets. */
export function medlineTitle(title: unknown): string | undefined {
  return asText(title)
    ?.trim()
    .replace(/^\[(.+)\](\.?)$/s, '$1$2')
    .replace(/(?<![.…]|\.\p{Lu})\.$/u, '');
}
