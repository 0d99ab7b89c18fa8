/**
 * What the place where the view runs can do. The view draws no button for what is absent: a file can save, a host may
 * be able to open links and to pass the choice on to the conversation.
 */
export type Actions = {
  /** Opens a web address. Absent: links are ordinary links. */
  openLink?: (address: string) => void;
  /** Saves a text as a file. */
  save?: (name: string, mimeType: string, text: string) => void;
  /** The papers, by reference, in a format. */
  exportPapers?: (format: 'bibtex' | 'ris' | 'csv', refs: readonly string[]) => Promise<string>;
  /** The abstract of a paper that the data does not hold. */
  readAbstract?: (ref: string) => Promise<string | undefined>;
  /** Told of every change of the chosen papers. */
  onChosen?: (refs: readonly string[]) => void;
  /** Asks the assistant about the chosen papers. */
  ask?: (refs: readonly string[]) => void;
};
