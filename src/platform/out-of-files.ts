/**
 * The message for a process that may open no more files. It is beside the rule that detects this, not with other
 * sentences: when nothing more can be loaded, one module must suffice.
 */
export const TOO_MANY_FILES = 'too many open files: allow this process more (ulimit -n 1024) and run it again';

/** Whether an error means that this process may open no more files. Opening any file or connection may cause it. */
export function isOutOfFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  return (
    code === 'EMFILE' || code === 'ENFILE' || /too many open files|\bEMFILE\b/i.test(message) || isOutOfFiles(cause)
  );
}
