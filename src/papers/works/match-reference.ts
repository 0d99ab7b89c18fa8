import { firstIndex } from '../../lib/binary-search.ts';
import { arxivDoi, arxivKey } from '../arxiv-number.ts';
import type { Paper } from '../paper.ts';
import { authorsBefore } from '../references/author-list.ts';
import { type FoldedText, foldText } from '../references/folded-text.ts';
import { readPublication } from '../references/publication.ts';
import type { ParsedReference } from '../references/read-reference.ts';
import { shorten } from '../text.ts';
import { type Agreement, compareAuthor, countListed, isGroup, listStrangers, namesCoAuthor } from './compare-author.ts';
import { comparePublication, compareYear, PUBLICATION_DETAILS } from './compare-publication.ts';
import { isPreprintDoi } from './identity.ts';
import { distinctiveWords, type PreparedRecord, type PreparedReference, stemAll } from './prepare-match.ts';
import { knownPublication } from './publication-place.ts';
import { isComment, isDistinctiveTitle } from './title-key.ts';
import { describeTitleDifference, relateTitles, type TitleRelation } from './title-relation.ts';

/**
 * Whether a record is the paper that a reference means. References are easily invented from real names and likely
 * words. So a title that differs by more than spelling requires author and year, and a common title requires its
 * author.
 */

export type MatchCertainty = 'exact' | 'likely' | 'none';

/**
 * The class of a wrong reference, in the terms of NeurIPS; no rule is published, so this one is ours. `hallucinated`:
 * sources that would have it have no such title, or the paper is by other people: the first author differs and no
 * author of the paper is named, or three (or half) of the names belong to no author. `erroneous`: a real work with any
 * other difference, such as its venue, numbers, year, a name or words of the title. A venue alone never makes a
 * reference hallucinated, because no source has all venues.
 */
export type ReferenceClass = 'hallucinated' | 'erroneous';

export type ReferenceMatch = {
  found: MatchCertainty;
  /** The differences, such as `year: 2016, asked 2017`. */
  differs: string[];
  /** Details that the reference gives and the record lacks, or has in a form that cannot be compared. */
  notCompared: string[];
  class?: ReferenceClass;
  /** The titles are equal, but the names and year speak against the paper. */
  isByOthers?: true;
};

/** Titles in scripts without spaces, too long to be a name. */
const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u;
const NO_MATCH: ReferenceMatch = { found: 'none', differs: [], notCompared: [] };
const MAX_SHOWN_CHARACTERS = 100;
const MIN_MAIN_WORDS_WITHOUT_AUTHOR = 5;
/** If a text contains a paper's identifier, it must also contain this share of the title's words. */
const MIN_SHARE_IN_TEXT = 0.6;
/** A reference may have no title (`Lander et al., Nature 409, 860`). This many words are not just a journal. */
const MIN_WORDS_OF_TITLE = 5;
const MIN_WORDS_OF_SHORT_TITLE = 2;

/** Judges whether a record is the paper a reference means. */
export function matchReference(prepared: PreparedReference, candidate: PreparedRecord): ReferenceMatch {
  const reference = readAround(prepared, candidate);
  const { parsed } = reference;
  if (hasSameId(parsed, candidate.record)) return matchById(prepared, candidate);
  if (parsed.title === undefined) return NO_MATCH;
  // A few words that are not a title: likely if the title contains them all.
  const { letters } = candidate.title;
  const isTitle = reference.text.letters === letters || reference.title.letters === letters;
  if (parsed.kind === 'words' && !isTitle)
    return shareOfWords(reference, candidate.record.title) === 1 ? { ...NO_MATCH, found: 'likely' } : NO_MATCH;
  return matchByTitle(reference, candidate);
}

function hasSameId({ ids }: ParsedReference, record: Paper): boolean {
  const arxiv = arxivKey(record);
  if (ids.doi !== undefined && (ids.doi === record.doi || ids.doi === arxivDoi(arxiv))) return true;
  if (ids.arxivId !== undefined && ids.arxivId === arxiv) return true;
  return (['pmid', 'pmcid', 'openAlexId'] as const).some(
    (name) => ids[name] !== undefined && ids[name] === record[name],
  );
}

/**
 * An identifier counts only with a matching title, or names and year, because invented references carry DOIs of other
 * papers.
 */
function matchById(reference: PreparedReference, candidate: PreparedRecord): ReferenceMatch {
  const { parsed } = reference;
  if (candidate.title.letters === '') return { ...NO_MATCH, found: 'exact' };
  const evidence = compare(reference, candidate);
  if (parsed.title === undefined)
    return judge(listDifferences(evidence, reference, candidate), evidence, reference, candidate);
  const { relation, author, year } = evidence;
  if (relation === 'other') {
    const hasTitle = parsed.isCertain || distinctiveWords(reference.title.words).length >= MIN_WORDS_OF_TITLE;
    const isNamed = !hasTitle && author === 'agrees' && year !== 'differs';
    if (!isNamed && shareInText(reference, candidate) < MIN_SHARE_IN_TEXT) return NO_MATCH;
  }
  const differs = [
    ...listDifferences(evidence, reference, candidate),
    ...(['equal', 'near'].includes(relation) ? [] : [describeTitleDifference(candidate.record.title, evidence.title)]),
  ];
  return judge(differs, evidence, reference, candidate);
}

/** The share of a reference's distinctive words that a text contains, in any inflection. */
export function shareOfWords({ stems }: PreparedReference, text: string): number {
  const stemsOfText = stemAll(text);
  return [...stems].filter((term) => stemsOfText.has(term)).length / Math.max(stems.size, 1);
}

function matchByTitle(reference: PreparedReference, candidate: PreparedRecord): ReferenceMatch {
  const evidence = compare(reference, candidate);
  const { relation } = evidence;
  if (relation === 'other' || !isConvincing(evidence, reference, candidate))
    return relation === 'equal' ? { ...NO_MATCH, isByOthers: true } : NO_MATCH;
  const differs = [
    ...listDifferences(evidence, reference, candidate),
    ...(relation === 'equal' ? [] : [describeTitleDifference(candidate.record.title, evidence.title)]),
    ...doiDiffers(reference.parsed, candidate.record),
  ];
  return judge(differs, evidence, reference, candidate);
}

/** For a matching paper: what differs, and what could not be compared, including where it appeared. */
function judge(
  differs: readonly string[],
  { author }: Evidence,
  reference: PreparedReference,
  { record, families }: PreparedRecord,
): ReferenceMatch {
  const { parsed } = reference;
  const details = comparePublication(parsed, record);
  const having = (agreement: Agreement) => PUBLICATION_DETAILS.filter((detail) => details[detail] === agreement);
  const known = knownPublication(record);
  const wrong = having('differs').map((detail) => `${detail}: ${known[detail]}, asked ${parsed.publication[detail]}`);
  const all = [...differs, ...wrong];
  const notCompared = [
    ...(author === 'differs' ? [] : authorsNotCompared(reference, record)),
    ...(record.year === undefined && parsed.year !== undefined ? ['year'] : []),
    ...having('unknown'),
  ];
  if (all.length === 0) return { found: 'exact', differs: all, notCompared };
  const isOfOthers = author === 'differs' ? !namesCoAuthor(parsed, families) : hasManyStrangers(parsed, record);
  return { found: 'likely', differs: all, notCompared, class: isOfOthers ? 'hallucinated' : 'erroneous' };
}

const MIN_STRANGERS = 2;
const MAX_STRANGERS = 3;

/** Whether a list of names is badly wrong, although its first is right. */
function hasManyStrangers({ authors }: ParsedReference, record: Paper): boolean {
  const half = Math.ceil(record.authors.length / 2);
  return listStrangers(authors, record).length >= Math.min(Math.max(half, MIN_STRANGERS), MAX_STRANGERS);
}

/** `authors`, if the reference names people whom the record cannot confirm; else how many of the authors it names. */
function authorsNotCompared(reference: PreparedReference, record: Paper): string[] {
  if (areAuthorsUnknown(reference.parsed, record)) return ['authors'];
  const named = countListed(reference, record);
  return named ? [`authors (${named.listed} of ${named.of} named)`] : [];
}

/**
 * Whether the reference names people whom the record cannot confirm: authors if the record has none, a group if it has
 * none, or more people if it has only one.
 */
function areAuthorsUnknown(parsed: ParsedReference, record: Paper): boolean {
  const { firstAuthor } = parsed;
  if (record.authors.length === 0) return firstAuthor !== undefined;
  return (
    (firstAuthor !== undefined && isGroup(firstAuthor) && !record.authors.some(isGroup)) ||
    (record.authors.length === 1 && listStrangers(parsed.authors, record, 1).length > 0) ||
    mayNameOthers(parsed, record)
  );
}

/** Whether a reference whose authors could not be parsed has words outside its title that may be names. */
function mayNameOthers({ isCertain, firstAuthor, title, text, publication }: ParsedReference, record: Paper): boolean {
  if (firstAuthor !== undefined || isCertain || title === undefined) return false;
  // The text that was parsed as a venue may be a list of names.
  const venue = /[,;:&]|\band\b|\bIn\b/.test(publication.venue ?? '') ? '' : publication.venue;
  const explained = [record.title, title, record.venue, venue, record.publisher].filter(Boolean).join(' ');
  const known = new Set(foldText(explained).words);
  const isName = /\p{Lu}/u.test(text) ? /^\P{L}*\p{Lu}\p{L}|^[—–-]{2,}/u : /\p{L}{3}/u;
  const others = text.split(/\s+/).filter((word) => isName.test(word));
  return others.some((word) => foldText(word).words.every((each) => !known.has(each) && !PUBLICATION_WORDS.test(each)));
}

/** Words of publication details, which are not names. */
const PUBLICATION_WORDS =
  /^(?:vol\w*|no|nr|issue|pp?|pages?|and|the|from|with|for|in|eds?|edition|doi|arxiv|preprint|online|available|accessed|retrieved|university|press|proceedings|conference|\d.*|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)$/;

/** `title`: the part of the reference that was compared with the record's title. */
type Evidence = { relation: TitleRelation; title: string; isElsewhere: boolean; author: Agreement; year: Agreement };

/**
 * Parses the reference again around the record's title, if it was parsed with another title: the text before the title
 * is its authors, in any form, and the text after it is where it appeared.
 */
function readAround(reference: PreparedReference, candidate: PreparedRecord): PreparedReference {
  const { parsed, text } = reference;
  const { letters, words } = candidate.title;
  const isRead = foldText(parsed.title ?? '').letters === letters && parsed.firstAuthor !== undefined;
  const isOther = isOneAComment(reference, candidate);
  if (parsed.isCertain || isRead || isOther || words.length < MIN_WORDS_AROUND) return reference;
  for (const { at, end } of findWords(text, letters)) {
    if (!text.breaks.has(end) && !/^\d{4}/.test(text.letters.slice(end, end + 4))) continue;
    const [before, title, behind] = partAt(parsed.text, at, end);
    const authors = authorsBefore(before);
    // Words before it that are not names may belong to a longer title.
    if (!authors && (!text.breaks.has(at) || parsed.firstAuthor !== undefined)) continue;
    const read = {
      ...parsed,
      title,
      publication: readPublication(behind),
      ...(authors && { firstAuthor: authors.firstAuthor, authors: authors.text }),
      year: yearBeside(title, parsed, [before, behind]),
    };
    return { ...reference, parsed: read, title: foldText(title) };
  }
  return reference;
}

/** A text that repeats a title more often is no reference, and each occurrence costs a reading of the text. */
const MAX_OCCURRENCES = 5;

/** Where whole words of a text are these letters, in order. */
function findWords({ letters, edges }: FoldedText, wanted: string): { at: number; end: number }[] {
  const found: { at: number; end: number }[] = [];
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (edges.has(at) && edges.has(end)) found.push({ at, end });
    if (found.length === MAX_OCCURRENCES) break;
  }
  return found;
}

/** Whether either is a comment and the other is not: a comment may repeat the title that it is about. */
function isOneAComment({ parsed }: PreparedReference, { record }: PreparedRecord): boolean {
  return isComment(parsed.title ?? '') !== isComment(record.title);
}

/** Shorter titles may be names or venues. */
const MIN_WORDS_AROUND = 3;

/** The parsed year, unless it is a number in the title and there is another year outside it. */
function yearBeside(title: string, { year }: ParsedReference, beside: readonly string[]): number | undefined {
  if (year !== undefined && !title.includes(String(year))) return year;
  const found = beside.map((text) => /(?<![\d–-])(?:1[5-9]|20)\d\d(?![\d–-])/.exec(text)?.[0]).find(Boolean);
  return found === undefined ? year : Number(found);
}

/** The text before, between and behind two offsets of its folded letters. */
function partAt(text: string, from: number, to: number): [before: string, part: string, behind: string] {
  const ends = [from, to].map((letters) =>
    firstIndex(text.length, (index) => foldText(text.slice(0, index)).letters.length >= letters),
  ) as [number, number];
  const start = ends[0] + (/^[^\p{L}\p{N}]*/u.exec(text.slice(ends[0]))?.[0].length ?? 0);
  return [text.slice(0, start), text.slice(start, ends[1]), text.slice(ends[1])];
}

function compare(reference: PreparedReference, candidate: PreparedRecord): Evidence {
  // The whole text equals the title, however it was parsed into parts.
  if (reference.text.letters === candidate.title.letters)
    return { relation: 'equal', title: '', isElsewhere: false, author: 'unknown', year: 'unknown' };
  const isOther = isOneAComment(reference, candidate);
  const direct = isOther ? 'other' : relateTitles(reference.title, candidate.title);
  const span = direct === 'equal' || isOther ? undefined : titleInText(reference, candidate);
  const { parsed, text } = reference;
  // A text without authors and year may be the whole title in another spelling: `Switch? Findings from a survey`.
  const isOnlyText = parsed.firstAuthor === undefined && parsed.year === undefined;
  const isWhole = direct === 'other' && !isOther && isOnlyText && relateTitles(text, candidate.title) === 'near';
  // `Hepatitis B Virus Infection`: its title was parsed as authors.
  const areAuthorsTitle = span === 'at start' && parsed.authors !== undefined && parsed.text.startsWith(parsed.authors);
  return {
    relation: span !== undefined ? 'equal' : isWhole ? 'near' : direct,
    title: (isWhole ? parsed.text : parsed.title) ?? '',
    isElsewhere: span === 'elsewhere',
    author: areAuthorsTitle ? 'unknown' : compareAuthor(reference, candidate),
    year: compareYear(parsed, candidate.record),
  };
}

/** Whether the evidence shows that the reference means this paper. The title is known to be compatible. */
function isConvincing(
  { relation, isElsewhere, author, year }: Evidence,
  { parsed }: PreparedReference,
  { record, title, contentWords, families }: PreparedRecord,
): boolean {
  const isDistinctive = isDistinctiveTitle(record.title);
  switch (relation) {
    case 'equal':
      if (isElsewhere && author !== 'agrees') return isDistinctive && (year === 'agrees' || author === 'unknown');
      if (isDistinctive || author === 'agrees') return true;
      if (author === 'unknown') return year !== 'differs';
      // Accepts a wrong first author if the reference also lists another of the paper's authors, its year and no
      // other journal.
      if (contentWords.length < MIN_WORDS_OF_SHORT_TITLE || year !== 'agrees') return false;
      return namesCoAuthor(parsed, families) && comparePublication(parsed, record).venue !== 'differs';
    case 'near':
      if (author === 'agrees') return true;
      return isDistinctive && (year === 'agrees' || (author === 'unknown' && year === 'unknown'));
    case 'main':
      if (author === 'agrees') return true;
      return author === 'unknown' && year !== 'differs' && title.words.length >= MIN_MAIN_WORDS_WITHOUT_AUTHOR;
    default:
      return author === 'agrees' && year === 'agrees';
  }
}

/**
 * Finds the record's title between two separators of the reference: as the parsed title, or elsewhere. Elsewhere it may
 * also be a journal's name.
 */
function titleInText(
  { parsed, text, title }: PreparedReference,
  candidate: PreparedRecord,
): 'at start' | 'at title' | 'elsewhere' | undefined {
  const { letters, words } = candidate.title;
  // Scripts without spaces have no words to count.
  const isUndivided = UNDIVIDED.test(letters);
  if ((words.length < 3 && !isUndivided) || letters.length > text.letters.length) return undefined;
  for (const { at, end } of findWords(text, letters)) {
    if (isUndivided) return 'elsewhere';
    const before = text.letters.slice(0, at);
    const after = text.letters.slice(end);
    const begins =
      text.breaks.has(at) || /(?:\d{4}|etal)$/.test(before) || candidate.families.some((name) => before.endsWith(name));
    const ends =
      text.breaks.has(end) || /^\d{4}/.test(after) || candidate.families.some((name) => after.startsWith(name));
    if (!begins || !ends) continue;
    if (at === 0) return 'at start';
    const titleAt = text.letters.indexOf(title.letters);
    if (at === titleAt) return 'at title';
    const isWithin = titleAt >= 0 && titleAt < at && end <= titleAt + title.letters.length;
    // If authors were parsed, the title starts after them.
    if (isWithin && parsed.firstAuthor !== undefined) continue;
    return 'elsewhere';
  }
  return undefined;
}

function listDifferences(
  { author, year }: Evidence,
  { parsed }: PreparedReference,
  { record }: PreparedRecord,
): string[] {
  return [
    ...(year === 'differs' ? [`year: ${record.year}, asked ${parsed.year}`] : []),
    ...(author === 'differs' ? [`first author: ${record.authors[0]}, asked ${parsed.firstAuthor}`] : []),
    ...(author === 'differs' ? [] : describeStrangers(parsed, record)),
  ];
}

/** Names listed beside the right first author that no author has. */
function describeStrangers({ authors }: ParsedReference, record: Paper): string[] {
  const strangers = listStrangers(authors, record);
  const known = shorten(record.authors.join(', '), MAX_SHOWN_CHARACTERS);
  return strangers.length > 0 ? [`authors: ${known}, asked ${strangers.join(', ')}`] : [];
}

/** Compares DOIs of published versions. A preprint has its own. */
function doiDiffers({ ids }: ParsedReference, { doi }: Paper): string[] {
  if (ids.doi === undefined || doi === undefined || ids.doi === doi) return [];
  return isPreprintDoi(ids.doi) || isPreprintDoi(doi) ? [] : [`DOI: ${doi}, asked ${ids.doi}`];
}

/** The share of the title's words that the text contains. */
function shareInText({ words }: PreparedReference, { title }: PreparedRecord): number {
  return title.words.filter((word) => words.has(word)).length / Math.max(title.words.length, 1);
}
