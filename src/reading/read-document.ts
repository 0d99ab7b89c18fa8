import type { TextFormat } from '../lib/text-format.ts';
import type { ReadResult, TextContent } from './document.ts';
import { readHtml } from './html/read-html.ts';
import { readJats } from './jats/read-jats.ts';

/**
 * Increment with every change that gives any text other sections, blocks or positions: stored outlines are then
 * replaced.
 */
export const READERS_VERSION = 2;

/** Larger texts are not parsed: real articles stay below 2 MB, arXiv's pages below 1 MB. */
const MAX_DOCUMENT_CHARACTERS = 8 * 1024 * 1024;
/** Limit for PDFs, and for other formats, whose characters may take two bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Parses a text in a format. The PDF parser is large and loads with the first PDF. */
export async function readDocument(content: TextContent, format: TextFormat): Promise<ReadResult> {
  if (format === 'pdf') {
    const { readPdf } = await import('./pdf/read-pdf.ts');
    return content.length > MAX_FILE_BYTES ? { problem: 'too large' } : readPdf(Buffer.from(content));
  }
  if (format === 'docx' || format === 'epub') return readZipped(Buffer.from(content), format);
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
  if (text.length > MAX_DOCUMENT_CHARACTERS) return { problem: 'too large' };
  return format === 'jats' ? readJats(text) : readHtml(text);
}

/** Parses a format that is a zip archive; its parser loads with the first such file. */
async function readZipped(bytes: Uint8Array, format: 'docx' | 'epub'): Promise<ReadResult> {
  if (bytes.length > MAX_FILE_BYTES) return { problem: 'too large' };
  const [{ readDocx }, { readEpub }, { Unreadable }] = await Promise.all([
    import('./office/read-docx.ts'),
    import('./office/read-epub.ts'),
    import('./office/package-parts.ts'),
  ]);
  try {
    return format === 'docx' ? readDocx(bytes) : readEpub(bytes);
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}
