import { asFields, asText, asTexts, type Fields, oneOrMore } from '../../lib/json.ts';
import { fieldsAmong } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type Person, toPerson } from '../../papers/people.ts';
import { readDate } from '../dates.ts';
import type { Format } from '../format.ts';
import { medlineTitle } from '../medline.ts';
import { isbnsIn, issnsIn, type ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { readMedlineLinks } from '../retractions.ts';
import { typeOfPubmed } from '../tagged/nbib.ts';
import { splitXml } from './split-xml.ts';
import { contentOf, contentsOf, xmlReader } from './xml.ts';

/** PubMed's XML (`PubmedArticleSet`, in files and from `efetch`): articles, books and chapters. */

// Nobody reads the list of references. Keeping it as text takes a fifth of the time that parsing it would.
const parse = xmlReader(
  'ArticleTitle VernacularTitle BookTitle AbstractText Keyword CollectiveName LastName ForeName ReferenceList'.split(
    ' ',
  ),
);

/** One element, `PubmedArticle` or `PubmedBookArticle`. */
export function readPubmed(xml: string): ParsedEntry {
  const document = parse(xml);
  if (document === undefined) return { problem: 'it is no well-formed XML' };
  const { PubmedArticle: article, PubmedBookArticle: book } = document;
  return { metadata: article === undefined ? metadataOfBook(asFields(book)) : metadataOfArticle(asFields(article)) };
}

/** All articles and books of a set; undefined if the text is not a set. */
export function readPubmedSet(xml: string): PaperInput[] | undefined {
  const set = parse(xml)?.PubmedArticleSet;
  // The parser reads a set without children as a text.
  if (set === undefined) return undefined;
  const { PubmedArticle: articles, PubmedBookArticle: books } = asFields(set);
  return [
    ...oneOrMore(articles).map((article) => metadataOfArticle(asFields(article))),
    ...oneOrMore(books).map((book) => metadataOfBook(asFields(book))),
  ];
}

function metadataOfArticle(record: Fields): PaperInput {
  const citation = asFields(record.MedlineCitation);
  const article = asFields(citation.Article);
  const journal = asFields(article.Journal);
  const issue = asFields(journal.JournalIssue);
  const dates = [issue.PubDate, article.ArticleDate].map((date) => readPubmedDate(oneOrMore(date)[0]));
  const types = typesOf(asFields(article.PublicationTypeList));
  const isPrePrint = types.includes('preprint');
  const corrections = oneOrMore(asFields(citation.CommentsCorrectionsList).CommentsCorrections).map(asFields);
  const links = asTexts(corrections.map((each) => each['@RefType']));
  return {
    ...commonMetadata(citation, asFields(record.PubmedData), article),
    title: medlineTitle(contentOf(article.ArticleTitle) ?? contentOf(article.VernacularTitle)),
    authors: namesOf(article.AuthorList),
    year: dates.map(({ year }) => year).find(Boolean),
    publishedAt: dates.map(({ publishedAt }) => publishedAt).find(Boolean),
    venue: contentOf(journal.Title) ?? contentOf(journal.ISOAbbreviation),
    volume: contentOf(issue.Volume),
    issue: contentOf(issue.Issue),
    pages: pagesOf(asFields(article.Pagination)) ?? locationOf(article, 'pii'),
    publicationType: isPrePrint ? 'preprint' : typeOfPubmed(types),
    studyTypes: types,
    isPrePrint,
    ...readMedlineLinks('pubmed', [...types, ...links]),
    issns: [journal.ISSN, asFields(citation.MedlineJournalInfo).ISSNLinking].flatMap((issn) =>
      issnsIn(contentOf(issn)),
    ),
  };
}

function metadataOfBook(record: Fields): PaperInput {
  const document = asFields(record.BookDocument);
  const book = asFields(document.Book);
  const chapter = contentOf(document.ArticleTitle);
  const title = medlineTitle(contentOf(book.BookTitle));
  const own = namesOf(document.AuthorList, 'authors');
  return {
    ...commonMetadata(document, asFields(record.PubmedBookData), document),
    title: medlineTitle(chapter) ?? title,
    authors: own.length > 0 ? own : namesOf(book.AuthorList, 'authors'),
    editors: namesOf(book.AuthorList, 'editors'),
    ...readPubmedDate(book.PubDate),
    venue: chapter === undefined ? undefined : title,
    volume: contentOf(book.Volume),
    pages: pagesOf(asFields(document.Pagination)),
    publisher: contentOf(asFields(book.Publisher).PublisherName),
    isbns: contentsOf(book.Isbn).flatMap(isbnsIn),
    publicationType: chapter === undefined ? 'book' : 'book chapter',
    studyTypes: typesOf(document),
  };
}

/** The facts that articles and books have in the same places. */
function commonMetadata(citation: Fields, data: Fields, article: Fields): PaperInput {
  const pmid = contentOf(citation.PMID);
  const numbers = [data.ArticleIdList, citation.ArticleIdList]
    .flatMap((list) => oneOrMore(asFields(list).ArticleId))
    .map(asFields);
  const numberOf = (type: string) => contentOf(numbers.find((number) => number['@IdType'] === type));
  const pmcid = numberOf('pmc');
  const words = [
    ...oneOrMore(citation.KeywordList).flatMap((list) => contentsOf(asFields(list).Keyword)),
    ...oneOrMore(asFields(citation.MeshHeadingList).MeshHeading).flatMap((heading) =>
      contentsOf(asFields(heading).DescriptorName),
    ),
  ];
  return {
    ...(pmid !== undefined && { key: `pmid:${pmid}`, link: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` }),
    abstract: abstractOf(asFields(article.Abstract)),
    language: contentsOf(article.Language)[0],
    fieldsOfStudy: fieldsAmong(words),
    doi: locationOf(article, 'doi') ?? numberOf('doi'),
    pmid,
    pmcid,
    isOpenAccess: pmcid === undefined ? undefined : true,
  };
}

function typesOf({ PublicationType: types }: Fields): string[] {
  return contentsOf(types).map((type) => type.toLowerCase());
}

function abstractOf({ AbstractText: parts }: Fields): string {
  const lines = oneOrMore(parts).map((part) => {
    const label = asText(asFields(part)['@Label']);
    return [label && label !== 'UNLABELLED' ? `${label}: ` : '', contentOf(part) ?? ''].join('');
  });
  return lines.join('\n');
}

function readPubmedDate(date: unknown) {
  const { Year, Month, Day, MedlineDate } = asFields(date);
  const parts = [Year, Month, Day].map(contentOf).filter(Boolean);
  return readDate(
    parts.length > 0 ? parts.join(/^\d+$/.test(contentOf(Month) ?? '') ? '-' : ' ') : contentOf(MedlineDate),
  );
}

function pagesOf({ MedlinePgn: whole, StartPage: first, EndPage: last }: Fields): string | undefined {
  return contentOf(whole) ?? (contentsOf([first, last]).join('-') || undefined);
}

function locationOf({ ELocationID: locations }: Fields, type: string): string | undefined {
  return contentOf(oneOrMore(locations).find((each) => asFields(each)['@EIdType'] === type));
}

/** The names in the list, or in a book's lists of one kind. */
function namesOf(lists: unknown, kind?: string): Person[] {
  return oneOrMore(lists)
    .map(asFields)
    .filter((list) => kind === undefined || (list['@Type'] ?? 'authors') === kind)
    .flatMap((list) => oneOrMore(list.Author).map(asFields))
    .flatMap((author) => {
      const given = contentOf(author.ForeName) ?? contentOf(author.Initials);
      const person = toPerson(contentOf(author.LastName), given, contentOf(author.Suffix));
      const literal = contentOf(author.CollectiveName) ?? given;
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
