import type { Lab } from '../jobs/ports/reviews.ts';
import type { SearchService } from '../jobs/ports/service.ts';
import type { PollSchedule } from '../jobs/spending/wait.ts';

/** A search service that is ready to use, hosted or embedded, and what the use-cases have to know of it. */
export type SearchConnection = {
  service: SearchService;
  /** Identifies the account and the service without revealing either. */
  account: string;
  /** Identifies the service, without the account. */
  serviceIdentity: string;
  polls: PollSchedule;
  /** Reviews that the service may keep. Absent: it cannot. */
  lab?: Lab;
  /** Another text after every change of what is searched. */
  edition: () => string;
  close: () => void | Promise<void>;
};
