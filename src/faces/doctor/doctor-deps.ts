import type { Balances } from '../../contract/answers.ts';
import type { Feature } from '../../jobs/features.ts';
import type { RecordedJobs } from '../../jobs/ports/store.ts';
import type { LibrarySummary } from '../../library/ports/library.ts';
import type { ZoteroKey } from '../../library/ports/zotero.ts';
import type { Config, ConfigError } from '../../platform/config.ts';
import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import type { Machine } from '../setup/machine.ts';
import type { DatabaseFacts } from './check-database.ts';

type CollectionStatus = Awaited<ReturnType<Feature<'collection'>['status']>>;

/** The checks' dependencies. Nothing is opened before a check needs it. */
export type DoctorDeps = {
  machine: Machine;
  config: Config | ConfigError;
  /** Whether the scraping service, the sources and the embedding endpoint may be contacted. */
  online: boolean;
  /** Opens the job store: the number of its jobs, and what it lacks. */
  recordedJobs(): Promise<RecordedJobs>;
  librarySummary(): Promise<LibrarySummary>;
  /** The state of the database at PAPERQUEUE_DATABASE_URL; undefined if that is not set. */
  databaseState(): Promise<DatabaseFacts | undefined>;
  /** Accounts of `serve.sqlite` whose balances differ from the sums of their ledger; undefined without the file. */
  servedBooks(): Promise<number | undefined>;
  balances(signal: AbortSignal): Promise<Balances | undefined>;
  /** Why the scraping service rejects the scraper key; undefined if it accepts it. */
  scraperKeyProblem(signal: AbortSignal): Promise<string | undefined>;
  /** The state of the collection. Rejects with a PaperqueueError if the engine cannot report it. */
  collectionStatus(signal: AbortSignal): Promise<CollectionStatus>;
  /** The permissions of the key at zotero.org. Rejects with a PaperqueueError if the key is refused. */
  zoteroKey(signal: AbortSignal): Promise<ZoteroKey>;
  /** Why the embedding endpoint returns no vectors; undefined if it does. */
  embeddingsProblem(signal: AbortSignal): Promise<KnownFailure | undefined>;
};
