import { byWord } from '../../lib/groups.ts';
import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { pairDatabases } from '../databases.ts';
import { findIsbns, findIssns, splitKeywords } from '../field-values.ts';
import type { Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { splitRecords } from '../split-lines.ts';
import { allValues, firstValue, readTags } from './tagged-lines.ts';

/** RefWorks' tagged format: a reference extends from its `RT` to the next; one space separates tag and value. */

/** CNKI writes no space before its first author, the volume as `vo`, and `URL`. */
const REFWORKS_LINE = /^([A-Z][A-Z0-9]|U1[0-5]|PMC?ID|URL|vo)(?: |(?<=^A1)(?=\p{Script=Han}))(.*)$/su;

/** Reference types without spaces and punctuation, in lower case; other types are unchanged. */
const TYPES = byWord({
  journal: 'abstract journalarticle journalelectronic',
  magazine: 'magazinearticle',
  news: 'newspaperarticle',
  conference: 'conferenceproceedings',
  'book chapter': 'booksection',
  book: 'bookwhole bookedited monograph',
  report: 'report grant',
  thesis: 'dissertation dissertationthesis dissertationthesisunpublished thesis thesisunpublished',
  preprint: 'unpublishedmaterial',
  patent: 'patent',
  '': 'generic',
});
/** Types of references that are not publications, as in RIS. */
const NO_PUBLICATIONS =
  /^(?:artwork|bills|case|computerprogram|court|dvd|hearing|laws|map|motionpicture|music|onlinediscussion|personal|resolutions|soundrecording|statutes|video|webpage)/;

export function readRefworks(record: string): ParsedEntry {
  const tags = readTags(record, REFWORKS_LINE);
  const type = (firstValue(tags, 'RT') ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (NO_PUBLICATIONS.test(type)) return { passedOver: `the type ${firstValue(tags, 'RT')}` };
  const first = (...names: string[]) => firstValue(tags, ...names);
  const year = readDate(first('YR'));
  const date = readDate(first('FD'));
  const keywords = splitKeywords(allValues(tags, 'K1'));
  const metadata: PaperInput = {
    dated: first('YR', 'FD'),
    title: first('T1', 'OT'),
    abstract: first('AB'),
    authors: allValues(tags, 'A1'),
    year: year.year ?? date.year,
    publishedAt: date.publishedAt ?? readDate(`${first('FD') ?? ''} ${year.year ?? ''}`).publishedAt,
    venue: first('JF', 'T2', 'JO', 'T3'),
    volume: first('VO'),
    issue: first('IS'),
    edition: first('ED'),
    pages: [first('SP'), first('OP')].filter(Boolean).join('-') || undefined,
    editors: allValues(tags, 'A2'),
    isbns: allValues(tags, 'SN').flatMap(findIsbns),
    language: first('LA'),
    publisher: first('PB'),
    publicationType: TYPES.get(type) ?? type,
    isPrePrint: TYPES.get(type) === 'preprint' || undefined,
    fieldsOfStudy: fieldsAmong(keywords),
    keywords,
    publisherPlace: first('PP'),
    notes: allValues(tags, 'NO'),
    databases: pairDatabases(allValues(tags, 'DB', 'DS').slice(0, 1), allValues(tags, 'AN').slice(0, 1)),
    doi: first('DO'),
    pmid: first('PMID'),
    pmcid: first('PMCID'),
    issns: allValues(tags, 'SN').flatMap(findIssns),
    link: first('UL', 'LK', 'URL'),
  };
  return { metadata };
}

/** First lines of records. RefWorks' types are recognised by their names. */
const RECORD = /^RT [A-Z][A-Za-z]+(?:[ ,/][A-Za-z ,/]{0,40})?\s*$/m;

export const format: Format = {
  name: 'refworks',
  title: 'RefWorks',
  place: 120,
  read: {
    what: 'the tagged format',
    text: {
      signature: RECORD,
      split: () => splitRecords({ opens: RECORD, reopens: RECORD, closes: /(?!)/ }),
      open: () => single(readRefworks),
    },
  },
};
