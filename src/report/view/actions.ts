import type { PageFormat } from '../../formats/page-formats.ts';
import type { ViewPaper } from '../data/report-data.ts';
import type { Keep } from './decide/keep.ts';
import type { Decisions } from './decide/person-decisions.ts';
import type { Model } from './model.ts';

/**
 * What the view's environment can do: an exported file can save, a host may open links or pass kept papers to the
 * conversation. The view draws no button for an absent action.
 */
export type Actions = {
  /** Opens a web address. Absent: links are ordinary links. */
  openLink?: (address: string) => void;
  /** Saves a text as a file. */
  save?: (name: string, mimeType: string, text: string) => void;
  /** Exports papers, by reference, in a format. Only an exported file writes the decisions into the texts. */
  exportPapers?: (format: PageFormat, refs: readonly string[], decisions: Decisions) => Promise<string>;
  /** Reads the abstract of a paper, if the data lacks it. */
  readAbstract?: (ref: string) => Promise<string | undefined>;
  /** Further tabs of the paper pane; each is drawn when it is opened. */
  tabs?: readonly { name: string; draw: (paper: ViewPaper) => Promise<HTMLElement> }[];
  /** Draws a control that finds all papers that a paper cites, or that cite it, except those of these jobs. */
  drawFindCited?: (
    ref: string,
    relation: 'references' | 'citations',
    verb: string,
    jobs: readonly string[],
  ) => HTMLElement;
  /** Called with the papers that the person keeps, whenever they change. */
  onKept?: (refs: readonly string[]) => void;
  /** Stores the decisions on the papers. */
  keep?: Keep;
  /** Draws controls for saving the decisions to a file. */
  drawSaveDecisions?: (model: Model) => HTMLElement[];
  /** Asks the assistant about the kept papers. */
  ask?: (refs: readonly string[]) => void;
};
