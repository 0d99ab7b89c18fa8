import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '../../../src/formats/import-names.ts';
import { importPapers } from '../../../src/library/importing/import-papers.ts';
import { runs } from '../../helpers/runs.ts';
import { memoryLibrary } from './memory-library.ts';

/**
 * Records in the shape of real files, and how many entries a file holds, told by its lines and nothing of ours. `stray`
 * tells how many more a reader may find.
 */
const FILES: {
  format: ImportFormat;
  /** Default: text. */
  layout?: 'json-lines';
  records: string[];
  entries(text: string): number;
  stray?(text: string): number;
}[] = [
  {
    format: 'ris',
    records: [
      'TY  - JOUR\nA1  - Beispiel, Ada\nAU  - Muster, Bo, Jr.\nTI  - A toy survey of {rivers}\nT2  - J Inv Hydrol\nPY  - 2023/04/12/\nDO  - 10.5555/a.1\nSN  - 1234-5679\nUR  - https://x.example/doi/abs/10.5555/a.1\nAB  - Rivers <i>are</i> measured\n&amp; more.\nER  - \n\n',
      'TY  - CHAP\nAU  - De Probe, Cy; van Muster, Di\nT1  - Owls\nBT  - Birds\nY1  - 1999///\nM3  - doi: 10.5555/a.2\nN1  - x\nL1  - internal-pdf://1/a.pdf\nER  -\n',
      'TY  - ELEC\nTI  - A page\nER  - \n',
    ],
    entries: (text) => text.match(/^TY {1,2}-/gm)?.length ?? 0,
  },
  {
    format: 'nbib',
    records: [
      'PMID- 30000001\nOWN - NLM\nTI  - A toy survey of\n      rivers.\nFAU - Beispiel, Ada\nAU  - Beispiel A\nCN  - The Group, Inc.\nDP  - 2023 Apr 12\nLID - 10.5555/a.1 [doi]\nIS  - 1234-5679 (Print)\nPT  - Journal Article\nAB  - Rivers &lt;b&gt;.\n\n',
      'PMID- 30000002\nBTI - A book\nAU  - van der Muster AB Jr\nDP  - 1998 Winter\nPT  - Book\n\n',
    ],
    entries: (text) => text.split(/\n(?=PMID)|\n\s*\n/).filter((block) => /^[A-Z]{2,4} {0,2}-/m.test(block)).length,
  },
  {
    format: 'wos',
    records: [
      'PT J\nAU Beispiel, A\n   van Muster, BC\nAF Beispiel, Ada\n   van Muster, Bo Cy\nTI A toy survey of\n   rivers\nSO J TOYS\nDT Article\nPD APR 12\nPY 2023\nDI 10.5555/a.1\nSN 1234-5679\nER\n\n',
      'PT P\nTI A device\nER\n\n',
      'PT B\nAU Probe, C\nTI A book\nDT Book\nPY 1999\nER\n\n',
    ],
    entries: (text) => text.match(/^PT [BJP]$/gm)?.length ?? 0,
  },
  {
    format: 'bibtex',
    records: [
      '@article{a1,\n  title = {On {E. coli} and $x^2$},\n  author = {Garc{\\\'\\i}a, Ana and {The Group} and von Muster, Jr, Bo},\n  journal = "Nature",\n  year = 2020,\n  month = jan,\n  doi = {10.5555/a.1}\n}\n\n',
      '@inproceedings{b2,\n  title = "Owls # {and} \\"o",\n  booktitle = proc # { 3},\n  year = {1999},\n  eprint = {2101.00001}, archivePrefix = {arXiv}\n}\n',
    ],
    entries: (text) => text.match(/^@(?:article|inproceedings)\{/gm)?.length ?? 0,
    // BibTeX begins an entry at `@word{` anywhere outside another one, also in the rest of a line that it cannot read.
    stray: (text) => text.match(/(?<!^)@\s*[a-z][\w-]*\s*[{(]/gim)?.length ?? 0,
  },
  {
    format: 'endnote-xml',
    records: [
      '<record><rec-number>1</rec-number><ref-type name="Journal Article">17</ref-type><contributors><authors>\n<author><style face="normal">Beispiel, Ada</style></author><author>van Muster, Bo</author></authors></contributors>\n<titles><title>On <style face="italic">rivers</style> &amp; more</title></titles><dates><year>2023</year></dates>\n<abstract>Rivers &lt;b&gt;.</abstract><isbn>1234-5679&#xD;x</isbn><urls><related-urls><url>https://a.example/</url></related-urls></urls></record>\n',
      '<record><ref-type name="Web Page">12</ref-type>\n<titles><title>A page</title></titles>\n</record>\n',
    ],
    entries: (text) => text.match(/^<record>/gm)?.length ?? 0,
    // `</record>` that lost its stroke begins a record, which ends where the next one begins.
    stray: (text) => text.match(/(?<!^)<record[\s>]/gm)?.length ?? 0,
  },
  {
    format: 'pubmed-xml',
    records: [
      '<PubmedArticle><MedlineCitation><PMID Version="1">30000001</PMID><Article>\n<Journal><JournalIssue><Volume>1</Volume><PubDate><Year>2023</Year><Month>Apr</Month></PubDate></JournalIssue><Title>J Toys</Title></Journal>\n<ArticleTitle>On <i>rivers</i> &amp; more.</ArticleTitle><Abstract><AbstractText Label="AIM">We play.</AbstractText></Abstract>\n<AuthorList><Author><LastName>Beispiel</LastName><ForeName>Ada</ForeName></Author></AuthorList></Article></MedlineCitation>\n</PubmedArticle>\n',
      '<PubmedBookArticle><BookDocument><PMID>2</PMID>\n<Book><BookTitle>Owls</BookTitle><PubDate><Year>1993</Year></PubDate></Book></BookDocument>\n</PubmedBookArticle>\n',
    ],
    entries: (text) => text.match(/^<Pubmed(?:Book)?Article>/gm)?.length ?? 0,
  },
  {
    format: 'zotero-rdf',
    records: [
      '<bib:Article rdf:about="https://a.example/1">\n<z:itemType>journalArticle</z:itemType><dcterms:isPartOf rdf:resource="urn:issn:1234-5679"/>\n<bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Beispiel</foaf:surname></foaf:Person></rdf:li></rdf:Seq></bib:authors>\n<dc:title>On rivers &amp; more</dc:title><dc:date>2023-04-12</dc:date>\n</bib:Article>\n',
      '<z:Attachment rdf:about="#item_2">\n<z:itemType>attachment</z:itemType>\n</z:Attachment>\n',
      '<rdf:Description rdf:about="#item_3">\n<z:itemType>preprint</z:itemType><dc:title>Owls</dc:title>\n</rdf:Description>\n',
    ],
    entries: (text) => text.match(/^<[a-z:]+ rdf:about=/gim)?.length ?? 0,
  },
  {
    format: 'refer',
    records: [
      '%0 Journal Article\n%T Rivers\n%A Beispiel, Ada\n%A Muster, Bo\n%J J Inv\n%D 2023\n%8 April 12, 2023\n%R 10.5555/a.1\n%X Rivers\nare measured.\n\n',
      '%T Owls\n%A Probe, Cy\n%B Birds\n%P 1-2\n%U https://x.example/2\n\n\n',
      '%0 Web Page\n%T A page\n\n',
    ],
    entries: (text) => text.split(/\n\s*\n/).filter((block) => /[%\p{L}\p{N}]/u.test(block)).length,
  },
  {
    format: 'refworks',
    records: [
      'RT Journal Article\nSR Electronic(1)\nA1 Beispiel,Ada\nA1 van Muster,Bo, Jr.\nT1 A toy survey of {rivers}\nJF J Toys\nYR 2023\nFD Apr 12\nSN 1234-5679\nAB Rivers <i>are</i> measured\nand more.\n\n',
      'RT Web Page\nT1 A page\n\n',
      'RT Book, Whole\nA1 Muster\nT1 Owls\nYR 1999\n\n',
    ],
    entries: (text) => text.match(/^RT /gm)?.length ?? 0,
  },
  {
    format: 'ovid',
    records: [
      '<1. >\nVN  - Ovid Technologies\nDB  - Toys\nUI  - 30000001\nTI  - A toy survey of\n      rivers.  [Article]\nAU  - Beispiel, Ada MD 1,2,+\nAU  - Muster AB\nSO  - J Toys. 75(2):101-110, 2023 Apr.\nAB  - Rivers.\n\n      More.\nIS  - 1234-5679\nPT  - Journal Article\n\n',
      '<2. >\nVN  - Ovid Technologies\nTI  - Owls\nSO  - Birds August 2011;43(8):647-653\n\n',
    ],
    entries: (text) => text.match(/^VN {2}- /gm)?.length ?? 0,
  },
  {
    format: 'arxiv',
    records: [
      '<entry>\n<id>http://arxiv.org/abs/2101.00001v2</id>\n<title>Rivers\n  &amp; more</title>\n<summary>Rivers &lt; 5 m.</summary>\n<published>2021-01-01T00:00:00Z</published>\n<author><name>Ada Beispiel</name></author>\n</entry>\n',
      '<entry>\n<id>http://arxiv.org/abs/math/0101001v1</id>\n<title>Owls</title>\n</entry>\n',
    ],
    entries: (text) => text.match(/^<entry>/gm)?.length ?? 0,
  },
  ...jsonLines('openalex', [
    '{"id":"https://openalex.org/W1","doi":"https://doi.org/10.5555/a.1","title":"On <i>rivers</i>","publication_year":2023,"type":"article","authorships":[{"author":{"display_name":"Ada Beispiel"}}],"abstract_inverted_index":{"Rivers":[0],"flow":[1]},"biblio":{"volume":"1"}}',
    '{"id":"https://openalex.org/W2","title":"Owls","ids":{"pmid":"https://pubmed.ncbi.nlm.nih.gov/2"}}',
  ]),
  ...jsonLines('crossref', [
    '{"DOI":"10.5555/a.1","title":["On rivers"],"type":"journal-article","author":[{"given":"Ada","family":"Beispiel"},{"name":"The Group"}],"issued":{"date-parts":[[2023,4]]},"container-title":["J Toys"],"abstract":"<jats:p>Rivers.</jats:p>"}',
    '{"DOI":"10.5555/a.2","title":["Owls"],"type":"dissertation","approved":{"date-parts":[[1999]]}}',
  ]),
  ...jsonLines('zotero', [
    '{"itemType":"journalArticle","title":"On rivers","creators":[{"creatorType":"author","firstName":"Ada","lastName":"Beispiel"}],"date":"2023-04-12","DOI":"10.5555/a.1","extra":"PMID: 1"}',
    '{"itemType":"attachment","title":"PDF"}',
    '{"itemType":"preprint","title":"Owls","tags":[{"tag":"birds"}]}',
  ]),
  ...jsonLines('csl-json', [
    '{"id":"a1","type":"article-journal","title":"On rivers","author":[{"family":"Beispiel","given":"Ada"},{"literal":"The Group"}],"issued":{"date-parts":[["2023",4,12]]},"DOI":"10.5555/a.1"}',
    '{"id":2,"type":"book","title":"Owls","issued":{"raw":"1999"}}',
  ]),
  ...jsonLines('jsonl', [
    '{"title":"On rivers","authors":["Ada Beispiel",{"name":"Bo Muster"}],"year":2023,"abstract":"Rivers.","doi":"10.5555/a.1","impactFactor":{"citationCount":3}}',
    '{"title":"Owls","authors":"Beispiel, A. and Muster, B.","year":"1999"}',
  ]),
  {
    format: 'csv',
    records: [
      'A toy survey,"Beispiel J.C., Muster R.",2021,J Toys,10.5555/a.1,[No abstract available]\n',
      'Owls,"[\'Ada Beispiel\', \'Bo Muster\']",1999,,10.5555/a.2,"They ""sleep"", mostly."\n',
      'Bats,"Beispiel, A. and Muster, B.",2001,J Bats,,x\n',
    ],
    entries: (text) => text.trim().split('\n').length - 1,
  },
];
/** A format of JSON values, one on each line: whatever is done to a line, it stays an entry. */
function jsonLines(format: ImportFormat, lines: readonly string[]): (typeof FILES)[number][] {
  const entries = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;
  return [{ format, layout: 'json-lines', records: lines.map((line) => `${line}\n`), entries }];
}

const HEADERS: Partial<Record<ImportFormat, string>> = { csv: 'Title,Authors,Year,Source title,DOI,Abstract\n' };

/** What may be put into a record; neither a line break nor a quotation mark, which part other formats' records. */
const SCRAPS = [
  ...['\u2028', '\u0085', '\u0000', '\ufeff', '\ufffd', '\u0301', '\ud800', '😀', '山田', 'É', '\u001b[31m', '\t'],
  ...['{', '}', '\\', '$', '%', '#', '@', '<', '>', '&', '&amp;', '<tex-math>', '\\documentclass', ' and ', ';', '|'],
  ...[
    "'",
    '[',
    ']',
    '(',
    ' - ',
    'doi:10.',
    'https://',
    '-',
    '.',
    'Jr.',
    'de la',
    '0',
    ' '.repeat(50),
    'A. '.repeat(50),
  ],
];

type Mutation = { at: number; remove: number; insert: string };
const mutations = fc.array(
  fc.record({ at: fc.nat(2_000), remove: fc.nat(6), insert: fc.constantFrom('', ...SCRAPS) }),
  { minLength: 1, maxLength: 6 },
);

/** Changes values, never a line break, a quotation mark or what begins a record. */
function mutated(text: string, changes: readonly Mutation[], mayChange = isValue): string {
  return changes.reduce((whole, { at, remove, insert }) => {
    const lines = whole.split('\n');
    const line = lines[at % lines.length] ?? '';
    if (!mayChange(line)) return whole;
    const from = at % (line.length + 1);
    lines[at % lines.length] = line.slice(0, from) + insert + line.slice(from + remove);
    return lines.join('\n');
  }, text);
}

function isValue(line: string): boolean {
  const isFrame =
    /^(?:TY|ER|PT|PMID|@|RT|VN|<\/?record|<\/?entry|<\/?Pubmed|<.{1,20}rdf:about|<\/(?:bib|z|rdf):|<z:itemType|\s*$)|"/;
  return !isFrame.test(line) && line !== HEADERS.csv?.trim();
}

describe('a file that is damaged in a thousand ways', () => {
  it.each(FILES)(
    'loses no entry without a word: $format',
    async ({ format, layout = 'text' as const, records, entries, stray }) => {
      const file = fc.array(fc.constantFrom(...records), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(file, mutations, fc.integer({ min: 1, max: 200 }), async (parts, changes, size) => {
          const isAny = layout === 'json-lines' ? () => true : undefined;
          const text = mutated((HEADERS[format] ?? '') + parts.join(''), changes, isAny);
          async function* chunks() {
            for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
          }
          const source = { text: chunks(), format: { name: format, layout } };
          const { added, merged, skipped, passedOver } = await importPapers(memoryLibrary().library, source);
          const found = added + merged + skipped + passedOver;
          expect(found, text).toBeGreaterThanOrEqual(entries(text));
          expect(found, text).toBeLessThanOrEqual(entries(text) + (stray?.(text) ?? 0));
        }),
        { numRuns: runs(500) },
      );
    },
  );
});
