import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readAuthorList } from '../../papers/author-lists.ts';
import { readDate } from '../../papers/dates.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { normalisePaper, type PaperInput } from '../../papers/paper.ts';
import type { Note } from '../../wording/notes.ts';
import type { ReadDocument, ReadResult } from '../document.ts';
import { cleanTextLine } from '../markup/outline.ts';
import { namesInLine } from '../names.ts';
import { type Bookmark, readBookmarks } from './bookmarks.ts';
import { readFirstPage, showsName } from './first-page.ts';
import { openPdf, type PdfFile } from './open-pdf.ts';
import { type PdfText, readItems } from './page-items.ts';
import { toDocument } from './to-document.ts';

/** Parses a PDF: its sections, with the page of each paragraph. Returns faults of a file as a problem; never throws. */
export async function readPdf(content: Uint8Array): Promise<ReadResult> {
  let file: PdfFile;
  try {
    file = await openPdf(content);
  } catch (error) {
    return { problem: error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken PDF' };
  }
  const read = await readFile(file).catch((): undefined => undefined);
  await file.destroy().catch(() => {});
  if (!read) return { problem: 'broken PDF' };
  // Not caught: a bug in our layout code must not count as a broken PDF.
  const { text, bookmarks, fields } = read;
  const result = readText(text, bookmarks);
  if ('problem' in result) return result;
  const { authors: [author, ...others] = [] } = normalisePaper(fields);
  const isOther = author !== undefined && others.length === 0 && !showsName(text.pages, author);
  const credible = isOther ? { ...fields, authors: [] } : fields;
  return { ...result, paper: mergePaper(credible, readFirstPage(text.pages, fields)) };
}

type ReadFile = { text: PdfText; bookmarks: readonly Bookmark[]; fields: PaperInput };

async function readFile(file: PdfFile): Promise<ReadFile> {
  const fields = await readMetadata(file).catch((): PaperInput => ({}));
  return { text: await readItems(file), bookmarks: await readBookmarks(file), fields };
}

/**
 * A file's fields are only as reliable as their author. A title counts if the first page shows it, or shows no title;
 * a single author if the page shows the name, because publishers and users write theirs into the field.
 */
function mergePaper(fields: PaperInput, page: PaperInput): PaperInput {
  const named = isTitleOfPaper(fields.title) ? fields.title : undefined;
  const authors = fields.authors?.length ? fields.authors : page.authors;
  return { ...page, ...omitUndefined(fields), title: page.title ?? named, authors, doi: fields.doi ?? page.doi };
}

/** Programs also write file names and their own names into this field. */
function isTitleOfPaper(title: string | null | undefined): boolean {
  const words = (title ?? '').split(/\s+/).filter((word) => /^\p{L}{2,}/u.test(word));
  return (
    words.length >= 3 &&
    !/\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf)\b|^(?:microsoft|untitled|layout|doi:)/i.test(title ?? '')
  );
}

/** Less text than this is a library's stamp on scanned pages. */
const MIN_CHARACTERS = 100;
const MAX_EMPTY_PAGES = 0.8;
/** Maximum share of unreadable characters. */
const MAX_UNKNOWN = 0.05;

function readText(text: PdfText, bookmarks: readonly Bookmark[]): ReadResult {
  const sizes = text.pages.map(({ items }) => items.reduce((sum, { text: run }) => sum + run.trim().length, 0));
  const empty = sizes.filter((size) => size < MIN_CHARACTERS).length;
  if (empty > MAX_EMPTY_PAGES * sizes.length) return { problem: sizes.length > 0 ? 'pictures of pages' : 'broken PDF' };
  const { isRebuilt, ...document } = toDocument(text.pages, bookmarks);
  if (document.sections.every(({ blocks }) => blocks.length === 0)) return { problem: 'broken PDF' };
  return { ...document, notes: notesOn(text, document, empty, isRebuilt) };
}

function notesOn(
  { pages, pageCount }: PdfText,
  { sections }: Pick<ReadDocument, 'sections'>,
  empty: number,
  isRebuilt: boolean,
): Note[] | undefined {
  const notes: Note[] = [];
  if (pageCount > pages.length) notes.push({ kind: 'pages-not-read', read: pages.length, of: pageCount });
  if (empty > 0) notes.push({ kind: 'pages-without-text', pages: empty, of: pages.length });
  if (isRebuilt) notes.push({ kind: 'order-is-a-guess' });
  const all = sections.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('');
  const unknown = (all.match(/[\ufffd\p{Co}\p{Cn}]/gu) ?? []).length;
  if (unknown > MAX_UNKNOWN * all.length) notes.push({ kind: 'letters-unknown' });
  return notes.length > 0 ? notes : undefined;
}

type Fields = Record<string, unknown>;

const DOI = /\b10\.\d{4,9}\/[^\s"<>]+/;

/** Enough for the names of a thousand authors; no title or list of names is longer. */
const MAX_FIELD_CHARACTERS = 20_000;

/** Reads a file's metadata (XMP and the older dictionary) about its paper, which is often wrong. */
async function readMetadata(file: PdfFile): Promise<PaperInput> {
  const { info, metadata } = await file.getMetadata();
  const fields = info as Fields;
  const custom = (fields.Custom ?? {}) as Fields;
  const xmp = (name: string) => fieldTexts((metadata as { get(name: string): unknown } | null)?.get(name));
  const first = (...texts: readonly string[][]) => texts.flat()[0];
  const ids = [...xmp('prism:doi'), ...xmp('dc:identifier'), ...xmp('pdfx:doi'), ...fieldTexts(custom.doi)];
  const creators = xmp('dc:creator');
  const date = first(xmp('prism:coverdate'), xmp('prism:publicationdate'), xmp('prism:coverdisplaydate'));
  return {
    title: first(xmp('dc:title'), fieldTexts(fields.Title)),
    authors: creators.length > 1 ? creators : readAuthors(first(creators, fieldTexts(fields.Author))),
    // The file's date says nothing about the paper's year.
    ...readDate(date),
    venue: first(xmp('prism:publicationname')),
    volume: first(xmp('prism:volume')),
    issue: first(xmp('prism:number')),
    // Publishers write a whole reference, with the DOI, into the subject.
    doi:
      ids.map(readDoi).find((doi) => doi !== undefined) ??
      readDoi(DOI.exec(first(fieldTexts(fields.Subject)) ?? '')?.[0]),
  };
}

function fieldTexts(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts.flatMap((text) =>
    typeof text === 'string' ? cleanTextLine(text.slice(0, MAX_FIELD_CHARACTERS)) || [] : [],
  );
}

/** The field may also contain a user name: `admin`, `jsmith`. */
function readAuthors(text: string | undefined): PaperInput['authors'] {
  if (text === undefined) return [];
  const plain = namesInLine(text);
  if (plain) return plain;
  return /[,;]|\band\b/.test(text) && /\p{Lu}/u.test(text) ? readAuthorList(text) : [];
}
