/** The folder of exports that are too long for an answer. Throws STORE_UNAVAILABLE. */
export type ExportFolder = {
  /**
   * Writes a file, readable only by its owner, and returns its path. If the name is taken, an equal file is reused, and
   * a different one makes the name get a number.
   */
  write(name: string, ending: string, content: string | Uint8Array): string;
};
