import { cleanLine } from '../text.ts';
import {
  type AuthorList,
  authorsAtStart,
  authorsBefore,
  authorsBeforeTitle,
  familyNamesAtStart,
  isOrganisation,
  listCited,
  namesBeforeYear,
  plainNames,
} from './author-list.ts';
import { type AuthorQuery, readAuthorQuery } from './author-query.ts';
import { readCjkReference } from './cjk-reference.ts';
import { fullNamesAtStart, isGroupName } from './full-names.ts';
import { type Publication, readPublication } from './publication.ts';
import { type ReferenceIds, takeIds } from './reference-ids.ts';

/** The parsed form of a text that asks for a paper. */
export type ParsedReference = {
  /** `words`: a few words that need not be a title. `author`: a person, not a paper. */
  kind: 'reference' | 'words' | 'author';
  /** The whole text without identifiers, on one line. */
  text: string;
  ids: ReferenceIds;
  /** The most likely title; undefined if only an identifier is given. */
  title: string | undefined;
  /** Whether the title is certain, because the text was structured. */
  isCertain: boolean;
  firstAuthor: string | undefined;
  year: number | undefined;
  /** The whole list of authors, verbatim. */
  authors?: string;
  /** Where it appeared, as far as the text says. */
  publication: Publication;
  /** Only for kind `author`. */
  author?: AuthorQuery;
};

/** Longer texts are titles or references. */
const MAX_TOPIC_CHARACTERS = 49;
const MAX_TOPIC_WORDS = 6;
const MIN_WORDS_FROM_MEMORY = 4;
const MAX_WORDS_FROM_MEMORY = 16;
/** With fewer words beside an identifier, the words are not a title. */
const MIN_WORDS_BESIDE_ID = 4;

const YEAR = String.raw`(?:1[5-9]|20)\d\d`;
/** A year that is not part of a page range or number. */
const LONE_YEAR = new RegExp(String.raw`(?<![\d\p{L}–:./-])(${YEAR})[a-h]?(?![\d–/-]|(?![年년])\p{L}|\.\d)`, 'gu');
/** A year right after the authors, possibly in brackets with month and day. */
const YEAR_NEXT = new RegExp(
  String.raw`^[\s,.;:]*(?:[([]\s*(${YEAR})[a-h]?\b[^)\]]{0,24}[)\]]|(${YEAR})[a-h]?\b)[\s,.;:]*`,
);
const YEAR_LAST = new RegExp(
  String.raw`(?:(?<![\s,.;])[\s,.;]+)?(?:\((?:[^()]*?[,\s])?(${YEAR})[a-h]?\)|[,.;]\s*(${YEAR})[a-h]?)[.\s]*$`,
  'u',
);
/** `, July 2024`, `, 2025`, `, 07 2024`, `, n.d.`, and what is left of the address behind it. */
const DATE_LAST = new RegExp(
  String.raw`[,.]\s+(?:(?:\p{L}{3,9}\.?|\d{1,2})\s+)?(?:${YEAR}[a-h]?|n\.d)(?:[.,;]\s*(?:url\b|available\b|https?\b)?[^]{0,80})?[.\s]*$`,
  'iu',
);
const QUOTED = /[“"„«]([^“”"„«»]{8,})[”"“»]|(?:^|[\s(])[‘']([^‘’']{12,})[’'](?=[\s,.;]|$)/u;
/** `L. Zheng, et al., "MT-Bench," 2023`: a title of one word counts right behind authors. */
const QUOTED_NAME = /^([^"“”]{3,200}[,.] )["“]([^\s“”"]{3,60})[”"]/;

const IMPRINT = new RegExp(String.raw`\s\((?:[^():]{2,60}:\s[^():]{2,80}|[^():]{2,60}),\s?${YEAR}\)(?=[\s,.;]|$)`, 'u');
/** `Orla Fige and Bo Kah, Peasant Reefs`: the possible first name, and those joined to it by `and`. */
const NAMES_OF_NOTE = /^([^,.:]{3,60}(?:,? (?:and|&) [^,.:]{3,60})?), (?=\S)/u;

/** Access dates and notes on the location of a page. */
const ASIDES = new RegExp(
  String.raw`(?:[\[(,.]\s*|(?<!\s)\s+)?\b(?:cited|(?:last )?accessed|viewed|retrieved|visited)\b[^.)\];]{0,30}${YEAR}[^.,)\];]{0,10}[\])]?|\[(?:internet|preprint|online|pubmed|crossref|google scholar|[a-z]{2,8}(?:-[a-z]{2,4})?\.[a-z-]{2,6})\]`,
  'giu',
);
/**
 * `Hochreiter S and Schmidhuber J 1997 Long short-term memory Neural Comput. 9`: nothing separates title and journal.
 */
const RUN_ON = new RegExp(String.raw`^\p{Lu}(?:(?!\p{Ll}{2}\. )[^\d()]){2,120}\p{L}\.? ${YEAR} \p{Lu}\p{L}`, 'u');
const JOURNAL_FOLLOWS = / (?<=\s\p{Ll}[\p{L}-]* )(?=\p{Lu})/gu;
const NO_YEAR = /^[\s,.]*[([]\s*(?:n\.?\s?d\.?|in press|forthcoming|submitted|under review)\s*[)\]]/i;

const NOTHING = {
  ids: {},
  title: undefined,
  isCertain: false,
  firstAuthor: undefined,
  year: undefined,
  publication: {},
};

/** Parses a title, an identifier, a few words, an author, or a reference in any usual style (APA, Vancouver, ...). */
export function readReference(raw: string): ParsedReference {
  const author = readAuthorQuery(cleanLine(raw));
  if (author) return { kind: 'author', ...NOTHING, text: cleanLine(raw), author };
  const { ids, rest } = takeIds(cleanLine(raw));
  const cleaned = rest
    .replace(ASIDES, ' ')
    .replace(/^\s*(?:\[\d{1,4}\]|\(\d{1,3}\)|\d{1,3}\.)\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const text = partRunOn(withoutRequest(cleaned));
  const hasId = Object.keys(ids).length > 0;
  const words = text.split(' ').filter((word) => /\p{L}{2}/u.test(word));
  const none = { ...NOTHING, text, ids };
  const all = listCited(text);
  const [cited] = all;
  if (cited && !hasId) {
    const query = all.map(({ names, year }) => `${plainNames(names.text)} ${year}`).join(' ');
    return { ...none, kind: 'words', text: query, title: query };
  }
  // A single word may be a journal: `Nature 2015`.
  if (cited && (all.length > 1 || cited.names.text.includes(' ')))
    return { ...none, kind: 'reference', firstAuthor: cited.names.firstAuthor, year: cited.year };
  if (hasId && words.length < MIN_WORDS_BESIDE_ID && !authorsAtStart(text)) return { kind: 'reference', ...none };
  const parts: Parts =
    readCjkReference(text) ?? readQuoted(text) ?? readDashed(text) ?? readAuthorsFirst(text) ?? readTitleFirst(text);
  const hasDate = parts.year === undefined && parts.authors !== undefined;
  const title = trimTitle(hasDate ? parts.title.replace(YEAR_LAST, '').replace(DATE_LAST, '') : parts.title);
  const published = readPublication(parts.behind ?? textBehind(title, text));
  // `2006;12:1-9` contains a year, even if no authors were parsed.
  const isReference = parts.authors || QUOTED.test(text) || published.volume !== undefined;
  const year = parts.year ?? (isReference ? lastYear(text.replace(title, ' ')) : undefined);
  const { firstAuthor } = parts.authors ?? {};
  const isTopic =
    !hasId &&
    firstAuthor === undefined &&
    year === undefined &&
    text.length <= MAX_TOPIC_CHARACTERS &&
    words.length <= MAX_TOPIC_WORDS;
  const publication = isTopic ? {} : published;
  const authors = parts.authors?.text;
  return { ...none, kind: isTopic ? 'words' : 'reference', title, firstAuthor, year, authors, publication };
}

/** `Check: Vaswani A. Attention is all you need.` A title may start like this, a list of authors does not. */
const REQUEST = /^(?:please\s+)?(?:check|verify|find|look\s?up)\b[^:?.]{0,40}[:?]\s+/i;

function withoutRequest(text: string): string {
  const rest = text.replace(REQUEST, '');
  return rest !== text && authorsAtStart(rest) ? rest : text;
}

/**
 * Whether the text is a paper as somebody remembers it, in words without a citation format:
 * `Boeve melatonin REM sleep behavior disorder 2003`.
 */
export function isFromMemory({ ids, firstAuthor, text }: ParsedReference): boolean {
  const { length } = text.split(' ');
  if (Object.keys(ids).length > 0 || (firstAuthor === undefined ? /[.:;"“]/ : /[.,:;"“]/).test(text)) return false;
  return length >= MIN_WORDS_FROM_MEMORY && length <= MAX_WORDS_FROM_MEMORY;
}

/** Whether it is such a text with a year. */
export function isRememberedWithYear(reference: ParsedReference): boolean {
  return isFromMemory(reference) && new RegExp(LONE_YEAR).test(reference.text);
}

const MAX_NAMES = 4;
const NAME = /^\p{Lu}[\p{L}\p{M}'’-]+$/u;

/** The family names and the year of a text that has nothing else: `Manabe Wetherald 1967`; otherwise undefined. */
export function readNamesAndYear({ ids, text }: ParsedReference): { names: string[]; year: number } | undefined {
  if (Object.keys(ids).length > 0) return undefined;
  const words = text
    .replace(/[(),]|\bet al\b\.?|\band\b|&/g, ' ')
    .trim()
    .split(/\s+/);
  const years = words.filter((word) => new RegExp(`^${YEAR}[a-h]?$`).test(word));
  const names = words.filter((word) => !years.includes(word));
  if (years.length !== 1 || names.length === 0 || names.length > MAX_NAMES) return undefined;
  return names.every((name) => NAME.test(name)) ? { names, year: Number.parseInt(years[0] ?? '', 10) } : undefined;
}

const MAX_JOURNAL_WORDS = 3;

/**
 * Whether the parsed title may instead be a journal: physicists and chemists cite without titles
 * (`Lander et al., Nature 409, 860`), and `Hughes et al., Nature 2017` gives only the journal; or the organisation that
 * is the author: `World Health Organization (2020)`, even if its report is named.
 */
export function mayLackTitle({ isCertain, title = '', firstAuthor, year, publication }: ParsedReference): boolean {
  if (isCertain) return false;
  if (firstAuthor === undefined) return isOrganisation(title.replace(new RegExp(String.raw`\s${YEAR}[a-h]?$`), ''));
  // Sources of papers do not have the reports and pages of organisations.
  if (isGroupName(firstAuthor) && publication.volume === undefined && publication.pages === undefined) return true;
  const { volume, pages } = readPublication(title);
  const isLocation = (volume !== undefined && pages !== undefined) || !/\p{L}{2}/u.test(title);
  const endsInYear = year === undefined && new RegExp(String.raw`\s${YEAR}$`).test(title);
  const isJournalAndYear = endsInYear && title.split(' ').length <= MAX_JOURNAL_WORDS + 1;
  return isLocation || isJournalAndYear || (publication.volume !== undefined && publication.venue === undefined);
}

const QUESTION = /^(?:do|does|did|is|are|was|were|can|could|should|will|would|has|have|what|which) /;

/**
 * Whether it is a few words or a question in lower case rather than a title, so that papers about it need not contain
 * every word.
 */
export function isTopicOrQuestion(reference: ParsedReference): boolean {
  const { kind, text } = reference;
  return isFromMemory(reference) && (kind === 'words' ? /^\p{Ll}/u.test(text) : QUESTION.test(text));
}

function textBehind(title: string, text: string): string {
  const at = text.indexOf(title);
  return at < 0 ? '' : text.slice(at + title.length);
}

/** Splits title and journal at the journal's capital if nothing else separates them. */
function partRunOn(text: string): string {
  const start = RUN_ON.exec(text)?.[0] ?? text;
  return start + text.slice(start.length).replace(JOURNAL_FOLLOWS, ' — ');
}

/** `behind`: the text after the title, if that is not everything after it. */
type Parts = { title: string; authors?: AuthorList; year?: number; behind?: string };

/** `A. Vaswani et al., "Attention is all you need," in ...`: a quoted title after the authors. */
function readQuoted(text: string): Parts | undefined {
  const short = QUOTED_NAME.exec(text);
  const authorsOfShort = short ? authorsAtStart(short[1] ?? '') : undefined;
  if (short && authorsOfShort) return { title: (short[2] ?? '').replace(/[.,]$/, ''), authors: authorsOfShort };
  const match = QUOTED.exec(text);
  const title = (match?.[1] ?? match?.[2])?.trim().replace(/[.,]$/, '');
  if (!match || !title?.includes(' ')) return undefined;
  const before = text
    .slice(0, match.index)
    .replace(new RegExp(String.raw`(?:(?<![\s(,.])[\s(,.]+)?${YEAR}[a-h]?[),.\s]*$`), '');
  const authors = /\p{Lu}/u.test(before) ? authorsBeforeTitle(before) : undefined;
  const behind = text.slice(match.index + match[0].length);
  return { title, authors: authors ?? authorsAtStart(behind.replace(/^[\s,.;:(–-]*(?:by\s+)?/, '')) };
}

/** `———. 1807. The geography`: a dash for the authors of the entry above, which is missing. */
function readDashed(text: string): Parts | undefined {
  const dash = /^[—–_-]{2,12}[\s,.:;]*/.exec(text)?.[0] ?? '';
  if (dash === '') return undefined;
  const rest = text.slice(dash.length);
  const others = /^(?:and|&) /.exec(rest)?.[0].length ?? 0;
  const named = others > 0 ? (namesBeforeYear(rest.slice(others)) ?? fullNamesAtStart(rest.slice(others))) : undefined;
  return readBehindAuthors(rest.slice(named ? others + named.text.length : 0));
}

/** The year and the title behind the authors; undefined without a title. */
function readBehindAuthors(text: string): Parts | undefined {
  const year = YEAR_NEXT.exec(text);
  const rest = text
    .slice(year?.[0].length ?? 0)
    .replace(NO_YEAR, '')
    .replace(/^[\s,.:;–-]+/, '');
  return rest === '' ? undefined : { title: firstPart(beforeImprint(rest)), year: yearOf(year) };
}

/** `Peasant Reefs (Oxford: Reef Press, 1989), pp. 12-15`: a bracket with place and year ends the title of a book. */
function beforeImprint(text: string): string {
  const at = IMPRINT.exec(text)?.index;
  return at === undefined || at < 8 ? text : text.slice(0, at);
}

/** `Vaswani, A., & Shazeer, N. (2017). Attention is all you need. ...` and `Vaswani A, Shazeer N. Attention ...` */
function readAuthorsFirst(text: string): Parts | undefined {
  // `Breiman L. Random Forests. 2001.`: the title may also parse as names.
  const atStart = authorsAtStart(text);
  // `Adam R Brown, ...` begins like `Adam R`, with initials.
  const isWhole = atStart !== undefined && isWholeList(atStart.text, text.slice(atStart.text.length));
  const full = isWhole ? undefined : (namesBeforeImprint(text) ?? fullNamesAtStart(text));
  const lists = [namesBeforeYear(text), full, atStart].filter((authors) => authors !== undefined);
  for (const authors of lists) {
    const parts = readBehindAuthors(text.slice(authors.text.length));
    if (parts) return { ...parts, authors };
  }
  if (lists.length > 0) return undefined;
  const named = familyNamesAtStart(text);
  const next = named && YEAR_NEXT.exec(text.slice(named.text.length));
  if (!named || !next) return undefined;
  const rest = text.slice(named.text.length + next[0].length).replace(/^[\s,.:;–-]+/, '');
  return rest === '' ? undefined : { title: firstPart(rest), authors: named, year: yearOf(next) };
}

/** `, The Year 2000 on the Reef`: words that are not names. */
const TITLE_BEHIND_COMMA =
  /^, (?:[\p{Lu}\p{N}][^\s,.]* ){1,6}(?!van |von |de |der |den |del |di |da |and )\p{Ll}{2,}(?= )/u;

/** Whether a list of names with initials has ended, and the name does not go on: `Robert A.` `Dahl. Who governs?`. */
function isWholeList(list: string, behind: string): boolean {
  if (/^\s*[.:;(["“]/.test(behind) || TITLE_BEHIND_COMMA.test(behind)) return true;
  return (
    list.endsWith('.') && (/[,;&]| and /.test(list) || !/^ \p{Lu}[\p{L}\p{M}'’-]+(?:[.,;]| and | et )/u.test(behind))
  );
}

/** The authors of a book in a note, `Orla Fige, Peasant Reefs, Civil Corals (Oxford: Reef Press, 1989)`. */
function namesBeforeImprint(text: string): AuthorList | undefined {
  const before = beforeImprint(text);
  const [, names = ''] = before === text ? [] : (NAMES_OF_NOTE.exec(before) ?? []);
  return names.includes(' ') ? authorsBefore(names) : undefined;
}

/** The year, from whichever group matched. */
function yearOf(match: RegExpExecArray | null): number | undefined {
  const year = match?.[1] ?? match?.[2];
  return year === undefined ? undefined : Number(year);
}

const MONTH = /^(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Autumn|Fall|Winter)\p{Ll}*$/u;

/** `Attention is all you need (Vaswani et al., 2017)`, `Attention is all you need, Vaswani 2017`, or a title alone. */
function readTitleFirst(text: string): Parts {
  const last = YEAR_LAST.exec(text);
  const bracket = /(?:(?<!\s)\s+)?[([]([^()[\]]*)[)\]][.\s]*$/.exec(text);
  const inBracket =
    bracket && (authorsAtStart(bracket[1] ?? '') ?? (last ? familyNamesAtStart(bracket[1] ?? '') : undefined));
  if (bracket && inBracket) {
    const year = new RegExp(YEAR).exec(bracket[1] ?? '')?.[0];
    return { title: text.slice(0, bracket.index), authors: inBracket, year: year ? Number(year) : undefined };
  }
  const ending = new RegExp(
    String.raw`[.,;]\s+((?:\p{Lu}[\p{L}\p{M}'’-]+)(?: et al\.?)?),?\s*\(?(${YEAR})\)?[.\s]*$`,
    'u',
  ).exec(text);
  if (ending && !MONTH.test(ending[1] ?? '')) {
    const authors = { text: ending[1] ?? '', firstAuthor: (ending[1] ?? '').replace(/ et al\.?/, '') };
    return { title: text.slice(0, ending.index), authors, year: Number(ending[2]) };
  }
  if (last) return { title: firstPart(text.slice(0, last.index)), year: yearOf(last) };
  const title = firstPart(text);
  return readAuthorsBehind(title, text.slice(title.length)) ?? { title };
}

/** `Deep learning. LeCun Y, Bengio Y. 2015. Nature`, if the second part is not a journal, as in `J. Urol. 1999`. */
function readAuthorsBehind(title: string, text: string): Parts | undefined {
  const rest = text.replace(/^[\s,.;:?!]+/, '');
  const authors = authorsAtStart(rest);
  const year = authors && YEAR_NEXT.exec(rest.slice(authors.text.length));
  const behind = rest.slice((authors?.text.length ?? 0) + (year?.[0].length ?? 0));
  return authors && year && /^\p{Lu}/u.test(behind) ? { title, authors, year: yearOf(year), behind } : undefined;
}

/** The text up to the end of the first sentence. The full stop of `E. coli` or `vs.` does not end it. */
function firstPart(text: string): string {
  for (const end of text.matchAll(
    /\s\/{1,2}\s|[.?!]["”’]?\s+(?=["“‘([]?[\p{Lu}\p{N}]|\p{Ll}+\p{Lu})|\.\s*$|[,.]\s+(?=(?:In|in)[:\s]+(?:Proc|Adv|\p{Lu}))|\.\s+(?=,|\p{Ll}[\p{L} &]{2,60}, \d{1,4}[(:])/gu,
  )) {
    const part = text.slice(0, end.index + (end[0].startsWith('?') || end[0].startsWith('!') ? 1 : 0));
    if (
      (part.length >= 8 || /^\p{L}{6,}$/u.test(part)) &&
      !/(?:\b(?:vs|St|Dr|No|cf|e\.g|i\.e|pp?|vol)|(?:^|[\s(.])\p{Lu})$/u.test(part)
    )
      return part;
  }
  return text;
}

const MIN_YEAR_BESIDE_OTHERS = 1800;

/** The last year that stands alone; one in brackets (not that of an issue), or before the volume, takes precedence. */
function lastYear(text: string): number | undefined {
  const all = [...text.matchAll(LONE_YEAR)].filter(({ index }) => !/\d\($/.test(text.slice(0, index)));
  // Volumes of some journals have four digits (`Brain Res 1582:220`).
  const late = all.filter(([, year]) => Number(year) >= MIN_YEAR_BESIDE_OTHERS);
  const matches = late.length > 0 ? late : all;
  const isMarked = ({ index, 0: whole }: RegExpMatchArray) =>
    text[(index ?? 0) - 1] === '(' || /^\s*[;)]/.test(text.slice((index ?? 0) + whole.length));
  const best = matches.findLast(isMarked) ?? matches.at(-1);
  return best === undefined ? undefined : Number(best[1]);
}

function trimTitle(title: string): string {
  return title
    .replace(/^[\s"“‘'(,.:;–-]+/, '')
    .replace(/(?<![\s"”’',.;:–-])[\s"”’',.;:–-]+$/, '')
    .trim();
}
