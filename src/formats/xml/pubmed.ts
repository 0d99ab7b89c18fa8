import { asFields, asText, asTexts, type Fields, oneOrMore } from '../../lib/json.ts';
import { readDate } from '../../papers/dates.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type Person, toPerson } from '../../papers/people.ts';
import { findIsbns, findIssns, medlineTitle } from '../field-values.ts';
import type { Format } from '../format.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { readMedlineLinks } from '../read-retraction.ts';
import { typeOfPubmed } from '../tagged/nbib.ts';
import { splitXml } from './split-xml.ts';
import { textContent, textContents, xmlReader } from './xml.ts';

/** PubMed's XML (`PubmedArticleSet`, in files and from `efetch`): articles, books and chapters. */

// The list of references is not used. Keeping it as text takes a fifth of the time that parsing it would.
const parse = xmlReader(
  'ArticleTitle VernacularTitle BookTitle AbstractText Keyword CollectiveName LastName ForeName ReferenceList'.split(
    ' ',
  ),
);

/** One element, `PubmedArticle` or `PubmedBookArticle`. */
export function readPubmed(xml: string): ParsedEntry {
  const document = parse(xml);
  if (document === undefined) return { problem: 'it is not well-formed XML' };
  const { PubmedArticle: article, PubmedBookArticle: book } = document;
  return { metadata: article === undefined ? metadataOfBook(asFields(book)) : metadataOfArticle(asFields(article)) };
}

/** All articles and books of a set; undefined if the text is not a set. */
export function readPubmedSet(xml: string): PaperInput[] | undefined {
  const set = parse(xml)?.PubmedArticleSet;
  // The parser returns a set without children as a text.
  if (set === undefined) return undefined;
  const { PubmedArticle: articles, PubmedBookArticle: books } = asFields(set);
  const records = [
    ...oneOrMore(articles).map((article) => metadataOfArticle(asFields(article))),
    ...oneOrMore(books).map((book) => metadataOfBook(asFields(book))),
  ];
  // Keywords come only from files of the user: in searches they would rank PubMed's papers by more words than others.
  return records.map(({ keywords: _, databases: __, ...record }) => record);
}

function metadataOfArticle(record: Fields): PaperInput {
  const citation = asFields(record.MedlineCitation);
  const article = asFields(citation.Article);
  const journal = asFields(article.Journal);
  const issue = asFields(journal.JournalIssue);
  const dates = [issue.PubDate, article.ArticleDate].map((date) => readPubmedDate(oneOrMore(date)[0]));
  const types = readTypes(asFields(article.PublicationTypeList));
  const isPrePrint = types.includes('preprint');
  const corrections = oneOrMore(asFields(citation.CommentsCorrectionsList).CommentsCorrections).map(asFields);
  const links = asTexts(corrections.map((each) => each['@RefType']));
  return {
    ...commonMetadata(citation, asFields(record.PubmedData), article),
    dated: writtenDate(oneOrMore(issue.PubDate)[0]),
    title: medlineTitle(textContent(article.ArticleTitle) ?? textContent(article.VernacularTitle)),
    authors: readNames(article.AuthorList),
    year: dates.map(({ year }) => year).find(Boolean),
    publishedAt: dates.map(({ publishedAt }) => publishedAt).find(Boolean),
    venue: textContent(journal.Title) ?? textContent(journal.ISOAbbreviation),
    volume: textContent(issue.Volume),
    issue: textContent(issue.Issue),
    pages: readPages(asFields(article.Pagination)) ?? readLocation(article, 'pii'),
    publicationType: isPrePrint ? 'preprint' : typeOfPubmed(types),
    studyTypes: types,
    isPrePrint,
    ...readMedlineLinks('pubmed', [...types, ...links]),
    issns: [journal.ISSN, asFields(citation.MedlineJournalInfo).ISSNLinking].flatMap((issn) =>
      findIssns(textContent(issn)),
    ),
  };
}

function metadataOfBook(record: Fields): PaperInput {
  const document = asFields(record.BookDocument);
  const book = asFields(document.Book);
  const chapter = textContent(document.ArticleTitle);
  const title = medlineTitle(textContent(book.BookTitle));
  const own = readNames(document.AuthorList, 'authors');
  return {
    ...commonMetadata(document, asFields(record.PubmedBookData), document),
    title: medlineTitle(chapter) ?? title,
    authors: own.length > 0 ? own : readNames(book.AuthorList, 'authors'),
    editors: readNames(book.AuthorList, 'editors'),
    dated: writtenDate(book.PubDate),
    ...readPubmedDate(book.PubDate),
    venue: chapter === undefined ? undefined : title,
    volume: textContent(book.Volume),
    pages: readPages(asFields(document.Pagination)),
    publisher: textContent(asFields(book.Publisher).PublisherName),
    publisherPlace: textContent(asFields(book.Publisher).PublisherLocation),
    isbns: textContents(book.Isbn).flatMap(findIsbns),
    publicationType: chapter === undefined ? 'book' : 'book chapter',
    studyTypes: readTypes(document),
  };
}

/** The fields that articles and books have in common. */
function commonMetadata(citation: Fields, data: Fields, article: Fields): PaperInput {
  const pmid = textContent(citation.PMID);
  const numbers = [data.ArticleIdList, citation.ArticleIdList]
    .flatMap((list) => oneOrMore(asFields(list).ArticleId))
    .map(asFields);
  const findNumber = (type: string) => textContent(numbers.find((number) => number['@IdType'] === type));
  const pmcid = findNumber('pmc');
  const words = [
    ...oneOrMore(citation.KeywordList).flatMap((list) => textContents(asFields(list).Keyword)),
    ...oneOrMore(asFields(citation.MeshHeadingList).MeshHeading).flatMap((heading) =>
      textContents(asFields(heading).DescriptorName),
    ),
  ];
  return {
    ...(pmid !== undefined && { key: `pmid:${pmid}`, link: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` }),
    abstract: readAbstract(asFields(article.Abstract)),
    language: textContents(article.Language)[0],
    fieldsOfStudy: fieldsAmong(words),
    keywords: words,
    databases: [{ name: 'PubMed', accessionNumber: pmid }],
    doi: readLocation(article, 'doi') ?? findNumber('doi'),
    pmid,
    pmcid,
    isOpenAccess: pmcid === undefined ? undefined : true,
  };
}

function readTypes({ PublicationType: types }: Fields): string[] {
  return textContents(types).map((type) => type.toLowerCase());
}

function readAbstract({ AbstractText: parts }: Fields): string {
  const lines = oneOrMore(parts).map((part) => {
    const label = asText(asFields(part)['@Label']);
    return [label && label !== 'UNLABELLED' ? `${label}: ` : '', textContent(part) ?? ''].join('');
  });
  return lines.join('\n');
}

function readPubmedDate(date: unknown) {
  return readDate(writtenDate(date));
}

function writtenDate(date: unknown): string | undefined {
  const { Year, Month, Day, MedlineDate } = asFields(date);
  const parts = [Year, Month, Day].map(textContent).filter(Boolean);
  return parts.length > 0 ? parts.join(/^\d+$/.test(textContent(Month) ?? '') ? '-' : ' ') : textContent(MedlineDate);
}

function readPages({ MedlinePgn: whole, StartPage: first, EndPage: last }: Fields): string | undefined {
  return textContent(whole) ?? (textContents([first, last]).join('-') || undefined);
}

function readLocation({ ELocationID: locations }: Fields, type: string): string | undefined {
  return textContent(oneOrMore(locations).find((each) => asFields(each)['@EIdType'] === type));
}

/** The names in the list, or in a book's lists of one kind. */
function readNames(lists: unknown, kind?: string): Person[] {
  return oneOrMore(lists)
    .map(asFields)
    .filter((list) => kind === undefined || (list['@Type'] ?? 'authors') === kind)
    .flatMap((list) => oneOrMore(list.Author).map(asFields))
    .flatMap((author) => {
      const given = textContent(author.ForeName) ?? textContent(author.Initials);
      const person = toPerson(textContent(author.LastName), given, textContent(author.Suffix));
      const literal = textContent(author.CollectiveName) ?? given;
      return person ?? (literal ? { literal } : []);
    });
}

export const format: Format = {
  name: 'pubmed-xml',
  title: 'PubMed XML',
  place: 100,
  read: {
    what: '`PubmedArticleSet`, with books and chapters',
    text: {
      signature: /<Pubmed(?:Book)?Article(?:Set)?[\s>]/,
      split: () => splitXml(['PubmedArticle', 'PubmedBookArticle']),
      open: () => single(readPubmed),
    },
  },
};
