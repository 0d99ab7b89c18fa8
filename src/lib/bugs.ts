/**
 * Rethrows what only a fault of our own code throws. A catch that stands for an expected failure (a locked file, a
 * source that does not answer) calls this first, so that a bug does not read as one.
 */
export function rethrowBug(error: unknown): void {
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) throw error;
}
