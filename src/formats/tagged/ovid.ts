import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { DEGREE } from '../../papers/people.ts';
import { findIsbns, findIssns, splitKeywords, splitList } from '../field-values.ts';
import type { Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { splitRecords } from '../split-lines.ts';
import { withComma } from './nbib.ts';
import { allValues, firstValue, readTags, type Tags } from './tagged-lines.ts';

/**
 * Ovid's tagged format, with different tags for many databases: a record starts with `VN  - Ovid Technologies`. Ovid
 * also writes it with field names; such a record starts with `<1>`.
 */

const OVID_LINE = /^\s{0,3}([A-Z][A-Z0-9]{1,4})\s{1,3}- ?(.*)$/s;
/** Keywords, key concepts, and headings of thesauri. */
const KEYWORDS = ['KW', 'ID', 'MH', 'SH', 'DE'];
/** The number before every record. */
const COUNTER = /^\s{0,3}<\s?\d{1,7}\s?\.?\s?>\s*$/gm;

/** Document types by a word in them; the first match is used. */
const TYPES: [word: RegExp, type: string][] = [
  [/patent/i, 'patent'],
  [/dissertation|thesis/i, 'thesis'],
  [/chapter/i, 'book chapter'],
  [/^(?:authored |edited )?book\b|^text/i, 'book'],
  [/preprint/i, 'preprint'],
  [/conference|meeting|proceeding/i, 'conference'],
  [/report$/i, 'report'],
  [/article|journal|review|letter|editorial|note/i, 'journal'],
];

/** A field name on a separate line, followed by its indented value. */
const LABEL_LINE = /^([A-Z][A-Za-z/() -]{2,60}?)\s*$()/;
/** The tags that correspond to these names. */
const TAGS = new Map(
  Object.entries({
    'UNIQUE IDENTIFIER': 'UI',
    AUTHOR: 'AU',
    AUTHORS: 'AU',
    TITLE: 'TI',
    SOURCE: 'SO',
    ABSTRACT: 'AB',
    'PUBLICATION TYPE': 'PT',
    'DOCUMENT TYPE': 'DT',
    'AUTHOR KEYWORDS': 'KW',
    LANGUAGE: 'LG',
    PUBLISHER: 'PB',
    'DOI NUMBER': 'DO',
    'DIGITAL OBJECT IDENTIFIER': 'DO',
    ISSN: 'IS',
    ISBN: 'IB',
    DATABASE: 'DB',
    'YEAR OF PUBLICATION': 'YR',
    'ACCESSION NUMBER': 'AN',
    'PLACE OF PUBLICATION': 'PL',
    NOTES: 'NT',
    'KEY CONCEPTS': 'ID',
    'SUBJECT HEADINGS': 'SH',
    'INDEX TERMS': 'DE',
    'MESH SUBJECT HEADINGS': 'MH',
    KEYWORDS: 'KW',
    'KEYWORD HEADING': 'KW',
  }),
);

/** One record with tagged or named fields. */
export function readOvid(record: string): ParsedEntry {
  const isNamed = /^<\d{1,7}>/.test(record);
  const fields = readTags(record.replace(COUNTER, ''), isNamed ? LABEL_LINE : OVID_LINE);
  const read = isNamed ? [...fields].map(([name, values]) => [TAGS.get(name) ?? name, values] as const) : fields;
  // Collapsed first, because runs of spaces would cost the patterns below quadratic time.
  const tags = new Map([...read].map(([tag, values]) => [tag, values.map((value) => value.replace(/\s+/g, ' '))]));
  return firstValue(tags, 'TI', 'BT') === undefined ? { problem: 'it has no title' } : { metadata: toMetadata(tags) };
}

function toMetadata(tags: Tags): PaperInput {
  const first = (...names: string[]) => firstValue(tags, ...names);
  const types = [...allValues(tags, 'DT'), ...allValues(tags, 'PT')];
  const type = TYPES.find(([word]) => types.some((each) => word.test(each)))?.[1];
  const source = first('SO') ?? '';
  const year = readDate(first('YR', 'PY') ?? first('DP') ?? source).year;
  const [, volume, issue] =
    /(?:\bvol\.?\s?|[;.\s])(\d{1,5})(?:\s?\(([^()]{1,20})\)|(?<!(?:19|20)\d\d)(?=:[a-z]{0,2}\d))/i.exec(source) ?? [];
  const book = type === 'book chapter' ? readBook(first('BT') ?? source) : undefined;
  const [, pages] = /(?:\bpp?\.?\s?|[:)]\s?)([a-z]{0,2}\d{1,6}(?:-[a-z]{0,2}\d{1,6})?)(?![\d(])/i.exec(source) ?? [];
  const database = first('DB') ?? '';
  return {
    dated: first('YR', 'PY', 'DP'),
    title: withoutKind(first('TI', 'BT') ?? ''),
    abstract: first('AB'),
    authors: readNames(allValues(tags, 'FA', 'FAU', 'AU')),
    year,
    publishedAt: year === undefined ? undefined : readDate(`${first('DP', 'DG') ?? ''} ${year}`).publishedAt,
    venue: first('JT', 'NJ', 'JN', 'JA') ?? (book ? book.title : readVenue(source)),
    volume: first('VI', 'VO') ?? volume,
    issue: first('IP') ?? issue,
    pages: first('PG') ?? pages,
    editors: readNames(allValues(tags, 'FED', 'ED').concat(book?.editors ?? [])),
    isbns: allValues(tags, 'IB').flatMap(findIsbns),
    language: first('LG')?.replace(/\.$/, ''),
    publisher: first('PB') ?? first('PU')?.split(';')[0],
    publisherPlace: first('PL') ?? first('PU')?.split(';')[1],
    keywords: splitKeywords(KEYWORDS.flatMap((name) => tags.get(name) ?? [])),
    notes: tags.get('NT'),
    databases: [{ name: database, accessionNumber: first('AN', 'UI') }],
    publicationType: type ?? types[0]?.replace(/\.$/, '').toLowerCase(),
    studyTypes: types.flatMap((each) => each.split(/[.;]\s?/)),
    isPrePrint: type === 'preprint' || undefined,
    fieldsOfStudy: fieldsAmong(allValues(tags, 'KW').flatMap((words) => splitList(words, ';'))),
    doi: first('DO', 'DI'),
    pmid: first('PM') ?? (/medline|pubmed/i.test(database) ? first('UI') : undefined),
    issns: ['IS', 'ES', 'IT'].flatMap((name) => allValues(tags, name).flatMap(findIssns)),
  };
}

/** `A toy.  [Article]`: many titles are followed by the kind of text. */
function withoutKind(title: string): string {
  return title.replace(
    /(?:(?<!\s)\s+)?\[(?:article|report|miscellaneous|references|review|letter|editorial|erratum)s?\]\.?$/i,
    '',
  );
}

/** `J Toys. 75(2):101-110, 2021`, `J Toys. Vol.75(2), Sep 2021, pp. 1-9.`, `J Toys June 2021;75(2):1-9`. */
function readVenue(source: string): string {
  const numbers =
    /(?:[.,]|(?<![\s.,]))\s+(?=(?:vol\.?\s?)?\d|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|autumn|fall|winter)[\s/.-]{1,2}(?:\d|[a-z]{3,9}[\s/.-]{1,2}\d))/i;
  return source.split(numbers, 1)[0] ?? '';
}

/** The book of a chapter: `Toys`, or `Muster, Bo [Ed]; Probe, Cy [Ed]. (2012). Toys. (pp. 1-9). New York.` */
function readBook(source: string): { title: string; editors: string[] } {
  const end = source.indexOf(']', source.lastIndexOf('[Ed')) + 1;
  const isEdited = source.includes('[Ed');
  const editors = isEdited ? source.slice(0, end).split(/\[[^[\]]*\][;,.]?/) : [];
  const title = isEdited ? source.slice(end).replace(/^[.,]?\s+(?:\(\d{4}\)\.\s)?\[?/, '') : source;
  return { title: (isEdited ? title.split(/\]?\.\s|\.?\]|\.?:\d|\s\(pp/, 1)[0] : title) ?? '', editors };
}

const DEGREES = /(?:,?\s(?:M\.?D|Ph\.?\s?D|[BM]\.?Sc|[BM]\.?A|MPH|MBBS|R\.?N|FACSM|FRCP|DDS|Dr\.?P\.?H)\.?){1,6}$/i;

/** `Beispiel, Ada B. MD, PhD 1,2,+`, `Muster, Bo [Editor]`, `BEISPIEL, Ada.`, several with `;`, or `Beispiel AB`. */
function readNames(values: readonly string[]): string[] {
  return values
    .flatMap((value) => splitList(value.replace(/\s?\[[^\]]*\]?/g, ''), ';'))
    .map((name) =>
      name
        .replace(/(?<![\d\s,+*])[\d\s,+*]+$/, '')
        .replace(DEGREES, '')
        .replace(/(?<=\p{L}{2})\.$/u, ''),
    )
    .map(withComma)
    .filter((name) => name !== '' && !DEGREE.test(name));
}

/** First lines of records. */
const RECORD = /^\s{0,3}VN\s{1,3}- |^<\d{1,7}>\s*$/;

export const format: Format = {
  name: 'ovid',
  title: 'Ovid',
  place: 130,
  read: {
    what: 'the tagged format, also with names of fields',
    text: {
      signature: /^\s{0,3}VN\s{1,3}- |^<\d{1,7}>\s{0,9}\n[A-Z][A-Za-z ]{2,40}\r?\n {2}\S/m,
      split: () => splitRecords({ opens: RECORD, reopens: RECORD, closes: /(?!)/ }),
      // Only a number may precede a tagged record.
      open: () => ({ read: (text, line) => (/^<\d+>\s*$/.test(text) ? [] : single(readOvid).read(text, line)) }),
    },
  },
};
