import { medlineTitle } from '../../../formats/field-values.ts';
import { readMedlineLinks } from '../../../formats/read-retraction.ts';
import { asFields, asId, asNumber, asText, asTexts, type Fields, oneOrMore } from '../../../lib/json.ts';
import { readArxivId } from '../../../papers/arxiv-number.ts';
import { fieldsAmong } from '../../../papers/fields-of-study.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { type NameInput, toPerson } from '../../../papers/people.ts';
import { readPublicationType } from '../../../papers/source-words.ts';

/** Europe PMC search results (`resultType=core`), identified by source and id there (`MED`, `30000001`). */

/** Types that PubMed and full texts assign to every text in a journal, besides its real type. */
const IN_A_JOURNAL =
  /\b(?:(?:journal|research) articles?|reviews?|trials?|case reports?|brief reports?|rapid communications?)\b/;

/** The metadata of a result; everything may be missing or null. */
export function metadataFromEuropePmc(result: Fields): PaperInput {
  const source = asText(result.source)?.toUpperCase();
  const id = asId(result.id);
  const pmid = asId(result.pmid) ?? (source === 'MED' ? id : undefined);
  const pmcid = asId(result.pmcid) ?? (source === 'PMC' ? id : undefined);
  const doi = asText(result.doi);
  const info = asFields(result.journalInfo);
  const journal = asFields(info.journal);
  const book = asFields(result.bookOrReportDetails);
  const publisher = asText(book.publisher);
  const types = asTexts(asFields(result.pubTypeList).pubType).map((type) => type.toLowerCase().replaceAll('-', ' '));
  const isPrePrint = source === 'PPR' || types.includes('preprint');
  const isFree = freeTexts(result).length > 0;
  return {
    key: pmid ? `pmid:${pmid}` : source && id && `europepmc:${source}:${id}`,
    title: medlineTitle(result.title),
    abstract: asText(result.abstractText),
    authors: readAuthors(result),
    // Records that are only in PubMed Central have no year of a journal.
    year: [result.pubYear, info.yearOfPublication, result.firstPublicationDate].map(readYear).find(Boolean),
    publishedAt: asText(result.firstPublicationDate) ?? asText(info.printPublicationDate),
    // A preprint has no journal; its server is recorded as its publisher.
    venue: asText(journal.title) ?? asText(result.journalTitle) ?? (isPrePrint ? publisher : undefined),
    publisher,
    volume: asId(info.volume) ?? asId(result.journalVolume),
    issue: asId(info.issue) ?? asId(result.issue),
    pages: asId(result.pageInfo),
    isbns: asTexts([book.isbn10, book.isbn13]),
    language: asText(result.language),
    issns: [...asTexts(journal.issn), ...asTexts(journal.essn)],
    publicationType: isPrePrint ? 'preprint' : readType(types, source, Object.keys(journal).length > 0),
    studyTypes: types,
    fieldsOfStudy: fieldsAmong([
      ...asTexts(asFields(result.keywordList).keyword),
      ...textsOf(result.meshHeadingList, 'meshHeading', 'descriptorName'),
    ]),
    citationCount: asNumber(result.citedByCount),
    // `N` only means that this collection has no open text of it.
    isOpenAccess: result.isOpenAccess === 'Y' || isFree || undefined,
    isPrePrint,
    // Its links to other records have types such as `Retraction in`.
    ...readMedlineLinks('europepmc', [...types, ...textsOf(result.commentCorrectionList, 'commentCorrection', 'type')]),
    doi,
    pmid,
    pmcid: pmcid && `PMC${pmcid.replace(/^PMC/i, '')}`,
    arxivId: readArxivId(/^10\.48550\/arxiv\.(.+)$/i.exec(doi ?? '')?.[1]),
    link: readLink(result, source, id),
    pdfLink: findPdf(result, pmcid),
  };
}

function readYear(value: unknown): number | undefined {
  const year = /^\d{4}/.exec(asId(value) ?? '')?.[0];
  return year ? Number(year) : undefined;
}

/** Full names if there are any; otherwise the short ones, with initials last (`Beispiel A`). */
function readAuthors(result: Fields): NameInput[] {
  const names = oneOrMore(asFields(result.authorList).author).flatMap((author) => authorName(author) ?? []);
  if (names.length > 0) return names;
  const short = (asText(result.authorString) ?? '').replace(/\.\s*$/, '').split(',');
  return short.map((name) => initialsFirst(name.trim())).filter(Boolean);
}

function authorName(author: unknown): NameInput | undefined {
  const { firstName, lastName, fullName, collectiveName } = asFields(author);
  const person = toPerson(asText(lastName), asText(firstName));
  if (person) return person;
  const literal = asText(collectiveName);
  return literal ? { literal } : asText(fullName) && initialsFirst(asText(fullName) as string);
}

function initialsFirst(name: string): string {
  return name.replace(/^(.+?) (\p{Lu}{1,4})(?: (Jr|Sr|2nd|3rd|II|III))?$/u, (_, family, initials, suffix) =>
    [initials, family, suffix].filter(Boolean).join(' '),
  );
}

function readType(types: readonly string[], source: string | undefined, hasJournal: boolean): string | undefined {
  // The bookshelf contains chapters of works in progress.
  if (source === 'NBK') return 'book chapter';
  if (types.some((type) => IN_A_JOURNAL.test(type))) return 'journal';
  if (types.some((type) => type === 'congress' || type.startsWith('conference'))) return 'conference';
  return readPublicationType(types[0]) ?? (hasJournal ? 'journal' : undefined);
}

function textsOf(list: unknown, entry: string, field: string): string[] {
  return asTexts(oneOrMore(asFields(list)[entry]).map((each) => asFields(each)[field]));
}

function fullTexts(result: Fields): Fields[] {
  return oneOrMore(asFields(result.fullTextUrlList).fullTextUrl).map(asFields);
}

function freeTexts(result: Fields): Fields[] {
  return fullTexts(result).filter(({ availabilityCode: code }) => code === 'OA' || code === 'F');
}

function findPdf(result: Fields, pmcid: string | undefined): string | undefined {
  const pdf = freeTexts(result).find(({ documentStyle }) => documentStyle === 'pdf');
  const own = pmcid && result.hasPDF === 'Y' ? `PMC${pmcid.replace(/^PMC/i, '')}` : undefined;
  return asText(pdf?.url) ?? (own && `https://europepmc.org/articles/${own}?pdf=render`);
}

function readLink(result: Fields, source: string | undefined, id: string | undefined): string | undefined {
  const links = ['doi', 'html'].map((style) => fullTexts(result).find((text) => text.documentStyle === style));
  return (
    asTexts(links.map((fullText) => fullText?.url))[0] ??
    (source && id ? `https://europepmc.org/article/${source}/${encodeURIComponent(id.toWellFormed())}` : undefined)
  );
}
