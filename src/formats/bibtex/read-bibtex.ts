import { oneLine } from '../../lib/line.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readAuthorList, readNameOrList } from '../../papers/author-lists.ts';
import type { BibtexSource } from '../../papers/bibtex-source.ts';
import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import { withoutLatexDocuments } from '../../papers/markup.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { isOrganisation, isParticle, type NameInput, readPerson, SUFFIX, toPerson } from '../../papers/people.ts';
import { isDatabase } from '../databases.ts';
import { findIsbns, findIssns, readIdentifiers, splitList, wholeName, withoutFields } from '../field-values.ts';
import { type Abbreviations, type BibtexEntry, readEntries } from './bibtex-entries.ts';
import {
  copyEntry,
  type EarlierEntries,
  entriesThatWait,
  type Fields,
  keepForLater,
  nothingEarlier,
  PUBLISHERS,
  withParent,
  withSharedFields,
} from './bibtex-references.ts';
import { journalOfMacro } from './journal-macros.ts';
import { readLatex } from './read-latex.ts';

export type ParsedBibtex = {
  /** One per entry, in the order of the file, with the line where the entry starts. */
  entries: { line: number; metadata: PaperInput }[];
  problems: { line: number; reason: string }[];
  /** Number of entries that do not represent a paper. */
  passedOver: number;
};

/**
 * Types that do not represent a work of their own. Authors cite web pages and software like papers, and preprints as
 * `@online`.
 */
const NO_PUBLICATIONS = new Set(['set', 'xdata']);

/**
 * Parses BibTeX or BibLaTeX, with LaTeX as Unicode, and reports broken entries. An entry inherits fields by `crossref`
 * or `xdata` from entries anywhere in the file; those of `xdata` become its own, because exports do not write `xdata`.
 */
export function readBibtex(source: string): ParsedBibtex {
  return readPart(source, 1, startOfFile(), true);
}

/** A file parsed in parts: abbreviations apply to the rest of it, and entries may refer to others in any part. */
export type BibtexFile = {
  /** Parses the next part, which starts on this line. An entry that refers to one in a later part waits for it. */
  read(part: string, line: number): ParsedBibtex;
  /** Whether entries are waiting for others that have not been read yet. */
  waits(): boolean;
  /** Returns the entries whose referenced entry never appeared, unchanged. */
  end(): ParsedBibtex;
};

export function openBibtexFile(): BibtexFile {
  const state = startOfFile();
  return {
    read: (part, line) => readPart(part, line, state, false),
    waits: () => state.waiting.length > 0,
    end: () => readPart('', 1, state, true),
  };
}

type ReadSoFar = { abbreviations: Abbreviations; earlier: EarlierEntries; waiting: readonly BibtexEntry[] };

const startOfFile = (): ReadSoFar => ({ abbreviations: new Map(), earlier: nothingEarlier(), waiting: [] });

function readPart(source: string, firstLine: number, state: ReadSoFar, isLast: boolean): ParsedBibtex {
  const { entries: written, problems } = readEntries(source, state.abbreviations);
  const inFile = <T extends { line: number }>(part: T): T => ({ ...part, line: part.line + firstLine - 1 });
  const entries = withSharedFields([...state.waiting, ...written.map(inFile)], state.earlier);
  const waitedBefore = new Set(state.waiting);
  const publications = entries.filter(({ type }) => !NO_PUBLICATIONS.has(type));
  const [papers, empty] = [publications.filter(hasFields), publications.filter((entry) => !hasFields(entry))];
  const here = entries.filter(hasFields).map((entry) => [entry.key.toLowerCase(), entry] as const);
  const byKey = new Map([...state.earlier.byKey, ...here]);
  const waiting: ReadonlySet<BibtexEntry> = isLast ? new Set() : entriesThatWait(papers, byKey);
  const stillWaits = (entry: BibtexEntry) => waiting.has(entry) && waitedBefore.has(entry);
  state.waiting = [...waiting].map((entry) => (stillWaits(entry) ? entry : copyEntry(entry)));
  keepForLater(
    entries.filter((entry) => !stillWaits(entry)),
    state.earlier,
  );
  return {
    passedOver: entries.length - publications.length,
    entries: papers
      .filter((entry) => !waiting.has(entry))
      .map((entry) => ({
        line: entry.line,
        metadata: { ...toMetadata(entry.type, withParent(entry, byKey)), bibtex: toSource(entry) },
      })),
    problems: [...problems.map(inFile), ...empty.map(({ line }) => ({ line, reason: 'the entry has no fields' }))],
  };
}

/** Parses the entry's own fields, without inherited ones. */
export function readSource({ type = 'misc', fields = {} }: BibtexSource): PaperInput {
  return toMetadata(type, new Map(Object.entries(fields)));
}

/** LaTeX or markup. A text without any is the same in a paper. */
const MARKED_UP = /[\\{}$~`^_<&]|--|''/;

/** The entry as written, without an abstract that is identical to the paper's. */
function toSource({ key, type, fields }: BibtexEntry): BibtexSource {
  const isKept = ([name, latex]: [string, string]) => name !== 'abstract' || MARKED_UP.test(latex);
  return { key, type, fields: Object.fromEntries([...fields].filter(isKept)) };
}

const hasFields = ({ fields }: BibtexEntry) => fields.size > 0;

/** Preprint series, which Google Scholar and DBLP write into the journal field. */
const PREPRINT_SERVER = /^(?:arxiv\b|corr$|biorxiv\b|medrxiv\b|chemrxiv\b|ssrn\b|research square\b|preprints\.org)/i;
const ARXIV_NUMBER = /(?:arxiv:|^abs\/)\s*((?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)/i;

/** Types of entries that are not part of a book, so that a series is not their venue. */
const WHOLE_BOOKS = new Set([
  ...['book', 'mvbook', 'collection', 'mvcollection', 'proceedings', 'mvproceedings', 'reference', 'mvreference'],
  ...['booklet', 'manual', 'thesis', 'phdthesis', 'mastersthesis', 'report', 'techreport'],
]);

function toMetadata(type: string, fields: Fields): PaperInput {
  const text = (...names: string[]) => named(fields, names, readText);
  const verbatim = (...names: string[]) => named(fields, names, readVerbatim);
  const { year, publishedAt } = readEntryDate(text);
  const venue =
    journalOfMacro(fields.get('journal')) ??
    text('journaltitle', 'journal', 'booktitle', ...(WHOLE_BOOKS.has(type) ? [] : ['series']));
  const series = text('series');
  // The number of an article is its issue; otherwise it is the number in the series.
  const isNumbered = series !== undefined && type !== 'article';
  const hasVenue = text('journaltitle', 'journal', 'booktitle') !== undefined;
  const isServer = PREPRINT_SERVER.test(venue ?? '');
  const isArxiv = /arxiv/i.test(text('archiveprefix', 'eprinttype') ?? '');
  const number = isArxiv ? verbatim('eprint') : undefined;
  const keywords = KEYWORD_FIELDS.flatMap((name) => readKeywords(text(name) ?? ''));
  const notes = ['note', 'annote', 'annotation'].flatMap((name) => text(name) ?? []);
  // Zotero writes them there.
  const noted = readIdentifiers(notes);
  const isPrePrint = isServer || (number !== undefined && !hasVenue) || undefined;
  const arxivId =
    number ?? (isServer ? (findArxivNumber(`${venue}`) ?? findArxivNumber(verbatim('volume', 'eprint'))) : undefined);
  return {
    dated: text('year') ?? text('date'),
    title: [text('title', 'maintitle'), text('subtitle')].filter(Boolean).join(': ') || text('booktitle'),
    abstract: text('abstract'),
    authors: readNames(fields.get('author') ?? ''),
    year,
    publishedAt,
    venue: isServer && /^(?:arxiv|corr)/i.test(venue ?? '') ? 'arXiv' : venue,
    volume: findArxivNumber(verbatim('volume')) ? undefined : text('volume'),
    issue: isNumbered ? text('issue') : text('number', 'issue'),
    edition: text('edition'),
    series: series === venue ? undefined : series,
    seriesNumber: isNumbered ? text('number') : undefined,
    pages: text('pages', 'eid', 'articleno', 'art_number', 'article-number'),
    editors: readNames(fields.get('editor') ?? ''),
    isbns: findIsbns(verbatim('isbn')),
    language: text('language', 'langid'),
    publisher: text(...PUBLISHERS),
    publicationType: isPrePrint ? 'preprint' : type,
    ...(isPrePrint && { isPrePrint }),
    doi: verbatim('doi'),
    link: verbatim('url'),
    arxivId,
    pmid: verbatim('pmid') ?? noted.pmid,
    pmcid: verbatim('pmcid', 'pmc') ?? noted.pmcid,
    openAlexId: verbatim('openalex'),
    corpusId: verbatim('corpusid'),
    issns: findIssns(verbatim('issn')),
    publisherPlace: text('address', 'location'),
    fieldsOfStudy: fieldsAmong(splitList(text('keywords', 'keyword') ?? '', ',;')),
    keywords: fields.has('paperqueue') ? withoutFields(keywords) : keywords,
    notes,
    databases: readDatabases(text('source', 'database'), verbatim('unique-id')),
  };
}

const KEYWORD_FIELDS = ['keywords', 'keyword', 'author_keywords', 'keywords-plus'];

/** Commas separate keywords, unless semicolons do (Scopus, Web of Science): commas are then part of keywords. */
function readKeywords(list: string): string[] {
  return splitList(list, list.includes(';') ? ';' : ',').filter(Boolean);
}

/** Scopus and Web of Science name themselves in separate fields. */
function readDatabases(source = '', number: string | undefined): PaperInput['databases'] {
  const name = isDatabase(source) ? source : undefined;
  if (number?.startsWith('WOS:')) return [{ name: name ?? 'Web of Science', accessionNumber: number }];
  return name === undefined ? undefined : [{ name }];
}

/** The first of these fields that is not empty after `read`. */
function named(fields: Fields, names: readonly string[], read: (latex: string) => string): string | undefined {
  for (const name of names) {
    const latex = fields.get(name);
    const value = latex === undefined ? '' : read(latex);
    if (value !== '') return value;
  }
  return undefined;
}

function readText(latex: string): string {
  // Removes embedded documents first: their preamble is not text, although its commands and braces look like it.
  return readLatex(withoutLatexDocuments(latex)).trim();
}

/** Many programs write a backslash before `_` and `%` in URLs, and a tilde as a mathematical sign. */
function readVerbatim(latex: string): string {
  return readLatex(latex, { isVerbatim: true })
    .replace(/\{([_~#&%])\}/g, '$1')
    .replaceAll('∼', '~')
    .replace(/\s+/g, ' ')
    .trim();
}

/** biblatex has a date; BibTeX a year, and often a month, which may contain the day: `10~jan`. */
function readEntryDate(text: (...names: string[]) => string | undefined): { year?: number; publishedAt?: string } {
  const date = text('date');
  const year = text('year') ?? date;
  // Before its issue, an article of Web of Science has a month of early access alone.
  if (year === undefined) return omitUndefined(readDate(text('earlyaccessdate')));
  const number = /(?<![\d-])[1-9]\d{3}\b/.exec(year)?.[0];
  if (number === undefined) return omitUndefined({ year: readDate(year).year });
  const isIso = date !== undefined && /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/.test(date);
  if (isIso) return { year: Number(date.slice(0, 4)), publishedAt: date };
  const month = text('month');
  const day = text('day');
  const isNumber = /^\d{1,2}$/.test(month ?? '');
  const written = isNumber ? [number, month, day].filter(Boolean).join('-') : `${number} ${month ?? ''} ${day ?? ''}`;
  const { publishedAt } = month === undefined ? {} : readDate(written);
  return { year: Number(number), ...omitUndefined({ publishedAt }) };
}

function findArxivNumber(text: string | undefined): string | undefined {
  return ARXIV_NUMBER.exec(text ?? '')?.[1];
}

const PART = /[{}\\,]| and(?= )/gi;
/** The parts of a name as biblatex may label them: `family=Beispiel, given={Ada}`. */
const NAMED_PART = /^\s*(family|given|prefix|suffix)(?:-i)?\s*=\s*/i;

/** The names in an author field, given name first, in order; `others` is left to `normalisePaper`. */
function readNames(latex: string): NameInput[] {
  return splitNames(` ${latex.replace(/\s+/g, ' ')} `)
    .flatMap(readName)
    .filter((name) => name !== '');
}

/** Each name as the parts between its commas; braces protect their content. */
function splitNames(latex: string): string[][] {
  const names: string[][] = [];
  let parts: string[] = [];
  let from = 0;
  let depth = 0;
  PART.lastIndex = 0;
  for (let match = PART.exec(latex); match; match = PART.exec(latex)) {
    const [sign] = match;
    if (sign === '\\') PART.lastIndex = match.index + 2;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      parts.push(latex.slice(from, match.index));
      from = PART.lastIndex;
      if (sign === ',') continue;
      names.push(parts);
      parts = [];
    }
  }
  return [...names, [...parts, latex.slice(from)]];
}

/** `First von Last`, `von Last, First`, `von Last, Jr, First`, a whole name in braces, or named parts. */
function readName(parts: readonly string[]): NameInput[] {
  if (parts.some((part) => NAMED_PART.test(part))) return [readNamedParts(parts)];
  const [first = '', ...others] = parts.map((part) => plain(part)).filter((part, at) => at === 0 || part !== '');
  if (others.length === 0) {
    if (IN_BRACES.test(parts[0] ?? '')) {
      const literal = oneLine(readLatex(parts[0] ?? '')).trim();
      return EDITORS.test(literal) && !isOrganisation(literal) ? readAuthorList(literal) : [{ literal }];
    }
    return readParticles(parts[0] ?? '') ?? readNameOrList(first);
  }
  // BibTeX knows no other separator than `and`; people write commas, semicolons and `&`.
  const people = readNameOrList([first, ...others].join(', '));
  if (people.length > 1) return people;
  if (others.length === 1 && SUFFIX.test(others[0] ?? '') && !/^[IV]+$/.test(others[0] ?? ''))
    return [readPerson(`${first} ${others[0]}`)];
  const isSuffixLast = others.length > 1 && SUFFIX.test(others.at(-1) ?? '');
  const behind = others.length > 1 ? (isSuffixLast ? others.at(-1) : others[0]) : undefined;
  const given = others.filter((part) => part !== behind).join(' ');
  // Web of Science takes these initials for suffixes.
  if (/^[IV]\.?$/.test(behind ?? '')) return [toPerson(first, `${given} ${behind}`) ?? given];
  return [toPerson(first, given, behind) ?? given];
}

const WORDS = /(?:\{(?:[^{}]|\{[^{}]*\})*\}|[^\s{}~])+/g;
/** `María del Carmen`, `José de Jesús`: the particle belongs to the given name. */
const GIVEN_WITH_PARTICLE = /^(?:m(?:aría|aria|ª|\.)?|ma\.?|jos[eé]|juan|ana|rosa)$/i;

/**
 * `Given von Family`: the family name begins with the first particle, and a group in braces is one word. Undefined if
 * neither says where it begins.
 */
function readParticles(latex: string): NameInput[] | undefined {
  const words = latex.match(WORDS) ?? [];
  const isOfGiven = (at: number) => at === 1 && words.length > 4 && GIVEN_WITH_PARTICLE.test(plain(words[0] ?? ''));
  const at = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && isParticle(plain(word)) && !isOfGiven(index),
  );
  const last = words.at(-1) ?? '';
  const isGroup = last.startsWith('{') && last.endsWith('}') && /\s/.test(last) && words.length > 1;
  const start = at > 0 ? at : isGroup ? words.length - 1 : 0;
  if (start === 0) return undefined;
  const [given, family] = [words.slice(0, start), words.slice(start)].map((part) => plain(part.join(' ')));
  const person = toPerson(family, given);
  return person && [person];
}

/** Web of Science writes all its editors in one group: `{{Beispiel, A and Muster, BC}}`. */
const EDITORS = /^[^,]{2,40}, \p{Lu}{1,4}(?: and [^,]{2,40}, \p{Lu}{1,4})*$/u;

/** A single group in braces, which BibTeX never splits. */
const IN_BRACES = /^\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*$/;

function readNamedParts(parts: readonly string[]): NameInput {
  const named = new Map<string, string>();
  for (const part of parts) {
    const name = NAMED_PART.exec(part)?.[1]?.toLowerCase();
    if (name !== undefined && !named.has(name)) named.set(name, plain(part.replace(NAMED_PART, '')));
  }
  const family = [named.get('prefix'), named.get('family')].filter(Boolean).join(' ');
  return toPerson(family, named.get('given'), named.get('suffix')) ?? named.get('given') ?? '';
}

/** Commas in braces do not separate. */
function plain(latex: string): string {
  return wholeName(readLatex(latex)).replace(/\s+/g, ' ').replace(/;\s?$/, '').trim();
}
