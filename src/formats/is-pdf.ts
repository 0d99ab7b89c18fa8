const MARK = '%PDF-';
/** Some programs write something before the mark. */
const MAX_BYTES_BEFORE = 1_024;

/** Whether a file is a PDF, by its mark within the first KB. */
export function isPdf(content: Uint8Array): boolean {
  return Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, MAX_BYTES_BEFORE)).includes(MARK);
}

/** How many bytes of the beginning are enough to decide. */
export const PDF_HEAD_BYTES = MAX_BYTES_BEFORE;
