import type { Citations } from './citations/citations.ts';
import type { Exports } from './exports.ts';
import type { Texts } from './full-text/texts.ts';
import type { Jobs } from './jobs.ts';
import type { Lookups } from './look-up/lookups.ts';
import type { PaperLibrary } from './ports/library.ts';
import type { Call } from './ports/reviews.ts';
import type { SharedReviews } from './reviewing/lab-sharing.ts';
import type { Watches } from './watches.ts';

/** What the product can do. Each feature is opened on first use: a server that only lists its tools opens none. */
export type Features = {
  jobs(): Promise<Jobs>;
  lookups(): Promise<Lookups>;
  texts(): Promise<Texts>;
  citations(): Promise<Citations>;
  exports(): Promise<Exports>;
  /** Screening, here and in a lab, for one call, which ends all of it. */
  reviews(call: Call): Promise<SharedReviews>;
  /** Searches that are run again from time to time. */
  watches(): Promise<Watches>;
  library(): Promise<PaperLibrary>;
};
