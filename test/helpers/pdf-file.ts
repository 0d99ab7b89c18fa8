import { deflateSync } from 'node:zlib';

/** Small PDF files for tests: text at places, in Courier, whose letters are all 0.6 of its size wide. */

/** `x` and `y` in points from the top left corner; the y is of the baseline. */
export type Placed = { text: string; x: number; y: number; size?: number; isBold?: boolean };

const PAGE_WIDTH = 612;
const PAGE_HEIGHT = 792;

/** `info` are the fields of the file, such as `{ Title: 'On mussels' }`. */
export function makePdf(
  pages: readonly (readonly Placed[])[],
  bookmarks: readonly string[] = [],
  info: Readonly<Record<string, string>> = {},
): Buffer {
  const contents = pages.map((page) => page.map(drawing).join('\n'));
  return makePdfFromContents(contents, 1, bookmarks, info);
}

/** A file of pages with this drawing, such as `BT (text) Tj ET`. */
export function makePdfFromContents(
  contents: readonly string[],
  filter = 1,
  bookmarks: readonly string[] = [],
  info: Readonly<Record<string, string>> = {},
): Buffer {
  const outlineAt = 5 + 2 * contents.length;
  const kids = contents.map((_, at) => `${5 + 2 * at} 0 R`).join(' ');
  const objects: Buffer[] = [
    `<< /Type /Catalog /Pages 2 0 R${bookmarks.length > 0 ? ` /Outlines ${outlineAt} 0 R` : ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold >>',
  ].map((text) => Buffer.from(text));
  for (const [at, content] of contents.entries()) {
    const size = `[0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}]`;
    const fonts = '<< /Font << /F1 3 0 R /F2 4 0 R >> >>';
    objects.push(
      Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox ${size} /Resources ${fonts} /Contents ${6 + 2 * at} 0 R >>`),
      stream(Buffer.from(content, 'latin1'), filter),
    );
  }
  const fields = Object.entries(info).map(([name, text]) => `/${name} (${text.replace(/[\\()]/g, '\\$&')})`);
  const dictionary = fields.length > 0 ? [Buffer.from(`<< ${fields.join(' ')} >>`)] : [];
  const all = [...objects, ...makeOutline(bookmarks, outlineAt), ...dictionary];
  return makeFile(all, dictionary.length > 0 ? all.length : undefined);
}

/** Bookmarks one below the other, each of the first page; the objects are numbered from `at`. */
function makeOutline(titles: readonly string[], at: number): Buffer[] {
  if (titles.length === 0) return [];
  const last = at + titles.length;
  const root = `<< /Type /Outlines /First ${at + 1} 0 R /Last ${last} 0 R /Count ${titles.length} >>`;
  const items = titles.map((title, nth) => {
    const before = nth > 0 ? ` /Prev ${at + nth} 0 R` : '';
    const next = at + nth + 1 < last ? ` /Next ${at + nth + 2} 0 R` : '';
    return `<< /Title (${title}) /Parent ${at} 0 R /Dest [5 0 R /Fit]${before}${next} >>`;
  });
  return [root, ...items].map((text) => Buffer.from(text));
}

/** A stream that is packed so many times. */
function stream(content: Buffer, times: number): Buffer {
  let packed: Buffer = content;
  for (let time = 0; time < times; time += 1) packed = deflateSync(packed);
  const filters = Array.from({ length: times }, () => '/FlateDecode').join(' ');
  const head = `<< /Length ${packed.length} /Filter [${filters}] >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

/** A file of these objects, of which the first is the catalogue; `trailer` is put into its end as it is. */
export function makePdfFromObjects(objects: readonly string[], trailer = ''): Buffer {
  return makeFile(
    objects.map((text) => Buffer.from(text, 'latin1')),
    undefined,
    trailer,
  );
}

function makeFile(objects: readonly Buffer[], info?: number, trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R${info ? ` /Info ${info} 0 R` : ''}${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}

function drawing({ text, x, y, size = 10, isBold = false }: Placed): string {
  const escaped = text.replace(/[\\()]/g, '\\$&').replaceAll('ﬁ', '\\256');
  return `BT /F${isBold ? 2 : 1} ${size} Tf ${x} ${PAGE_HEIGHT - y} Td (${escaped}) Tj ET`;
}

/** Words in lines of so many letters, one below the other; a word with a `~` may be divided there. */
export function makeColumn(words: string, at: { x: number; y: number; letters: number; size?: number }): Placed[] {
  const { x, y, letters, size = 10 } = at;
  const lines = [''];
  for (const word of words.split(' ')) {
    const whole = word.replace('~', '');
    const line = lines.at(-1) ?? '';
    const blank = line === '' ? '' : ' ';
    const [first = '', second] = word.split('~');
    if (line.length + blank.length + whole.length <= letters) lines[lines.length - 1] += blank + whole;
    else if (second !== undefined && line.length + first.length + 2 <= letters) {
      lines[lines.length - 1] += `${blank}${first}-`;
      lines.push(second);
    } else lines.push(whole);
  }
  return lines.map((text, nth) => ({ text, x, y: y + nth * 1.2 * size, size }));
}
