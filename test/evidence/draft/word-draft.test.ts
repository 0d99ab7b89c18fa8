import { describe, expect, it } from 'vitest';
import { readDraft } from '../../../src/evidence/draft/reading/read-draft.ts';
import { resolve } from '../../../src/evidence/draft/resolve.ts';
import { writeZip } from '../../../src/platform/zip.ts';
import { IS_WHOLE } from '../../helpers/runs.ts';

/** Manuscripts in the forms that Word and reference managers document, beyond a field in a paragraph. */

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="mc" xmlns:wps="wps" xmlns:v="v"';
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const char = (type: string, data = '') =>
  `<w:r><w:fldChar w:fldCharType="${type}">${data && `<w:fldData xml:space="preserve">${data}</w:fldData>`}</w:fldChar></w:r>`;
const instruction = (code: string) => `<w:r><w:instrText xml:space="preserve">${escaped(code)}</w:instrText></w:r>`;
const field = (code: string, shown: string) =>
  `${char('begin')}${instruction(code)}${char('separate')}${run(shown)}${char('end')}`;
const zotero = (family: string, year: number, shown = `(${family}, ${year})`) => {
  const title = `On the habits of ${family}`;
  const itemData = { id: 1, type: 'article-journal', title, author: [{ family }], issued: { 'date-parts': [[year]] } };
  return field(`ADDIN ZOTERO_ITEM CSL_CITATION ${JSON.stringify({ citationItems: [{ id: 1, itemData }] })}`, shown);
};
const endnote = (family: string, year: number) =>
  `<EndNote><Cite><Author>${family}</Author><record><ref-type name="Journal Article">17</ref-type><contributors><authors><author>${family}, A.</author></authors></contributors><titles><title>On the habits of ${family}</title></titles><dates><year>${year}</year></dates></record></Cite></EndNote>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

const docx = (body: string, others: Record<string, string> = {}) =>
  writeZip(
    Object.entries({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
      ...others,
    }).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
  );

/** Who is cited where, and what of it stands in no list. */
function citedIn(body: string, others: Record<string, string> = {}) {
  const draft = readDraft({ format: 'docx', content: docx(body, others) });
  const { works, missing } = resolve(draft);
  return {
    cited: works.flatMap(({ entry, citation }) => (citation ? [`${entry?.firstAuthor} ${entry?.year}`] : [])),
    missing: missing.length,
    text: draft.statements.map(({ claim }) => claim).join(' | '),
  };
}

describe('citations of Word itself', () => {
  const source = (tag: string, people: string, title: string, year: string) =>
    `<b:Source><b:Tag>${tag}</b:Tag><b:SourceType>JournalArticle</b:SourceType><b:Author><b:Author>${people}</b:Author></b:Author><b:Title>${title}</b:Title><b:Year>${year}</b:Year><b:JournalName>Shore</b:JournalName></b:Source>`;
  const person = (last: string, first: string) =>
    `<b:NameList><b:Person><b:Last>${last}</b:Last><b:First>${first}</b:First></b:Person></b:NameList>`;
  const sources = (...list: string[]) => ({
    'customXml/item1.xml': '<?xml version="1.0"?><other/>',
    'customXml/item2.xml': `<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography" SelectedStyle="\\APA.XSL">${list.join('')}</b:Sources>`,
  });
  const control = (...content: string[]) =>
    `<w:sdt><w:sdtPr><w:id w:val="7"/><w:citation/></w:sdtPr><w:sdtContent>${content.join('')}</w:sdtContent></w:sdt>`;

  it('are tied to the sources that the document keeps, one or several in a field', () => {
    const others = sources(
      source('Wee21', person('Weevil', 'Ada'), 'Tides in small ponds', '2021'),
      source('Lim19', person('Limpet', 'Bo'), 'Shells of limpets', '2019'),
      source('WHO03', '<b:Corporate>World Health Organization</b:Corporate>', 'Ponds and health', '2003'),
      source('Nob00', person('Nobody', 'Al'), 'Never cited', '2000'),
    );
    const bibliography = `<w:sdt><w:sdtPr><w:bibliography/></w:sdtPr><w:sdtContent>${p(char('begin'), instruction(' BIBLIOGRAPHY '), char('separate'), run('Weevil, A. (2021). Tides in small ponds. Shore.'))}${p(run('Limpet, B. (2019). Shells of limpets. Shore.'), char('end'))}</w:sdtContent></w:sdt>`;
    const body = [
      p(
        run('Ponds rise '),
        control(field(' CITATION Wee21 \\p 12 \\l 1033  \\m lim19', '(Weevil, 2021, p. 12; Limpet, 2019)')),
        run('.'),
      ),
      p(
        run('Health '),
        control(
          `<w:fldSimple w:instr=" CITATION WHO03 \\l 1033 ">${run('(World Health Organization, 2003)')}</w:fldSimple>`,
        ),
        run('.'),
      ),
      p(run('References')),
      bibliography,
    ].join('');
    const { cited, missing } = citedIn(body, others);
    expect(cited).toEqual(['Weevil 2021', 'Limpet 2019', 'World Health Organization 2003']);
    expect(missing).toBe(0);
  });

  it('whose source is not there are read by what they show', () => {
    const body = [
      p(run('Ponds rise '), control(field(' CITATION Gon99 \\l 1033 ', '(Crab, 2000)')), run('.')),
      p(run('References')),
      p(run('Crab, D. (2000). Claws in the sand. Shore, 1, 2.')),
    ].join('');
    expect(citedIn(body)).toMatchObject({ cited: ['Crab 2000'], missing: 0 });
  });
});

describe('citations of EndNote', () => {
  const begin = (data: string) => char('begin', base64(data));
  it.each([
    ['in the data of the field', begin(endnote('Newt', 2003)) + instruction(' ADDIN EN.CITE ')],
    [
      'in the data of a field within it',
      `${char('begin')}${instruction(' ADDIN EN.CITE ')}${begin(endnote('Newt', 2003))}${instruction(' ADDIN EN.CITE.DATA ')}${char('end')}`,
    ],
    [
      'in both',
      `${begin(endnote('Newt', 2003))}${instruction(' ADDIN EN.CITE ')}${begin(endnote('Newt', 2003))}${instruction(' ADDIN EN.CITE.DATA ')}${char('separate')}${char('end')}`,
    ],
  ])('are found %s', (_, opening) => {
    const body = p(run('Newts swim '), opening, char('separate'), run('(Newt, 2003)'), char('end'), run('.'));
    expect(citedIn(body)).toMatchObject({ cited: ['Newt 2003'], missing: 0 });
  });
});

describe('a manuscript', () => {
  it('has citations in notes, tables and text boxes, each once', () => {
    const box = (content: string) =>
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const body = [
      p(run('Ponds rise.'), '<w:r><w:footnoteReference w:id="2"/></w:r>'),
      `<w:tbl><w:tr><w:tc>${p(run('A cell '), zotero('Cell', 2001))}</w:tc><w:tc>${p(run('Other '), zotero('Row', 2002))}</w:tc></w:tr></w:tbl>`,
      p(run('Around the box.'), box(p(run('Boxed '), zotero('Boxer', 2004), run('.'))), run(' After it.')),
    ].join('');
    const note = (id: number, type: string, content: string) =>
      `<w:footnote w:id="${id}"${type && ` w:type="${type}"`}>${content}</w:footnote>`;
    const others = {
      'word/footnotes.xml': `<w:footnotes ${W}>${note(0, 'separator', p(run('---')))}${note(2, '', p(run('See '), zotero('Foot', 2005), run('.')))}</w:footnotes>`,
      'word/endnotes.xml': `<w:endnotes ${W}><w:endnote w:id="1">${p(run('And '), zotero('End', 2006), run('.'))}</w:endnote></w:endnotes>`,
    };
    const { cited, text } = citedIn(body, others);
    expect(cited.toSorted()).toEqual(['Boxer 2004', 'Cell 2001', 'End 2006', 'Foot 2005', 'Row 2002']);
    expect(text).not.toMatch(/box\.Boxed|\(Boxer, 2004\)\.After/);
  });

  it('is read as it would be if its changes were accepted', () => {
    const deleted = (content: string) =>
      `<w:del w:id="1" w:author="a">${content.replaceAll('w:t>', 'w:delText>').replaceAll('w:t ', 'w:delText ').replaceAll('instrText', 'delInstrText')}</w:del>`;
    const body = [
      p(
        run('Ponds rise by '),
        deleted(run('99 cm')),
        `<w:ins w:id="2" w:author="a">${run('12 cm ')}${zotero('Weevil', 2021)}</w:ins>`,
        deleted(zotero('Gone', 1999)),
        run('.'),
      ),
      `<w:moveFrom w:id="3">${run('Moved ')}${zotero('Moved', 2000)}</w:moveFrom>`,
      p(`<w:moveTo w:id="4">${run('Moved ')}${zotero('Moved', 2000)}</w:moveTo>`, run('.')),
    ].join('');
    const { cited, text } = citedIn(body);
    expect(cited).toEqual(['Weevil 2021', 'Moved 2000']);
    expect(text).toContain('Ponds rise by 12 cm');
    expect(text).not.toMatch(/99|Gone/);
  });

  it('with fields within fields takes time in proportion to them', () => {
    const nested = (depth: number) => {
      const opening = `${char('begin')}${instruction(' CITATION Wee21 ')}`;
      const closing = `${char('separate')}${run('x')}${char('end')}`;
      return p(run('Ponds '), opening.repeat(depth), closing.repeat(depth), run('.'), zotero('Weevil', 2021));
    };
    const timed = (depth: number) => {
      const content = docx(nested(depth));
      const { user } = process.cpuUsage();
      readDraft({ format: 'docx', content });
      return process.cpuUsage().user - user;
    };
    const depth = IS_WHOLE ? 2_000 : 500;
    timed(500);
    const [some, many] = [timed(depth), timed(8 * depth)];
    expect(many).toBeLessThan(some * 8 * 4 + 200_000);
  });
});
