import type { PageFormat } from '../formats/page-formats.ts';
import type { CitedPapers } from '../papers/report/paper-pane.ts';
import type { ViewPaper } from '../papers/report/report-data.ts';

/**
 * What the view's surroundings can do. The view draws no button for absent actions: a file can save, a host may be able
 * to open links and pass the selection to the conversation.
 */
export type Actions = {
  /** Opens a web address. Absent: links are ordinary links. */
  openLink?: (address: string) => void;
  /** Saves a text as a file. */
  save?: (name: string, mimeType: string, text: string) => void;
  /** The papers, by reference, in a format. */
  exportPapers?: (format: PageFormat, refs: readonly string[]) => Promise<string>;
  /** The abstract of a paper, if missing in the data. */
  readAbstract?: (ref: string) => Promise<string | undefined>;
  /** Further tabs of the paper beside the list; each is drawn when it is opened. */
  tabs?: readonly { name: string; draw: (paper: ViewPaper) => Promise<HTMLElement> }[];
  /** What sources know of its citations, without the papers of these jobs. */
  findCited?: (ref: string, relation: 'references' | 'citations', jobs: readonly string[]) => Promise<CitedPapers>;
  /** Called on every change of the selection. */
  onChosen?: (refs: readonly string[]) => void;
  /** Asks the assistant about the chosen papers. */
  ask?: (refs: readonly string[]) => void;
};
