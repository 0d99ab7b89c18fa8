/** The folder of exports that are too long for an answer. Throws STORE_UNAVAILABLE. */
export type ExportFolder = {
  /**
   * Writes a file, readable only by its owner, and returns its path. An equal file of that name is reused. If a
   * different one has the name, a number is added.
   */
  write(name: string, ending: string, content: string | Uint8Array): string;
};
