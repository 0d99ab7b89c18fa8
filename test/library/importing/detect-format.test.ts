import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '../../../src/formats/import-names.ts';
import { detectFormat } from '../../../src/library/importing/detect-format.ts';
import { newerFile, olderFile } from '../../helpers/scimago-files.ts';

const OPENALEX = '{"id":"https://openalex.org/W1","title":"T"}';

describe('a format is told by what is in the file', () => {
  it.each<[string, string, ImportFormat, boolean]>([
    ['lines of OpenAlex', `${OPENALEX}\n${OPENALEX}`, 'openalex', true],
    ['one work of OpenAlex', OPENALEX, 'openalex', true],
    ['a work on several lines', '{\n  "id": "https://openalex.org/W1",\n  "topics": []\n}', 'openalex', false],
    ['a page of OpenAlex', `{"meta":{"count":1},"results":[${OPENALEX}]}`, 'openalex', false],
    [
      'a page that is cut',
      `{"meta":{"count":1},"results":[${OPENALEX},{"id":"https://openalex.org/W2","ti`,
      'openalex',
      false,
    ],
    ['a line that is cut', '{"id": "https://openalex.org/W1", "authorships": [{"author', 'openalex', true],
    ['papers of Semantic Scholar', '{"corpusid":1,"externalids":{},"title":"T"}\n', 'semantic-scholar', true],
    ['abstracts of Semantic Scholar', '{"corpusid":1,"openaccessinfo":{},"abstract":"A"}\n', 'semantic-scholar', true],
    ['an answer of its API', '{"total":1,"offset":0,"data":[{"paperId":"ab","title":"T"}]}', 'semantic-scholar', false],
    ['the arXiv snapshot', '{"id":"2304.00001","categories":"cs.NI","versions":[],"title":"T"}\n', 'arxiv', true],
    ['a feed of arXiv', '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom">', 'arxiv', false],
    ['entries of one', '<entry>\n  <id>http://arxiv.org/abs/2101.00010v1</id>', 'arxiv', false],
    ['a page of Crossref', '{"status":"ok","message":{"items":[{"DOI":"10.1/x","title":["T"]}]}}', 'crossref', false],
    ['CSL-JSON', '[\n{"id":"a","type":"article-journal","title":"T"}]', 'csl-json', false],
    ['items of Zotero', '[{"key":"A","data":{"itemType":"book"}}]', 'zotero', false],
    ['Better BibTeX JSON', '{"config":{"id":"x"},"items":[{"itemType":"book","title":"T"}]}', 'zotero', false],
    ['our own lines', '{"key":"a","title":"T","authors":[],"corpusId":"1"}\n', 'jsonl', true],
    ['our own lines, the first one broken', '{"title":\n{"title":"T"}\n', 'jsonl', true],
    ['a list of plain papers', '[{"title":"T"}]', 'jsonl', false],
    ['BibTeX', '% mine\n@Article{a,\n title={T}}', 'bibtex', false],
    ['RIS behind a heading', '\ufeffProvider: x\r\n\r\nTY  - JOUR\r\n', 'ris', false],
    ['nbib', '\nPMID- 1\nTI  - T', 'nbib', false],
    ['a table that quotes another', 'title,notes\n"Owls","so:\nTY  - JOUR\nER  - \n"\n', 'csv', false],
    ['nbib that quotes another', 'PMID- 1\nAB  - x\n@book{a,', 'nbib', false],
    ['Web of Science under the name of another', 'FN A Database\r\nVR 1.0\r\nPT J\r\nAU B, A\r\n', 'wos', false],
    ['EndNote', '<?xml version="1.0"?><xml><records><record><ref-type name="Book">6</ref-type>', 'endnote-xml', false],
    ['PubMed', '<?xml version="1.0"?>\n<!DOCTYPE x>\n<PubmedArticleSet>\n<PubmedArticle>', 'pubmed-xml', false],
    ['Zotero RDF', '<rdf:RDF xmlns:rdf="x">\n    <bib:Article rdf:about="#1">', 'zotero-rdf', false],
    ['RefWorks behind its legend', 'RT=Reference Type\n\nRT Journal Article\nSR Electronic(1)\n', 'refworks', false],
    ['EndNote tagged', '%0 Journal Article\n%T Owls\n%A B, A\n', 'refer', false],
    ['EndNote tagged as repositories write it', '%T Owls\r\n%A B, A\r\n', 'refer', false],
    ['RefWorks, a thesis', 'RT Dissertation/Thesis\r\nA1 B,A\r\n', 'refworks', false],
    ['Ovid', '<1. >\nVN  - Ovid Technologies\nDB  - Toys\n', 'ovid', false],
    ['CSV', '"Key","Item Type","Title"\n', 'csv', false],
    ['journals of SCImago', newerFile(2024, [{ title: 'Toys' }]), 'scimago', false],
    ['older ones behind a mark', `\ufeff${olderFile(2017, [{ title: 'Toys' }])}`, 'scimago', false],
    ['journals with commas', newerFile(2024, []).replaceAll(';', ','), 'scimago', false],
    ['tables of another program', 'Title\tYear\tDOI\n', 'csv', false],
  ])('%s', (_what, head, name, byLine) => {
    const found = detectFormat(head, 'file.txt');
    expect([found?.name, found?.layout === 'json-lines']).toEqual([name, byLine]);
  });

  it.each([
    ['settings of an editor', '<application><map><entry key="lines" value="120" /></map></application>'],
    ['settings of JabRef', '<?xml version="1.0"?>\n<preferences><map><entry>\n<id>1</id></entry></map></preferences>'],
  ])('but XML that only has entries is none: %s', (_what, head) => {
    expect(detectFormat(head, 'settings.xml')).toBeUndefined();
  });

  it('by its name where nothing shows, and by what the person says above all', () => {
    expect(detectFormat('no json at all\n{"title":"T"}', 'a.JSONL.gz')).toMatchObject({
      name: 'jsonl',
      layout: 'json-lines',
    });
    expect(detectFormat('', 'a.bib')).toMatchObject({ name: 'bibtex' });
    expect(detectFormat(OPENALEX, 'a.bib', 'jsonl')).toMatchObject({ name: 'jsonl' });
    expect(detectFormat('', 'a.txt', 'arxiv')).toMatchObject({ name: 'arxiv', layout: 'json-lines' });
  });

  it.each(['', 'words of no format', '{"some":"thing"}', '<html></html>', '%PDF-1.4'])('not at all: %j', (head) => {
    expect(detectFormat(head, 'file.txt')).toBeUndefined();
  });
});
