/** Where exports too long for an answer go. Throws STORE_UNAVAILABLE. */
export type ExportFolder = {
  /**
   * Writes a new file, readable by its owner only, and gives its path. An equal file of that name is left as it is;
   * where a different one has the name, a number is added to it.
   */
  write(name: string, ending: string, text: string): string;
};
