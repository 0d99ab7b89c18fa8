import { describe, expect, it } from 'vitest';
import { readPapers } from '../../src/faces/sdk/formats.ts';
import { createParser } from '../../src/library/importing/parser.ts';

/** Files in the shape that Zotero's RDF export has; the records are invented. */

const file = (...elements: string[]) =>
  [
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#">',
    ...elements,
    '</rdf:RDF>\n',
  ].join('\n');

const person = (surname: string, given: string) =>
  `<rdf:li><foaf:Person><foaf:surname>${surname}</foaf:surname><foaf:givenName>${given}</foaf:givenName></foaf:Person></rdf:li>`;

const article = (part: string) => `    <bib:Article rdf:about="https://toys.example/1">
        <z:itemType>journalArticle</z:itemType>
        ${part}
        <bib:authors><rdf:Seq>${person('Beispiel', 'Ada')}${person('van Muster', 'Bo')}</rdf:Seq></bib:authors>
        <bib:editors><rdf:Seq>${person('Probe', 'Cy')}</rdf:Seq></bib:editors>
        <link:link rdf:resource="#item_2"/>
        <dc:subject>Geology</dc:subject><dc:subject><z:AutomaticTag><rdf:value>rivers</rdf:value></z:AutomaticTag></dc:subject>
        <dc:title>On &lt;i&gt;E. coli&lt;/i&gt; &amp; rivers</dc:title>
        <dcterms:abstract>Rivers are measured.</dcterms:abstract><dc:date>2023-04-12</dc:date><z:language>en</z:language>
        <dc:identifier><dcterms:URI><rdf:value>https://toys.example/1</rdf:value></dcterms:URI></dc:identifier>
        <dc:description>Citation Key: beispiel2023</dc:description><bib:pages>101-118</bib:pages>
    </bib:Article>`;
const FACTS =
  '<prism:volume>17</prism:volume><dc:title>Journal of Toys</dc:title><prism:number>2</prism:number>' +
  '<dc:identifier>DOI 10.5555/a.1</dc:identifier><dc:identifier>ISSN 1234-5679</dc:identifier>';
const JOURNAL = `<bib:Journal rdf:about="urn:issn:1234-5679">${FACTS}</bib:Journal>`;
const REFERENCE = '<dcterms:isPartOf rdf:resource="urn:issn:1234-5679"/>';
const ATTACHMENT = '<z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType></z:Attachment>';

describe('an item of Zotero RDF', () => {
  it.each([
    ['behind it', [article(REFERENCE), ATTACHMENT, JOURNAL]],
    ['before it', [JOURNAL, ATTACHMENT, article(REFERENCE)]],
    ['within it', [article(`<dcterms:isPartOf><bib:Journal>${FACTS}</bib:Journal></dcterms:isPartOf>`), ATTACHMENT]],
  ])('is read whole, its journal %s', async (_where, elements) => {
    const { format, papers, passedOver, problems } = await readPapers(file(...elements));
    expect([format, passedOver, problems]).toEqual(['zotero-rdf', 1, []]);
    expect(papers).toMatchObject([
      {
        title: 'On E. coli & rivers',
        abstract: 'Rivers are measured.',
        authors: 'Ada Beispiel, Bo van Muster',
        editors: ['Cy Probe'],
        year: 2023,
        publishedAt: '2023-04-12',
        journalName: 'Journal of Toys',
        volume: '17',
        issue: '2',
        pages: '101-118',
        language: 'en',
        doi: '10.5555/a.1',
        issns: ['1234-5679'],
        publicationType: 'journal',
        fieldsOfStudy: ['Geology'],
        link: 'https://toys.example/1',
        bibtex: { key: 'beispiel2023' },
      },
    ]);
  });

  it('is kept, too, where its journal is nowhere', async () => {
    const { papers } = await readPapers(file(article(REFERENCE)));
    expect(papers).toMatchObject([{ title: 'On E. coli & rivers', year: 2023 }]);
  });

  it('may be a chapter, a preprint or a conference paper', async () => {
    const { papers } = await readPapers(
      file(
        '<bib:BookSection rdf:about="urn:isbn:9783161484100"><z:itemType>bookSection</z:itemType><dcterms:isPartOf><bib:Book><dc:identifier>ISBN 9783161484100</dc:identifier><dc:title>Birds</dc:title></bib:Book></dcterms:isPartOf><dc:title>Owls</dc:title><dc:publisher><foaf:Organization><foaf:name>Toy Press</foaf:name></foaf:Organization></dc:publisher></bib:BookSection>',
        '<rdf:Description rdf:about="http://arxiv.org/abs/2304.00001"><z:itemType>preprint</z:itemType><z:repository>arXiv</z:repository><z:archiveID>arXiv:2304.00001</z:archiveID><dc:title>Bats</dc:title></rdf:Description>',
        '<rdf:Description rdf:about="#item_9"><z:itemType>conferencePaper</z:itemType><dc:title>Cats</dc:title><bib:presentedAt><bib:Conference><dc:title>CatConf</dc:title></bib:Conference></bib:presentedAt></rdf:Description>',
      ),
    );
    expect(papers).toMatchObject([
      { title: 'Owls', journalName: 'Birds', v_publisher: 'Toy Press', isbns: ['9783161484100'] },
      { title: 'Bats', isPrePrint: true, arxivId: '2304.00001' },
      { title: 'Cats', journalName: 'CatConf', publicationType: 'conference' },
    ]);
  });

  it('is not lost where a run that was interrupted goes on', () => {
    const text = file(
      article(REFERENCE),
      ATTACHMENT,
      JOURNAL,
      '<bib:Book rdf:about="#1">',
      '<z:itemType>book</z:itemType>',
    );
    const read = (skip: number) => {
      const parser = createParser({ name: 'zotero-rdf', layout: 'text' }, skip);
      return [...parser.push(text), ...parser.end()].map(({ entries }) => entries);
    };
    const whole = read(0);
    expect(whole.flat()).toHaveLength(3);
    for (const skip of whole.keys()) expect(read(skip).slice(skip)).toEqual(whole.slice(skip));
  });

  it('that is broken is a problem, and takes no other with it', async () => {
    const { papers, problems } = await readPapers(
      file('<bib:Book rdf:about="#1"><dc:title>A</bib:Book>', article(REFERENCE)),
    );
    expect([papers.length, problems]).toEqual([1, [{ line: 2, reason: 'it is not well-formed XML' }]]);
  });
});
