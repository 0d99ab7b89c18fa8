import type { ReadResult, TextFormat } from './document.ts';
import { readHtml } from './html/read-html.ts';
import { readJats } from './jats/read-jats.ts';

/** Larger texts are not parsed: real articles are below 2 MB, and pages of arXiv reach 1 MB. */
export const MAX_DOCUMENT_CHARACTERS = 8 * 1024 * 1024;

/** Reads a text of a format. */
export function readDocument(text: string, format: TextFormat): ReadResult {
  if (text.length > MAX_DOCUMENT_CHARACTERS) return { problem: 'too large' };
  return format === 'jats' ? readJats(text) : readHtml(text);
}

/** What a text is, by its beginning; a PDF is known by its mark within the first KB. */
export function sniffFormat(text: string): TextFormat | 'pdf' | undefined {
  const head = text.slice(0, 4_096);
  if (head.slice(0, 1_024).includes('%PDF-')) return 'pdf';
  if (
    /<article[\s>]/i.test(head) &&
    /^\s*(?:\ufeff)?\s*<(?:\?xml|!DOCTYPE\s+article|article|!--)/i.test(head) &&
    !/<html[\s>]/i.test(head)
  )
    return 'jats';
  return /<!DOCTYPE\s+html|<html[\s>]/i.test(head) ? 'html' : undefined;
}
