import type { Screened } from '../decisions/screening.ts';
import type { ExportedPaper } from '../format.ts';

/** A record to be written to a file, with the current decisions. */
export type ScreenedPaper = ExportedPaper & Screened;
