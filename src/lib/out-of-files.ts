/** Whether an error says that the system gives this process no more open files. Any file or connection may meet it. */
export function isOutOfFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  return code === 'EMFILE' || code === 'ENFILE' || /too many open files/i.test(message) || isOutOfFiles(cause);
}
