import type { ReadingProblem } from '../../contract/notes/text-notes.ts';
import type { Note } from '../../contract/notes.ts';
import { readAuthorList } from '../../formats/author-list.ts';
import { readDate } from '../../formats/dates.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { ReadDocument, ReadResult } from '../document.ts';
import { cleanTextLine } from '../markup/outline.ts';
import { namesInLine } from '../names.ts';
import { type Bookmark, readBookmarks } from './bookmarks.ts';
import { toDocument } from './document-of.ts';
import { openPdf, type PdfFile } from './open-pdf.ts';
import { type PdfText, readItems } from './page-items.ts';
import { readFirstPage } from './paper/first-page.ts';

/** Reads a PDF: its sections, with the page of each paragraph. What is wrong with a file is a problem, never thrown. */
export async function readPdf(content: Uint8Array): Promise<ReadResult> {
  let file: PdfFile;
  try {
    file = await openPdf(content);
  } catch (error) {
    return { problem: problemOf(error) };
  }
  const read = await readFile(file).catch((): undefined => undefined);
  await file.destroy().catch(() => {});
  if (!read) return { problem: 'broken PDF' };
  // Outside of what pdf.js may throw of a broken file: a fault of our own layout is no broken PDF.
  const { text, bookmarks, fields } = read;
  const result = readText(text, bookmarks);
  return 'problem' in result ? result : { ...result, paper: paperOf(fields, readFirstPage(text.pages, fields)) };
}

type ReadFile = { text: PdfText; bookmarks: readonly Bookmark[]; fields: PaperInput };

async function readFile(file: PdfFile): Promise<ReadFile> {
  const fields = await readMetadata(file).catch((): PaperInput => ({}));
  return { text: await readItems(file), bookmarks: await readBookmarks(file), fields };
}

/** Fields of a file are only as reliable as their author. A title counts if the first page shows it, or no title. */
function paperOf(fields: PaperInput, page: PaperInput): PaperInput {
  const named = isTitleOfPaper(fields.title) ? fields.title : undefined;
  const authors = fields.authors?.length ? fields.authors : page.authors;
  return { ...page, ...omitUndefined(fields), title: page.title ?? named, authors, doi: fields.doi ?? page.doi };
}

/** Programs write the names of files there, and of themselves. */
function isTitleOfPaper(title: string | null | undefined): boolean {
  const words = (title ?? '').split(/\s+/).filter((word) => /^\p{L}{2,}/u.test(word));
  return (
    words.length >= 3 &&
    !/\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf)\b|^(?:microsoft|untitled|layout|doi:)/i.test(title ?? '')
  );
}

function problemOf(error: unknown): ReadingProblem {
  return error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken PDF';
}

/** Fewer characters than this are the stamp of a library on a picture of a page. */
const MIN_CHARACTERS = 100;
const MAX_EMPTY_PAGES = 0.8;
/** Share of characters that are not letters. */
const MAX_UNKNOWN = 0.05;

function readText(text: PdfText, bookmarks: readonly Bookmark[]): ReadResult {
  const sizes = text.pages.map(({ items }) => items.reduce((sum, { text: run }) => sum + run.trim().length, 0));
  const empty = sizes.filter((size) => size < MIN_CHARACTERS).length;
  if (empty > MAX_EMPTY_PAGES * sizes.length) return { problem: sizes.length > 0 ? 'pictures of pages' : 'broken PDF' };
  const { isRebuilt, ...document } = toDocument(text.pages, bookmarks);
  if (document.sections.every(({ blocks }) => blocks.length === 0)) return { problem: 'broken PDF' };
  return { ...document, ...omitUndefined({ notes: notesOn(text, document, empty, isRebuilt) }) };
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
  if (unknown > MAX_UNKNOWN * all.length) {
    notes.push({ kind: 'letters-unknown' });
  }
  return notes.length > 0 ? notes : undefined;
}

type Fields = Record<string, unknown>;

/** The names of a thousand authors; nothing longer is a title or a list of names. */
const MAX_FIELD_CHARACTERS = 20_000;

/** What a file's fields (XMP, and the older dictionary) state about its paper, often wrongly. */
async function readMetadata(file: PdfFile): Promise<PaperInput> {
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

/** The field may also contain a computer's user name: `admin`, `jsmith`. */
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
