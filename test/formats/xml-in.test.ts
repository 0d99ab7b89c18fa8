import { describe, expect, it } from 'vitest';
import { readEndnote } from '../../src/formats/xml/endnote.ts';
import { readPubmed } from '../../src/formats/xml/pubmed.ts';
import { parseXml } from '../../src/formats/xml/xml.ts';
import { recordOf } from './parsed-record.ts';

const styled = (text: string) => `<style face="normal" font="default" size="100%">${text}</style>`;

describe('a record of EndNote XML', () => {
  const RECORD = `<record><database name="My.enl" path="My.enl">My.enl</database><source-app name="EndNote" version="20.1">EndNote</source-app>
    <rec-number>1</rec-number><foreign-keys><key app="EN" db-id="x">1</key></foreign-keys><ref-type name="Journal Article">17</ref-type>
    <contributors><authors><author>${styled('Beispiel, Ada')}</author><author>${styled('van Muster, Bo')}</author>
    <author>${styled('The Invented Group,')}</author></authors><secondary-authors><author>Probe, C.</author></secondary-authors></contributors>
    <titles><title>${styled('On ')}<style face="italic">E. coli</style>${styled(' &amp; rivers')}</title><secondary-title>J Toys</secondary-title></titles>
    <periodical><full-title>Journal of Toys</full-title></periodical><pages>101-118</pages><volume>17</volume><number>2</number>
    <keywords><keyword>rivers</keyword><keyword>Geology</keyword></keywords>
    <dates><year>${styled('2023')}</year><pub-dates><date>Apr 12</date></pub-dates></dates>
    <publisher>Toy Press</publisher><isbn>1234-5679 (Print)&#xD;0028-0836 (Linking)</isbn><custom2>PMC9000001</custom2>
    <accession-num>30000001</accession-num><electronic-resource-num>https://doi.org/10.5555/A.1</electronic-resource-num>
    <abstract>${styled('Abstract: Rivers are &lt;5 m deep.')}</abstract><label>beispiel2023</label>
    <urls><related-urls><url>${styled('https://toys.example/1?a=1&amp;b=2')}</url></related-urls>
    <pdf-urls><url>internal-pdf://1/a.pdf</url></pdf-urls></urls>
    <remote-database-name>PubMed</remote-database-name><language>eng</language></record>`;

  it('is read whole', () => {
    expect(recordOf(readEndnote(RECORD))).toEqual({
      key: 'doi:10.5555/a.1',
      title: 'On E. coli & rivers',
      abstract: 'Rivers are <5 m deep.',
      authors: ['Ada Beispiel', 'Bo van Muster', 'The Invented Group'],
      editors: ['C. Probe'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'J Toys',
      volume: '17',
      issue: '2',
      pages: '101-118',
      language: 'eng',
      publisher: 'Toy Press',
      publicationType: 'journal',
      fieldsOfStudy: ['Geology'],
      keywords: ['rivers', 'Geology'],
      databases: [{ name: 'PubMed', accessionNumber: '30000001' }],
      doi: '10.5555/a.1',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      issns: ['1234-5679', '0028-0836'],
      link: 'https://toys.example/1?a=1&b=2',
      downloadable: false,
      bibtex: { key: 'beispiel2023' },
    });
  });

  it.each([
    ['Book Section', 'book series'],
    ['Conference Proceedings', 'conference'],
    ['Thesis', 'thesis'],
    ['Unpublished Work', 'preprint'],
    ['Generic', undefined],
  ])('of the type %s is %s', (name, publicationType) => {
    const xml = `<record><ref-type name="${name}">1</ref-type><titles><title>T</title></titles></record>`;
    expect(recordOf(readEndnote(xml))).toMatchObject({ title: 'T' });
    expect(recordOf(readEndnote(xml))).toHaveProperty(
      publicationType ? 'publicationType' : 'title',
      publicationType ?? 'T',
    );
  });

  it.each(['Journal Article&#xD;Systematic Review', 'Systematic Review'])(
    'names the design of the study: %j',
    (types) => {
      const xml = `<record><titles><title>T</title></titles><work-type>${styled(types)}</work-type></record>`;
      expect(recordOf(readEndnote(xml))).toMatchObject({ studyTypes: ['systematic-review'] });
    },
  );

  it('may have nothing but abbreviated titles', () => {
    const titles = '<titles><short-title>Toy rivers</short-title></titles>';
    const journal = '<periodical><abbr-1>J Inv Hydrol</abbr-1></periodical>';
    const record = `<record><ref-type name="Journal Article">17</ref-type>${journal}${titles}</record>`;
    expect(recordOf(readEndnote(record))).toMatchObject({ title: 'Toy rivers', venue: 'J Inv Hydrol' });
  });

  it('that is no publication is passed over, and broken XML is a problem', () => {
    const page = '<record><ref-type name="Web Page">12</ref-type><titles><title>T</title></titles></record>';
    expect(readEndnote(page)).toEqual({ passedOver: 'the type web page' });
    expect(readEndnote('<record><titles><title>T</titles></record>')).toEqual({ problem: 'it is not well-formed XML' });
    expect(recordOf(readEndnote('<record></record>'))).toBe('it has neither a title nor an abstract');
  });
});

describe('an article of PubMed XML', () => {
  const ARTICLE = `<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">30000001</PMID>
    <Article PubModel="Print"><Journal><ISSN IssnType="Electronic">1234-5679</ISSN><JournalIssue CitedMedium="Internet"><Volume>17</Volume><Issue>2</Issue>
    <PubDate><Year>2023</Year><Month>Apr</Month><Day>12</Day></PubDate></JournalIssue><Title>Journal of toys</Title><ISOAbbreviation>J Toys</ISOAbbreviation></Journal>
    <ArticleTitle>On <i>E. coli</i> &amp; CO<sub>2</sub>.</ArticleTitle><Pagination><MedlinePgn>101-18</MedlinePgn></Pagination>
    <ELocationID EIdType="pii" ValidYN="Y">e1</ELocationID><ELocationID EIdType="doi" ValidYN="Y">10.5555/a.1</ELocationID>
    <Abstract><AbstractText Label="AIM" NlmCategory="OBJECTIVE">We <b>play</b>.</AbstractText><AbstractText Label="RESULTS">It works.</AbstractText></Abstract>
    <AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Beispiel</LastName><ForeName>Ada B</ForeName><Initials>AB</Initials></Author>
    <Author><LastName>Muster</LastName><Initials>B</Initials><Suffix>Jr</Suffix></Author><Author><CollectiveName>The Group, Inc.</CollectiveName></Author></AuthorList>
    <Language>eng</Language><PublicationTypeList><PublicationType UI="D1">Journal Article</PublicationType><PublicationType UI="D2">Retracted Publication</PublicationType></PublicationTypeList></Article>
    <MedlineJournalInfo><ISSNLinking>0028-0836</ISSNLinking></MedlineJournalInfo>
    <MeshHeadingList><MeshHeading><DescriptorName UI="D3" MajorTopicYN="N">Geology</DescriptorName></MeshHeading></MeshHeadingList></MedlineCitation>
    <PubmedData><ArticleIdList><ArticleId IdType="pubmed">30000001</ArticleId><ArticleId IdType="pmc">PMC9000001</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`;

  it('is read whole', () => {
    expect(recordOf(readPubmed(ARTICLE))).toEqual({
      key: 'pmid:30000001',
      title: 'On E. coli & CO2',
      abstract: 'AIM: We play.\nRESULTS: It works.',
      authors: ['Ada B Beispiel', 'B Muster Jr', 'The Group, Inc.'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of toys',
      volume: '17',
      issue: '2',
      pages: '101-18',
      language: 'eng',
      publicationType: 'journal',
      fieldsOfStudy: ['Geology'],
      keywords: ['Geology'],
      databases: [{ name: 'PubMed', accessionNumber: '30000001' }],
      isOpenAccess: true,
      isPrePrint: false,
      isRetracted: true,
      retraction: { kind: 'retracted', from: 'pubmed' },
      doi: '10.5555/a.1',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      issns: ['1234-5679', '0028-0836'],
      link: 'https://pubmed.ncbi.nlm.nih.gov/30000001/',
      downloadable: false,
    });
  });

  it.each([
    ['<PubDate><MedlineDate>1998 Winter</MedlineDate></PubDate>', 1998, undefined],
    ['<PubDate><Year>1998</Year><Month>07</Month></PubDate>', 1998, '1998-07'],
    ['<PubDate><Year>1998</Year></PubDate>', 1998, undefined],
  ])('is dated by %s', (date, year, publishedAt) => {
    const xml = ARTICLE.replace(/<PubDate>.*<\/PubDate>/, date);
    expect(recordOf(readPubmed(xml))).toMatchObject({ year, ...(publishedAt && { publishedAt }) });
  });

  it('may be a book, or a chapter of one', () => {
    const book = (chapter: string) => `<PubmedBookArticle><BookDocument><PMID Version="1">20301295</PMID>
      <ArticleIdList><ArticleId IdType="doi">10.5555/b.1</ArticleId></ArticleIdList><Book><Publisher><PublisherName>Toy Press</PublisherName></Publisher>
      <BookTitle book="x">GeneToys<sup>®</sup></BookTitle><PubDate><Year>1993</Year></PubDate><AuthorList Type="editors"><Author><LastName>Probe</LastName><ForeName>Cy</ForeName></Author></AuthorList>
      <Isbn>9783161484100</Isbn></Book>${chapter}</BookDocument></PubmedBookArticle>`;
    const own =
      '<ArticleTitle>Owls</ArticleTitle><AuthorList Type="authors"><Author><LastName>Muster</LastName><ForeName>Bo</ForeName></Author></AuthorList>';
    expect(recordOf(readPubmed(book(own)))).toMatchObject({
      title: 'Owls',
      authors: ['Bo Muster'],
      editors: ['Cy Probe'],
      venue: 'GeneToys®',
      year: 1993,
      publicationType: 'book series',
      publisher: 'Toy Press',
      isbns: ['9783161484100'],
      doi: '10.5555/b.1',
    });
    expect(recordOf(readPubmed(book('')))).toMatchObject({ title: 'GeneToys®', publicationType: 'book' });
  });

  it('that is broken is a problem', () => {
    expect(readPubmed('<PubmedArticle><PMID>1</PubmedArticle>')).toEqual({ problem: 'it is not well-formed XML' });
    expect(recordOf(readPubmed('<PubmedArticle></PubmedArticle>'))).toBe('it has neither a title nor an abstract');
  });
});

describe('a text that is no XML', () => {
  it.each(['<a>', '<a></b>', '<a b></a>', 'x', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`])(
    '%.20s is nothing',
    (text) => {
      expect(parseXml(text)).toBeUndefined();
    },
  );

  it('is not what a fault of ours looks like: that is thrown', () => {
    const calledWrongly = (): string => {
      throw new TypeError('no text');
    };
    expect(() => parseXml({ toString: calledWrongly } as unknown as string)).toThrow('no text');
  });
});
