import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { readPublicationType } from '../../papers/source-words.ts';
import { findIsbns, findIssns, wholeName } from '../field-values.ts';
import type { Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { MEDLINE_TAGS, readMedlineLinks } from '../read-retraction.ts';
import { splitRecords } from '../split-lines.ts';
import { allValues, firstValue, readTags, type Tags } from './tagged-lines.ts';

/** nbib: PubMed's tagged format (MEDLINE). Continuation lines are indented. */

const NBIB_LINE = /^([A-Z][A-Z0-9]{1,3})\s{0,2}- ?(.*)$/s;

/** Parses one citation. */
export function readNbib(record: string): ParsedEntry {
  const tags = readTags(record, NBIB_LINE);
  const pmid = firstValue(tags, 'PMID');
  return pmid === undefined && firstValue(tags, 'TI', 'BTI') === undefined
    ? { problem: 'it has neither a PMID nor a title' }
    : { metadata: toMetadata(tags, pmid) };
}

function toMetadata(tags: Tags, pmid: string | undefined): PaperInput {
  const number = /^\d{1,9}$/.test(pmid ?? '') ? pmid : undefined;
  const types = (tags.get('PT') ?? []).map((type) => type.toLowerCase());
  const isPrePrint = types.includes('preprint');
  const isEric = firstValue(tags, 'OWN') === 'ERIC';
  // ERIC writes the publisher of a report or book as its journal.
  const isPublished = isEric && !tags.has('VI') && !types.includes('journal articles');
  const journal = firstValue(tags, 'JT', 'TA');
  const isChapter = firstValue(tags, 'TI') !== undefined && firstValue(tags, 'BTI') !== undefined;
  const links = Object.entries(MEDLINE_TAGS).flatMap(([tag, link]) => (tags.has(tag) ? [link] : []));
  const pmcid = firstValue(tags, 'PMC')?.split(/\s/)[0];
  const dates = [
    readDate(firstValue(tags, 'DP')),
    readDate(firstValue(tags, 'DEP')?.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3')),
  ];
  return {
    ...(number && { key: `pmid:${number}` }),
    dated: firstValue(tags, 'DP', 'DEP'),
    title: firstValue(tags, 'TI', 'BTI', 'CTI', 'TT')?.replace(/^\[(.+)\]\.?$/, '$1'),
    abstract: firstValue(tags, 'AB', 'OAB'),
    authors: [...names(tags), ...(tags.get('CN') ?? []).map(wholeName)],
    year: dates.map(({ year }) => year).find(Boolean),
    publishedAt: dates.map((date) => date.publishedAt).find(Boolean),
    // The title of the book that contains a chapter.
    venue: (isPublished ? undefined : journal) ?? (isChapter ? firstValue(tags, 'BTI') : undefined),
    volume: firstValue(tags, 'VI'),
    issue: firstValue(tags, 'IP'),
    edition: firstValue(tags, 'EN'),
    pages: firstValue(tags, 'PG'),
    editors: allValues(tags, 'FED', 'ED'),
    isbns: (tags.get('ISBN') ?? []).flatMap(findIsbns),
    language: firstValue(tags, 'LA'),
    publisher: firstValue(tags, 'PB') ?? (isPublished ? journal : undefined),
    publisherPlace: firstValue(tags, 'PL'),
    keywords: [...(tags.get('OT') ?? []), ...(tags.get('MH') ?? [])],
    notes: tags.get('GN'),
    databases: [{ name: isEric ? 'ERIC' : 'PubMed', accessionNumber: number }],
    publicationType: isPrePrint
      ? 'preprint'
      : isChapter
        ? 'book chapter'
        : isEric && !isPublished
          ? 'journal'
          : typeOfPubmed(types),
    studyTypes: types,
    fieldsOfStudy: fieldsAmong([...(tags.get('OT') ?? []), ...(tags.get('MH') ?? [])]),
    // Papers in PubMed Central are free to read there.
    isOpenAccess: pmcid === undefined ? undefined : true,
    isPrePrint,
    ...readMedlineLinks('pubmed', [...types, ...links]),
    doi: readNbibDoi(tags),
    pmid: number,
    pmcid,
    issns: (tags.get('IS') ?? []).flatMap(findIssns),
    link: number && `https://pubmed.ncbi.nlm.nih.gov/${number}/`,
  };
}

/** Full names if every author has one; else the short ones, with initials last: `Beispiel AB`. */
function names(tags: Tags): string[] {
  const full = tags.get('FAU') ?? [];
  const short = tags.get('AU') ?? [];
  if (full.length >= short.length) return full;
  return short.map(withComma);
}

/** `Beispiel AB` as `Beispiel, AB`; other forms unchanged. */
export function withComma(name: string): string {
  return name.replace(/^([^,]+?) ([A-Z]{1,4}(?: (?:Jr|Sr|2nd|3rd|II|III))?)$/, '$1, $2');
}

/** One of PubMed's types, in lower case. PubMed marks nearly everything as a journal article, besides its real type. */
export function typeOfPubmed(types: readonly string[]): string | undefined {
  const isJournal =
    types.some((type) => /^journal articles?$/.test(type)) ||
    types.some((type) => type.includes('review') || type.includes('trial'));
  return isJournal ? 'journal' : readPublicationType(types[0]);
}

/** Identifiers have their kind in brackets: `10.5555/demo.17 [doi]`. */
function readNbibDoi(tags: Tags): string | undefined {
  return allValues(tags, 'LID')
    .concat(tags.get('AID') ?? [])
    .find((value) => /\[doi\]/i.test(value))
    ?.split(/\[doi\]/i, 1)[0]
    ?.trim();
}

export const format: Format = {
  name: 'nbib',
  title: 'PubMed, tagged',
  place: 70,
  read: {
    what: 'as PubMed writes it',
    endings: ['.nbib'],
    text: {
      // ERIC writes no PMID.
      signature: /^(?:PMID|OWN)\s{0,2}-/m,
      split: () => splitRecords({ opens: NBIB_LINE, reopens: /^PMID\s{0,2}-/, closes: /^\s*$/ }),
      open: () => single(readNbib),
    },
  },
};
