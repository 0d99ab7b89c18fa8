const MARK = '%PDF-';
/** Some programs write other bytes before the signature. */
const MAX_BYTES_BEFORE = 1_024;

/** Whether a file is a PDF, by its signature within the first KB. */
export function isPdf(content: Uint8Array): boolean {
  return Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, MAX_BYTES_BEFORE)).includes(MARK);
}

/** Number of leading bytes that suffice to decide. */
export const PDF_HEAD_BYTES = MAX_BYTES_BEFORE;
