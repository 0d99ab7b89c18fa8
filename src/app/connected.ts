import type { Lab } from '../jobs/ports/reviews.ts';
import type { SearchService } from '../jobs/ports/service.ts';
import type { PollSchedule } from '../jobs/spending/wait.ts';

/** A search service that is ready to use, hosted or embedded, and its identity for the features. */
export type SearchConnection = {
  service: SearchService;
  /** Identifies the account and the service without revealing either. */
  account: string;
  /** Identifies the service, without the account. */
  serviceIdentity: string;
  polls: PollSchedule;
  /** Reviews that the service may keep. Absent if it cannot. */
  lab?: Lab;
  /** Changes whenever the content that is searched changes. */
  edition: () => string;
  close: () => void | Promise<void>;
};
