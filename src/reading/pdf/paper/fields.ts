import { readAuthorList } from '../../../formats/read/author-list.ts';
import { readDate } from '../../../formats/read/dates.ts';
import { readDoi } from '../../../papers/identifiers.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { cleanTextLine } from '../../markup/outline.ts';
import { namesInLine } from '../../names.ts';
import type { PdfFile } from '../open-pdf.ts';

type Fields = Record<string, unknown>;

/** The names of a thousand authors; nothing longer is a title or a list of names. */
const MAX_FIELD_CHARACTERS = 20_000;

/** What the fields of a file (XMP, and the older dictionary) say of its paper: as programs left them, often wrong. */
export async function readMetadata(file: PdfFile): Promise<PaperInput> {
  const { info, metadata } = await file.getMetadata();
  const fields = info as Fields;
  const custom = (fields.Custom ?? {}) as Fields;
  const xmp = (name: string) => textsOf((metadata as { get(name: string): unknown } | null)?.get(name));
  const first = (...texts: readonly string[][]) => texts.flat()[0];
  const ids = [...xmp('prism:doi'), ...xmp('dc:identifier'), ...xmp('pdfx:doi'), ...textsOf(custom.doi)];
  const creators = xmp('dc:creator');
  const date = first(xmp('prism:coverdate'), xmp('prism:publicationdate'), xmp('prism:coverdisplaydate'));
  return {
    title: first(xmp('dc:title'), textsOf(fields.Title)),
    authors: creators.length > 1 ? creators : authorsOf(first(creators, textsOf(fields.Author))),
    // When the file was made says nothing of the year of the paper.
    ...readDate(date),
    venue: first(xmp('prism:publicationname')),
    volume: first(xmp('prism:volume')),
    issue: first(xmp('prism:number')),
    doi: ids.map(readDoi).find((doi) => doi !== undefined) ?? doiIn(first(textsOf(fields.Subject))),
  };
}

function textsOf(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts.flatMap((text) =>
    typeof text === 'string' ? cleanTextLine(text.slice(0, MAX_FIELD_CHARACTERS)) || [] : [],
  );
}

/** The field is filled with the names of users of computers, too: `admin`, `jsmith`. */
function authorsOf(text: string | undefined): PaperInput['authors'] {
  if (text === undefined) return [];
  const plain = namesInLine(text);
  if (plain) return plain;
  return /[,;]|\band\b/.test(text) && /\p{Lu}/u.test(text) ? readAuthorList(text) : [];
}

/** Publishers write a whole reference with the DOI into the subject. */
function doiIn(subject: string | undefined): string | undefined {
  return readDoi(/\b10\.\d{4,9}\/[^\s"<>]+/.exec(subject ?? '')?.[0]);
}
