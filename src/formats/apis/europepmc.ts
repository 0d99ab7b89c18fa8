import { type Fields, fieldsOf, idOf, numberOf, oneOrMore, textOf, textsOf } from '../../lib/json.ts';
import { readArxivId } from '../../papers/arxiv.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { readPublicationType } from '../../papers/vocabulary.ts';
import { medlineTitle } from '../medline.ts';
import { readMedlineLinks } from '../retractions.ts';

/** Europe PMC search results (`resultType=core`), identified by source and id there (`MED`, `30000001`). */

/** What PubMed and the full texts call what appears in journals, beside what it is. */
const IN_A_JOURNAL =
  /\b(?:(?:journal|research) articles?|reviews?|trials?|case reports?|brief reports?|rapid communications?)\b/;

/** The metadata of a result; everything may be missing or null. */
export function metadataFromEuropePmc(result: Fields): PaperInput {
  const source = textOf(result.source)?.toUpperCase();
  const id = idOf(result.id);
  const pmid = idOf(result.pmid) ?? (source === 'MED' ? id : undefined);
  const pmcid = idOf(result.pmcid) ?? (source === 'PMC' ? id : undefined);
  const doi = textOf(result.doi);
  const info = fieldsOf(result.journalInfo);
  const journal = fieldsOf(info.journal);
  const book = fieldsOf(result.bookOrReportDetails);
  const publisher = textOf(book.publisher);
  const types = textsOf(fieldsOf(result.pubTypeList).pubType).map((type) => type.toLowerCase().replaceAll('-', ' '));
  const isPrePrint = source === 'PPR' || types.includes('preprint');
  const isFree = freeTexts(result).length > 0;
  return {
    key: pmid ? `pmid:${pmid}` : source && id && `europepmc:${source}:${id}`,
    title: medlineTitle(result.title),
    abstract: textOf(result.abstractText),
    authors: authorsOf(result),
    // Records of PubMed Central alone have no year of a journal.
    year: [result.pubYear, info.yearOfPublication, result.firstPublicationDate].map(yearOf).find(Boolean),
    publishedAt: textOf(result.firstPublicationDate) ?? textOf(info.printPublicationDate),
    // A preprint has no journal; its server is given as its publisher.
    venue: textOf(journal.title) ?? textOf(result.journalTitle) ?? (isPrePrint ? publisher : undefined),
    publisher,
    volume: idOf(info.volume) ?? idOf(result.journalVolume),
    issue: idOf(info.issue) ?? idOf(result.issue),
    pages: idOf(result.pageInfo),
    isbns: textsOf([book.isbn10, book.isbn13]),
    language: textOf(result.language),
    issns: [...textsOf(journal.issn), ...textsOf(journal.essn)],
    publicationType: isPrePrint ? 'preprint' : typeOf(types, source, Object.keys(journal).length > 0),
    studyTypes: types,
    fieldsOfStudy: fieldsAmong([...textsOf(fieldsOf(result.keywordList).keyword), ...headingsOf(result)]),
    citationCount: numberOf(result.citedByCount),
    // No says only that it is not among the open texts of this collection.
    isOpenAccess: result.isOpenAccess === 'Y' || isFree || undefined,
    isPrePrint,
    ...readMedlineLinks('europepmc', [...types, ...linksOf(result)]),
    doi,
    pmid,
    pmcid: pmcid && `PMC${pmcid.replace(/^PMC/i, '')}`,
    arxivId: readArxivId(/^10\.48550\/arxiv\.(.+)$/i.exec(doi ?? '')?.[1]),
    link: linkOf(result, source, id),
    pdfLink: pdfOf(result, pmcid),
  };
}

function yearOf(value: unknown): number | undefined {
  const year = /^\d{4}/.exec(idOf(value) ?? '')?.[0];
  return year ? Number(year) : undefined;
}

/** Full names where there are any; else the short ones, whose initials stand last (`Beispiel A`). */
function authorsOf(result: Fields): NameInput[] {
  const names = oneOrMore(fieldsOf(result.authorList).author).flatMap((author) => authorName(author) ?? []);
  if (names.length > 0) return names;
  const short = (textOf(result.authorString) ?? '').replace(/\.\s*$/, '').split(',');
  return short.map((name) => initialsFirst(name.trim())).filter(Boolean);
}

function authorName(author: unknown): NameInput | undefined {
  const { firstName, lastName, fullName, collectiveName } = fieldsOf(author);
  const person = toPerson(textOf(lastName), textOf(firstName));
  if (person) return person;
  const literal = textOf(collectiveName);
  return literal ? { literal } : textOf(fullName) && initialsFirst(textOf(fullName) as string);
}

function initialsFirst(name: string): string {
  return name.replace(/^(.+?) (\p{Lu}{1,4})(?: (Jr|Sr|2nd|3rd|II|III))?$/u, (_, family, initials, suffix) =>
    [initials, family, suffix].filter(Boolean).join(' '),
  );
}

function typeOf(types: readonly string[], source: string | undefined, hasJournal: boolean): string | undefined {
  // The bookshelf holds chapters of works that go on.
  if (source === 'NBK') return 'book chapter';
  if (types.some((type) => IN_A_JOURNAL.test(type))) return 'journal';
  if (types.some((type) => type === 'congress' || type.startsWith('conference'))) return 'conference';
  return readPublicationType(types[0]) ?? (hasJournal ? 'journal' : undefined);
}

function headingsOf(result: Fields): string[] {
  const headings = oneOrMore(fieldsOf(result.meshHeadingList).meshHeading);
  return textsOf(headings.map((heading) => fieldsOf(heading).descriptorName));
}

/** How it is linked to other records, such as `Retraction in`. */
function linksOf(result: Fields): string[] {
  const links = oneOrMore(fieldsOf(result.commentCorrectionList).commentCorrection);
  return textsOf(links.map((link) => fieldsOf(link).type));
}

function fullTexts(result: Fields): Fields[] {
  return oneOrMore(fieldsOf(result.fullTextUrlList).fullTextUrl).map(fieldsOf);
}

function freeTexts(result: Fields): Fields[] {
  return fullTexts(result).filter(({ availabilityCode: code }) => code === 'OA' || code === 'F');
}

function pdfOf(result: Fields, pmcid: string | undefined): string | undefined {
  const pdf = freeTexts(result).find(({ documentStyle }) => documentStyle === 'pdf');
  const own = pmcid && result.hasPDF === 'Y' ? `PMC${pmcid.replace(/^PMC/i, '')}` : undefined;
  return textOf(pdf?.url) ?? (own && `https://europepmc.org/articles/${own}?pdf=render`);
}

function linkOf(result: Fields, source: string | undefined, id: string | undefined): string | undefined {
  const links = ['doi', 'html'].map((style) => fullTexts(result).find((text) => text.documentStyle === style));
  return (
    textsOf(links.map((fullText) => fullText?.url))[0] ??
    (source && id ? `https://europepmc.org/article/${source}/${encodeURIComponent(id)}` : undefined)
  );
}
