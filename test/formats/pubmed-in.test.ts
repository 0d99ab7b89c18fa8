import { describe, expect, it } from 'vitest';
import { readPubmedSet } from '../../src/formats/xml/pubmed.ts';
import { toPaper } from '../../src/papers/paper.ts';

/** Sets in the shape of `efetch` (`pubmed_250101.dtd`); the facts are invented. */

const ARTICLE = `<PubmedArticle><MedlineCitation Status="MEDLINE" IndexingMethod="Automated" Owner="NLM">
<PMID Version="1">30000001</PMID>
<Article PubModel="Print-Electronic">
<Journal><ISSN IssnType="Electronic">2345-6787</ISSN>
<JournalIssue CitedMedium="Internet"><Volume>9</Volume><Issue>2</Issue>
<PubDate><Year>2023</Year><Month>Apr</Month><Day>12</Day></PubDate></JournalIssue>
<Title>Journal of invented hydrology</Title><ISOAbbreviation>J Inv Hydrol</ISOAbbreviation></Journal>
<ArticleTitle>A toy survey of <i>E. coli</i> &amp; H<sub>2</sub>O in &lt;5 rivers.</ArticleTitle>
<Pagination><StartPage>101</StartPage><EndPage>109</EndPage><MedlinePgn>101-9</MedlinePgn></Pagination>
<ELocationID EIdType="pii" ValidYN="Y">e17</ELocationID>
<ELocationID EIdType="doi" ValidYN="Y">10.5555/DEMO.2023.17</ELocationID>
<Abstract><AbstractText Label="AIM" NlmCategory="OBJECTIVE">Rivers are <b>measured</b>.</AbstractText>
<AbstractText Label="RESULTS">They are wet.</AbstractText>
<CopyrightInformation>© 2023 Nobody.</CopyrightInformation></Abstract>
<AuthorList CompleteYN="Y">
<Author ValidYN="Y"><LastName>Beispiel</LastName><ForeName>Ada B</ForeName><Initials>AB</Initials></Author>
<Author ValidYN="Y"><LastName>van Muster</LastName><ForeName>Bo</ForeName><Initials>B</Initials><Suffix>Jr</Suffix></Author>
<Author ValidYN="Y"><CollectiveName>The Invented Group, Section 2</CollectiveName></Author></AuthorList>
<Language>eng</Language>
<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType>
<PublicationType UI="D016449">Randomized Controlled Trial</PublicationType></PublicationTypeList></Article>
<MedlineJournalInfo><Country>Nowhere</Country><ISSNLinking>1234-5679</ISSNLinking></MedlineJournalInfo>
<CommentsCorrectionsList><CommentsCorrections RefType="RetractionOf"><RefSource>x</RefSource></CommentsCorrections>
</CommentsCorrectionsList>
<MeshHeadingList><MeshHeading><DescriptorName UI="D1" MajorTopicYN="N">Rivers</DescriptorName></MeshHeading>
<MeshHeading><DescriptorName UI="D2" MajorTopicYN="Y">Medicine</DescriptorName><QualifierName>history</QualifierName></MeshHeading>
</MeshHeadingList></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pubmed">30000001</ArticleId>
<ArticleId IdType="doi">10.5555/demo.2023.17</ArticleId><ArticleId IdType="pmc">PMC9000001</ArticleId></ArticleIdList>
<ReferenceList><Reference><Citation>Other.</Citation><ArticleIdList><ArticleId IdType="doi">10.5555/other</ArticleId>
</ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>`;

const set = (...records: string[]) => `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN"
  "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>${records.join('\n')}</PubmedArticleSet>`;
const read = (...records: string[]) => readPubmedSet(set(...records)) ?? [];
/** The article with one thing replaced, which has to be in it. */
function changed(part: string, by: string): string {
  if (!ARTICLE.includes(part)) throw new Error(`there is no ${part}`);
  return ARTICLE.replace(part, by);
}
const first = (xml: string) => read(xml)[0];

describe('PubMed XML', () => {
  it('an article with all that it tells', () => {
    const [record] = read(ARTICLE);
    expect(toPaper(record ?? {})).toEqual({
      key: 'pmid:30000001',
      title: 'A toy survey of E. coli & H2O in <5 rivers',
      abstract: 'AIM: Rivers are measured.\nRESULTS: They are wet.',
      authors: ['Ada B Beispiel', 'Bo van Muster Jr', 'The Invented Group, Section 2'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of invented hydrology',
      volume: '9',
      issue: '2',
      pages: '101-9',
      language: 'eng',
      publicationType: 'journal',
      studyTypes: ['randomized-trial'],
      fieldsOfStudy: ['Medicine'],
      isOpenAccess: true,
      isPrePrint: false,
      downloadable: false,
      retraction: { kind: 'notice', from: 'pubmed' },
      doi: '10.5555/demo.2023.17',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      issns: ['2345-6787', '1234-5679'],
      link: 'https://pubmed.ncbi.nlm.nih.gov/30000001/',
    });
  });

  it('several, of which each keeps its own', () => {
    const other = changed('>30000001</PMID>', '>30000002</PMID>');
    expect(read(ARTICLE, other).map(({ pmid }) => pmid)).toEqual(['30000001', '30000002']);
  });

  it('a chapter of a book, by authors in a book of editors', () => {
    const chapter = `<PubmedBookArticle><BookDocument><PMID Version="1">20301295</PMID>
<ArticleIdList><ArticleId IdType="bookaccession">NBK1</ArticleId></ArticleIdList>
<Book><Publisher><PublisherName>Invented Press</PublisherName></Publisher><BookTitle book="b">Rivers<sup>®</sup></BookTitle>
<PubDate><Year>1993</Year></PubDate><AuthorList Type="editors"><Author><LastName>Redakt</LastName><ForeName>Eva</ForeName>
</Author></AuthorList><Isbn>9783161484100</Isbn></Book>
<ArticleTitle book="b" part="c">On one river</ArticleTitle><Language>eng</Language>
<AuthorList Type="authors"><Author><LastName>Beispiel</LastName><Initials>A</Initials></Author></AuthorList>
<PublicationType UI="D016454">Review</PublicationType><Abstract><AbstractText>It flows.</AbstractText></Abstract>
</BookDocument><PubmedBookData/></PubmedBookArticle>`;
    expect(toPaper(first(chapter) ?? {})).toMatchObject({
      title: 'On one river',
      authors: ['A Beispiel'],
      editors: ['Eva Redakt'],
      year: 1993,
      venue: 'Rivers®',
      publisher: 'Invented Press',
      isbns: ['9783161484100'],
      publicationType: 'book series',
      pmid: '20301295',
    });
  });

  it.each([
    [
      'a season',
      '<Year>2023</Year><Month>Apr</Month><Day>12</Day>',
      '<MedlineDate>1998 Dec-1999 Jan</MedlineDate>',
      1998,
      '1998-12',
    ],
    ['a month in figures', '<Month>Apr</Month><Day>12</Day>', '<Month>04</Month><Day>3</Day>', 2023, '2023-04-03'],
    ['a year alone', '<Month>Apr</Month><Day>12</Day>', '', 2023, undefined],
  ])('the date of %s', (_, part, by, year, publishedAt) => {
    expect(first(changed(part, by))).toMatchObject({ year, publishedAt });
  });

  it.each([
    ['a notice about it', 'RefType="RetractionOf"', 'RefType="RetractionIn"', true],
    ['its type', 'Randomized Controlled Trial', 'Retracted Publication', true],
    ['retracting another', 'Randomized Controlled Trial', 'Retraction of Publication', undefined],
  ])('is retracted by %s', (_, part, by, isRetracted) => {
    expect(first(changed(part, by))?.isRetracted).toBe(isRetracted);
  });

  it('the number of an article without pages, and a title in another language', () => {
    expect(
      first(changed('<StartPage>101</StartPage><EndPage>109</EndPage><MedlinePgn>101-9</MedlinePgn>', ''))?.pages,
    ).toBe('e17');
    const translated = changed('A toy survey of <i>E. coli</i> &amp; H<sub>2</sub>O in &lt;5 rivers.', '[On rivers].');
    expect(first(translated)?.title).toBe('On rivers');
  });

  it('a preprint', () => {
    expect(first(changed('Randomized Controlled Trial', 'Preprint'))).toMatchObject({
      publicationType: 'preprint',
      isPrePrint: true,
    });
  });

  it('nothing, and what is no set', () => {
    expect(readPubmedSet(set())).toEqual([]);
    expect(readPubmedSet('<eFetchResult><ERROR>no</ERROR></eFetchResult>')).toBeUndefined();
    expect(readPubmedSet('<PubmedArticleSet><PubmedArticle>')).toBeUndefined();
    expect(readPubmedSet('')).toBeUndefined();
    expect(read('<PubmedArticle/>')).toHaveLength(1);
  });
});
