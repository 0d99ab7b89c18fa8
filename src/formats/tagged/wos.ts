import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { findIsbns, findIssns, readCount, splitKeywords, splitList } from '../field-values.ts';
import type { Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { splitRecords } from '../split-lines.ts';
import { firstValue, readTags, type Tags } from './tagged-lines.ts';

/** Web of Science's plain text (also `.ciw`): a record extends from `PT` to `ER`; fields continue on indented lines. */

const WOS_LINE = /^([A-Z][A-Z0-9])(?: (.*))?$/s;

/** Fields in which every line is a separate name or reference. */
const LISTS = new Set(['AU', 'AF', 'CA', 'CR', 'BE', 'BA', 'BF']);

/** Document types; one record may have several. */
const TYPES: [RegExp, string][] = [
  [/proceedings paper|meeting abstract/i, 'conference'],
  [/book chapter/i, 'book chapter'],
  [/article|review|letter|editorial|note/i, 'journal'],
  [/^book\b/i, 'book'],
];

/** The kinds of sources, for a record without document type. */
const KINDS: Readonly<Record<string, string>> = { J: 'journal', B: 'book' };

export function readWos(record: string): ParsedEntry {
  const tags = readTags(linesOfLists(record), WOS_LINE);
  const type = firstValue(tags, 'PT')?.toUpperCase();
  return type === 'P' ? { passedOver: 'a patent' } : { metadata: toMetadata(tags) };
}

function isSameText(a = '', b = ''): boolean {
  const [one, other] = [a, b].map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  return one === other;
}

/** Prefixes every line of a list with its field's tag, also if a program has removed the indentation. */
function linesOfLists(record: string): string {
  let tag = '';
  const lines = record.split(/\r?\n|\r/).map((line) => {
    const own = WOS_LINE.exec(line)?.[1];
    tag = own ?? tag;
    return own === undefined && LISTS.has(tag) ? `${tag} ${line.trim()}` : line;
  });
  return lines.join('\n');
}

function toMetadata(tags: Tags): PaperInput {
  // Before its issue, an article has a month of early access alone.
  const year = readDate(firstValue(tags, 'PY', 'EA')).year;
  const document = firstValue(tags, 'DT') ?? '';
  const full = tags.get('AF') ?? [];
  const names = full.length > 0 ? full : (tags.get('AU') ?? []);
  const kind = KINDS[firstValue(tags, 'PT')?.toUpperCase() ?? ''];
  return {
    dated: firstValue(tags, 'PY', 'EA'),
    title: firstValue(tags, 'TI'),
    abstract: firstValue(tags, 'AB'),
    authors: [...names, ...(tags.get('CA') ?? [])],
    year,
    publishedAt: year === undefined ? undefined : readDate(`${firstValue(tags, 'PD') ?? ''} ${year}`).publishedAt,
    // A book is its own source.
    venue:
      kind === 'book' && isSameText(firstValue(tags, 'SO'), firstValue(tags, 'TI'))
        ? undefined
        : firstValue(tags, 'SO'),
    volume: firstValue(tags, 'VL'),
    issue: firstValue(tags, 'IS'),
    // BIOSIS and Zoological Record write the pages in one field.
    pages: [firstValue(tags, 'BP'), firstValue(tags, 'EP')].filter(Boolean).join('-') || firstValue(tags, 'AR', 'PS'),
    editors: tags.get('BE') ?? [],
    isbns: findIsbns(firstValue(tags, 'BN')),
    language: firstValue(tags, 'LA'),
    publisher: firstValue(tags, 'PU'),
    publisherPlace: firstValue(tags, 'PI'),
    keywords: splitKeywords([...(tags.get('DE') ?? []), ...(tags.get('ID') ?? [])]),
    databases: [{ name: 'Web of Science', accessionNumber: firstValue(tags, 'UT', 'AN') }],
    publicationType: TYPES.find(([pattern]) => pattern.test(document))?.[1] ?? (document || kind),
    studyTypes: document.split(/;\s?/),
    fieldsOfStudy: fieldsAmong(
      ['DE', 'ID', 'WC', 'SC'].flatMap((name) => splitList(firstValue(tags, name) ?? '', ';')),
    ),
    citationCount: readCount(firstValue(tags, 'TC')),
    referenceCount: readCount(firstValue(tags, 'NR')),
    isRetracted: /retracted publication/i.test(document) || undefined,
    doi: firstValue(tags, 'DI'),
    pmid: firstValue(tags, 'PM'),
    issns: [...findIssns(firstValue(tags, 'SN')), ...findIssns(firstValue(tags, 'EI'))],
  };
}

/** The format is recognised by the documented kinds; a record of another kind counts, too. */
const KNOWN_KIND = /^PT [BJPS]\s*$/m;
const RECORD = /^PT \S/;

export const format: Format = {
  name: 'wos',
  title: 'Web of Science',
  place: 80,
  read: {
    what: 'the plain text (`savedrecs.txt`, `.ciw`)',
    endings: ['.ciw'],
    text: {
      signature: KNOWN_KIND,
      split: () => splitRecords({ opens: RECORD, reopens: RECORD, closes: /^ER\s*$/ }),
      open: () => single(readWos),
    },
  },
};
