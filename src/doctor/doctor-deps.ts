import type { Config, ConfigError } from '../config.ts';
import type { Balances } from '../contract/answers.ts';
import type { KnownFailure } from '../contract/notes/source-outcomes.ts';
import type { CollectionStatus } from '../jobs/ports/collection.ts';
import type { LibrarySummary } from '../jobs/ports/library.ts';
import type { ZoteroKey } from '../jobs/ports/zotero.ts';
import type { Machine } from '../setup/machine.ts';
import type { DatabaseFacts } from './check-database.ts';

/** What the checks depend on. Nothing is opened before a check needs it. */
export type DoctorDeps = {
  machine: Machine;
  config: Config | ConfigError;
  /** Whether the scraping service, the sources and the endpoint for embeddings may be asked. */
  online: boolean;
  /** Opens the job store: how many jobs it holds. */
  recordedJobs(): Promise<number>;
  librarySummary(): Promise<LibrarySummary>;
  /** Looks at PAPERQUEUE_DATABASE_URL; undefined where it is not set. */
  databaseState(): Promise<DatabaseFacts | undefined>;
  balances(signal: AbortSignal): Promise<Balances | undefined>;
  /** Why the scraping service refuses the scraper key; undefined when it accepts it. */
  scraperKeyProblem(signal: AbortSignal): Promise<string | undefined>;
  /** How the collection is. Rejects with a PaperqueueError where the engine cannot tell. */
  collectionStatus(signal: AbortSignal): Promise<CollectionStatus>;
  /** What the key at zotero.org may do, in words. Rejects with a PaperqueueError where it is refused. */
  zoteroKey(signal: AbortSignal): Promise<ZoteroKey>;
  /** Why the endpoint for embeddings gives no vectors; undefined when it gives some. */
  embeddingsProblem(signal: AbortSignal): Promise<KnownFailure | undefined>;
};
