import { byWord } from '../../lib/groups.ts';
import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { pairDatabases } from '../databases.ts';
import { findIsbns, findIssns, splitKeywords } from '../field-values.ts';
import type { Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { splitRecords } from '../split-lines.ts';
import { allValues, firstValue, readTags } from './tagged-lines.ts';

/** Refer (.enw) of EndNote, Google Scholar and repositories: `%`, a letter, digit or sign, then the value. */

/** A tag and its value, possibly after a separator or mark that a program left there. */
const REFER_LINE = /^[\s\u0085]*%([A-Z0-9@!>()[\]~^$+*#&?]) (.*)$/s;

/** Reference types without spaces and punctuation, in lower case; other types are unchanged. */
const TYPES = byWord({
  journal: 'journalarticle electronicarticle',
  magazine: 'magazinearticle',
  news: 'newspaperarticle',
  conference: 'conferenceproceedings conferencepaper',
  'book chapter': 'booksection electronicbooksection',
  book: 'book editedbook electronicbook',
  report: 'report governmentdocument grant',
  thesis: 'thesis',
  preprint: 'unpublishedwork manuscript',
  dataset: 'dataset',
  patent: 'patent',
  '': 'generic',
});
/** EndNote writes one keyword per line, with the tag before the first. */
const LISTS = new Set(['K']);
const NO_PUBLICATIONS =
  /^(?:artwork|audiovisual|bill|case|computerprogram|figure|film|hearing|legalrule|map|music|personal|statute|webpage)/;

export function readRefer(record: string): ParsedEntry {
  const tags = readTags(record, REFER_LINE, LISTS);
  const first = (...names: string[]) => firstValue(tags, ...names);
  const type = (first('0') ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (NO_PUBLICATIONS.test(type)) return { passedOver: `the type ${first('0')}` };
  const year = readDate(first('D')).year;
  const date = readDate(first('8'));
  const numbers = allValues(tags, '@');
  const listed = allValues(tags, 'K');
  // One line may list them all; with a line each, a comma is part of a keyword.
  const isList = listed.length === 1 && !listed[0]?.includes(';');
  const keywords = splitKeywords(listed, isList ? ',' : ';');
  const publicationType = TYPES.get(type) ?? type;
  return {
    metadata: {
      dated: first('D', '8'),
      title: first('T'),
      abstract: first('X'),
      authors: allValues(tags, 'A'),
      year: year ?? date.year,
      publishedAt: date.publishedAt ?? readDate(`${first('8') ?? ''} ${year ?? ''}`).publishedAt,
      venue: first('J', 'B'),
      volume: first('V'),
      issue: first('N'),
      edition: first('7'),
      series: first('S'),
      pages: first('P'),
      editors: allValues(tags, 'E'),
      isbns: numbers.flatMap(findIsbns),
      issns: numbers.flatMap(findIssns),
      language: first('G'),
      publisher: first('I'),
      publicationType,
      isPrePrint: publicationType === 'preprint' || undefined,
      fieldsOfStudy: fieldsAmong(keywords),
      keywords,
      publisherPlace: first('C'),
      notes: allValues(tags, 'Z'),
      databases: pairDatabases(allValues(tags, '~').slice(0, 1), allValues(tags, 'M').slice(0, 1)),
      doi: [...allValues(tags, 'R'), ...allValues(tags, 'U')].find((text) => readDoi(text) !== undefined),
      link: first('U'),
      pdfLink: first('>'),
    },
  };
}

/** Abstract and notes may have paragraphs. */
const PARAGRAPHS = new Set(['X', 'Z']);

/**
 * Creates a test of whether a line starts the next reference: after a blank line, unless it is a paragraph.
 * Concatenated files may have no blank line between them: the type or title that started a reference occurs again.
 */
function nextReferences(): (line: string, first: string) => boolean {
  let isAfterBlank = false;
  let open = '';
  return (line, first) => {
    if (line.trim() === '') {
      isAfterBlank = true;
      return false;
    }
    const isParagraph = PARAGRAPHS.has(open) && !line.startsWith('%');
    const again = /%[0T] /.exec(first)?.[0];
    const isNext = (isAfterBlank && !isParagraph) || (again !== undefined && line.startsWith(again));
    open = REFER_LINE.exec(line)?.[1] ?? open;
    isAfterBlank = false;
    return isNext;
  };
}

export const format: Format = {
  name: 'refer',
  title: 'EndNote, tagged (Refer)',
  place: 110,
  read: {
    what: '`.enw` files, as Google Scholar and repositories export them',
    endings: ['.enw'],
    text: {
      // Two lines with tags, because a single one may be a comment.
      signature: /^%[0AT] \S.*\r?\n%[A-Z0-9@] \S/m,
      // A reference whose tags are all damaged must still be reported as unreadable.
      split: () => splitRecords({ opens: /[%\p{L}\p{N}]/u, reopens: nextReferences(), closes: /(?!)/ }),
      open: () => single(readRefer),
    },
  },
};
