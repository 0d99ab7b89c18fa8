import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sniffFormat } from '../../../src/lib/text-format.ts';
import { writeZip } from '../../../src/platform/zip.ts';
import type { ReadDocument } from '../../../src/reading/document.ts';
import { readDocument } from '../../../src/reading/read-document.ts';
import { runs } from '../../helpers/runs.ts';

/** Word documents and books, made here part by part. */

type Parts = Record<string, string | Uint8Array>;
const zip = (parts: Parts) =>
  writeZip(Object.entries(parts).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));
const TYPES = { '[Content_Types].xml': '<Types/>' };

const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const styled = (style: string, text: string) => p(text, `<w:pStyle w:val="${style}"/>`);
const documentXml = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}<w:sectPr/></w:body></w:document>`;
const style = (id: string, name: string, more = '') =>
  `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
const STYLES = `<w:styles>${style('berschrift1', 'heading 1')}${style('Own', 'My own', '<w:basedOn w:val="berschrift1"/>')}${style('Level', 'Chapter', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>')}${style('Titel', 'Title')}${style('Circle', 'Circle', '<w:basedOn w:val="Circle"/>')}</w:styles>`;

const docx = (body: string, more: Parts = {}) =>
  zip({ ...TYPES, 'word/document.xml': documentXml(body), 'word/styles.xml': STYLES, ...more });

const CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>';
const opf = (pages: string[]) =>
  `<?xml version="1.0"?><package><metadata><dc:title>On owls</dc:title><dc:creator>Ada Owl</dc:creator><dc:identifier>urn:isbn:9780306406157</dc:identifier><dc:date>2019-03-01</dc:date></metadata><manifest>${pages
    .map((page, at) => `<item id="i${at}" href="${page}"/>`)
    .join(
      '',
    )}<item id="nav" href="nav.xhtml" properties="nav"/></manifest><spine><itemref idref="nav"/>${pages.map((_, at) => `<itemref idref="i${at}"/>`).join('')}</spine></package>`;
const epub = (pages: Parts, more: Parts = {}) =>
  zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'OEBPS/book.opf': opf(Object.keys(pages)),
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`OEBPS/${decodeURIComponent(name)}`, text])),
    'OEBPS/nav.xhtml': '<html><body><nav>Contents</nav></body></html>',
    ...more,
  });

async function read(bytes: Uint8Array) {
  const format = sniffFormat(bytes);
  return format === undefined ? { problem: 'unknown' } : readDocument(bytes, format);
}
const outlineOf = (document: object) =>
  (document as ReadDocument).sections.map(({ id, title, blocks }) => [
    id,
    title,
    ...blocks.map(({ kind, text }) => `${kind}: ${text}`),
  ]);

describe('a Word document', () => {
  it('has sections by the level of its headings, whatever their names', async () => {
    const document = await read(
      docx(
        styled('Titel', 'Owls at night') +
          styled('berschrift1', 'Abstract') +
          p('Owls hear mice.') +
          styled('Own', 'Einleitung') +
          p('Snow is quiet.') +
          styled('Level', 'Details') +
          p('One.', '<w:numPr><w:numId w:val="1"/></w:numPr>') +
          p('Direct', '<w:outlineLvl w:val="0"/>') +
          styled('Circle', 'A paragraph of a circular style.') +
          styled('berschrift1', 'References') +
          p('[1] Mouse, A. On snow. doi:10.5555/snow') +
          p('Owl, B. On mice.'),
      ),
    );
    expect(document).toMatchObject({ title: 'Owls at night', paper: { title: 'Owls at night' } });
    expect(outlineOf(document)).toEqual([
      ['abstract', 'Abstract', 'paragraph: Owls hear mice.'],
      ['S1', 'Einleitung', 'paragraph: Snow is quiet.'],
      ['S1.1', 'Details', 'list-item: One.'],
      ['S2', 'Direct', 'paragraph: A paragraph of a circular style.'],
    ]);
    expect((document as ReadDocument).references).toEqual([
      { key: '1', text: 'Mouse, A. On snow. doi:10.5555/snow', doi: '10.5555/snow' },
      { key: '2', text: 'Owl, B. On mice.' },
    ]);
  });

  it('has sections by the ids of styles that the file does not define', async () => {
    const body =
      styled('Title', 'Owls at night') +
      styled('Heading1', 'Methods') +
      p('We watched.') +
      styled('Heading2', 'Setting') +
      p('Snow.');
    const document = await read(docx(body, { 'word/styles.xml': '<w:styles/>' }));
    expect(document).toMatchObject({ title: 'Owls at night' });
    expect(outlineOf(document)).toEqual([
      ['S1', 'Methods', 'paragraph: We watched.'],
      ['S1.1', 'Setting', 'paragraph: Snow.'],
    ]);
  });

  it('is read as it would be printed: changes, fields, notes, tables', async () => {
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const cell = (text: string, span = '') => `<w:tc><w:tcPr>${span}</w:tcPr>${p(text)}</w:tc>`;
    const document = await read(
      docx(
        `<w:p>${run('Kept ')}<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:ins>${run('inserted')}</w:ins>` +
          `<w:r><w:fldChar/><w:instrText>PAGEREF x</w:instrText></w:r><w:hyperlink>${run(' linked')}</w:hyperlink>` +
          '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r><w:r><w:footnoteReference w:id="5"/></w:r></w:p>' +
          `<w:tbl><w:tr>${cell('Bird')}${cell('Mice')}</w:tr><w:tr>${cell('Owl')}${cell('7')}</w:tr></w:tbl>` +
          `<w:tbl><w:tr>${cell('A framed text.')}</w:tr></w:tbl><w:sdt><w:sdtContent>${p('Controlled.')}</w:sdtContent></w:sdt>`,
        { 'word/footnotes.xml': `<w:footnotes><w:footnote w:id="5">${p('A note.')}</w:footnote></w:footnotes>` },
      ),
    );
    expect(outlineOf(document)).toEqual([
      [
        'S1',
        'Text',
        'paragraph: Kept inserted linked^2',
        'footnote: A note.',
        'table: | Bird | Mice |\n| --- | --- |\n| Owl | 7 |',
        'paragraph: A framed text.',
        'paragraph: Controlled.',
      ],
    ]);
  });
});

describe('a book', () => {
  it('is read page by page, with its metadata', async () => {
    const document = await read(
      epub({
        'one%20a.xhtml':
          '<html><body><h1>Hearing</h1><p>Owls hear.</p><h2>Mice</h2><p>Mice squeak<sup>1</sup>.</p></body></html>',
        'two.html':
          '<html><head><title>x</title></head><body><p>It goes on.</p><ul><li>One</li></ul><h1>Seeing</h1>Loose text<table><tr><td>a</td><td>b</td></tr></table><aside epub:type="footnote"><p>A note.</p></aside></body></html>',
      }),
    );
    expect(document).toMatchObject({
      title: 'On owls',
      paper: { title: 'On owls', authors: ['Ada Owl'], year: 2019, isbns: ['9780306406157'] },
    });
    expect(outlineOf(document)).toEqual([
      ['S1', 'Hearing', 'paragraph: Owls hear.'],
      ['S1.1', 'Mice', 'paragraph: Mice squeak^1.', 'paragraph: It goes on.', 'list-item: One'],
      ['S2', 'Seeing', 'paragraph: Loose text', 'table: | a | b |\n| --- | --- |', 'footnote: A note.'],
    ]);
  });

  it('with scrambled fonts is read, one with copy protection is not', async () => {
    const encryption = (method: string) =>
      `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${method}"/></enc:EncryptedData></encryption>`;
    const page = { 'a.html': '<html><body><h1>A</h1><p>Text.</p></body></html>' };
    const fonts = encryption('http://www.idpf.org/2008/embedding');
    const aes = encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc');
    expect(await read(epub(page, { 'META-INF/encryption.xml': fonts }))).toHaveProperty('sections');
    const locks: Parts[] = [
      { 'META-INF/encryption.xml': aes },
      { 'META-INF/rights.xml': '<r/>' },
      { 'META-INF/sinf.xml': '<r/>' },
    ];
    for (const more of locks) expect(await read(epub(page, more))).toEqual({ problem: 'copy protection' });
  });
});

describe('a hostile file is refused by what is wrong with it', () => {
  const bomb = (size: number) => {
    const bytes = Buffer.from(docx(p('x')));
    // The size that the directory states of the last part.
    const at = bytes.lastIndexOf(Buffer.from('PK\x01\x02'));
    bytes.writeUInt32LE(size, at + 24);
    return bytes;
  };
  const many = writeZip(
    Array.from({ length: Math.min(runs(60_000), 60_000) }, (_, at) => ({
      name: `word/${at}.xml`,
      bytes: new Uint8Array(0),
    })).concat([{ name: '[Content_Types].xml', bytes: new Uint8Array(0) }]),
  );
  const big = `<w:t>${'x'.repeat(30_000_000)}</w:t>`;
  const ENTITIES = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';

  it.each([
    ['a part that unpacks to too much', docx(big), 'too large'],
    ['a part that states too much', bomb(4_000_000_000), 'too large'],
    ['a part that states less than it holds', bomb(10), 'broken archive'],
    ['many parts and no text', many, 'parts missing'],
    ['no text', zip({ ...TYPES, 'word/styles.xml': STYLES }), 'parts missing'],
    ['an empty text', docx(''), 'no body'],
    ['its own entities', docx('', { 'word/document.xml': ENTITIES + documentXml(p('&b;')) }), 'own entities'],
    ['elements that nest without end', docx('<w:x>'.repeat(100_000)), 'nested too deeply'],
    ['an archive that is cut off', docx(p('Text.')).slice(0, -40), 'broken archive'],
    ['a book without its pages', epub({}), 'parts missing'],
    [
      'a book without its list',
      zip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': CONTAINER }),
      'parts missing',
    ],
    ['entities in a page', epub({ 'a.html': `${ENTITIES}<html><body><p>&b;</p></body></html>` }), 'own entities'],
    ['another archive', zip({ 'a.txt': 'Text' }), 'unknown'],
    ['half an archive', Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync('x')]), 'unknown'],
  ])('%s', async (_, bytes, problem) => {
    expect(await read(bytes)).toEqual({ problem });
  });
});
