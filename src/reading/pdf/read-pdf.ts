import type { ReadingProblem } from '../../contract/notes/text-notes.ts';
import type { Note } from '../../contract/notes.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { ReadDocument, ReadResult } from '../document.ts';
import { type Bookmark, readBookmarks } from './bookmarks.ts';
import { documentOf } from './document-of.ts';
import { openPdf, type PdfFile } from './open-pdf.ts';
import { type PdfText, readItems } from './page-items.ts';
import { readMetadata } from './paper/fields.ts';
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

/** Fields of a file are as right as whoever filled them; a title in them counts if the first page shows it or none. */
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
/** Of characters that mean no letter. */
const MAX_UNKNOWN = 0.05;

function readText(text: PdfText, bookmarks: readonly Bookmark[]): ReadResult {
  const sizes = text.pages.map(({ items }) => items.reduce((sum, { text: run }) => sum + run.trim().length, 0));
  const empty = sizes.filter((size) => size < MIN_CHARACTERS).length;
  if (empty > MAX_EMPTY_PAGES * sizes.length) return { problem: sizes.length > 0 ? 'pictures of pages' : 'broken PDF' };
  const { isRebuilt, ...document } = documentOf(text.pages, bookmarks);
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
