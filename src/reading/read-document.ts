import { isPdf, PDF_HEAD_BYTES } from '../lib/is-pdf.ts';
import type { ReadResult, TextContent, TextFormat } from './document.ts';
import { readHtml } from './html/read-html.ts';
import { readJats } from './jats/read-jats.ts';

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
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
  if (text.length > MAX_DOCUMENT_CHARACTERS) return { problem: 'too large' };
  return format === 'jats' ? readJats(text) : readHtml(text);
}

/** The format of a text, detected from its beginning. */
export function sniffFormat(content: TextContent): TextFormat | undefined {
  if (isPdf(typeof content === 'string' ? Buffer.from(content.slice(0, PDF_HEAD_BYTES)) : content)) return 'pdf';
  const head =
    typeof content === 'string' ? content.slice(0, 4_096) : Buffer.from(content.subarray(0, 4_096)).toString();
  if (
    /<article[\s>]/i.test(head) &&
    /^\s*<(?:\?xml|!DOCTYPE\s+article|article|!--)/i.test(head) &&
    !/<html[\s>]/i.test(head)
  )
    return 'jats';
  return /<!DOCTYPE\s+html|<html[\s>]/i.test(head) ? 'html' : undefined;
}
