import type { Screened } from '../decisions/screening.ts';
import type { ExportedPaper } from '../format.ts';

/** A record on its way into a file, with the decisions that stand. */
export type ScreenedPaper = ExportedPaper & Screened;
