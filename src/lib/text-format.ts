export type TextFormat = 'pdf' | 'docx' | 'epub' | 'jats' | 'html';

const MARK = '%PDF-';
/** Some programs write other bytes before the signature. */
const MAX_BYTES_BEFORE = 1_024;

/** Whether a file is a PDF, by its signature within the first KB. */
export function isPdf(content: Uint8Array): boolean {
  return Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, MAX_BYTES_BEFORE)).includes(MARK);
}

/** Leading bytes that show the format of any text but a zip archive. */
export const HEAD_BYTES = 4_096;

/** The format of a text, detected from its beginning. */
export function sniffFormat(content: string | Uint8Array): TextFormat | undefined {
  if (isPdf(typeof content === 'string' ? Buffer.from(content.slice(0, MAX_BYTES_BEFORE)) : content)) return 'pdf';
  if (typeof content !== 'string' && content.length > 4) {
    const zipped = sniffZip(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
    if (zipped) return zipped;
  }
  const head =
    typeof content === 'string'
      ? content.slice(0, HEAD_BYTES)
      : Buffer.from(content.subarray(0, HEAD_BYTES)).toString();
  if (
    /<article[\s>]/.test(head) &&
    /^\s*<(?:\?xml|!DOCTYPE\s+article|article|!--)/i.test(head) &&
    !/<html[\s>]/i.test(head)
  )
    return 'jats';
  return /<!DOCTYPE\s+html|<html[\s>]/i.test(head) ? 'html' : undefined;
}

/** Zip archives state the names of their files without compression. */
function sniffZip(bytes: Buffer): TextFormat | undefined {
  if (bytes.readUInt32BE(0) !== 0x504b0304) return undefined;
  if (bytes.includes('META-INF/container.xml') || bytes.subarray(0, 100).includes('application/epub+zip'))
    return 'epub';
  return bytes.includes('word/') && bytes.includes('[Content_Types].xml') ? 'docx' : undefined;
}
