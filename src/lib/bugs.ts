/**
 * Rethrows errors that only a bug of our own throws. A catch for an expected failure (a locked file, a source that does
 * not answer) calls this first, so that a bug is not mistaken for one.
 */
export function rethrowBug(error: unknown): void {
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) throw error;
}
