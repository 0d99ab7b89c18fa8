import type { Config, ConfigError } from '../config.ts';
import type { Balances } from '../contract/answers.ts';
import type { LibrarySummary } from '../jobs/ports/library.ts';
import type { Machine } from '../setup/machine.ts';

/** What the checks look at. Nothing is opened before a check asks for it. */
export type DoctorDeps = {
  machine: Machine;
  config: Config | ConfigError;
  /** Whether the scraping service may be asked. */
  online: boolean;
  /** Opens the job store: how many jobs it holds. */
  recordedJobs(): Promise<number>;
  librarySummary(): Promise<LibrarySummary>;
  balances(signal: AbortSignal): Promise<Balances | undefined>;
  /** What is wrong with the scraper key; undefined when nothing is. */
  scraperKeyProblem(signal: AbortSignal): Promise<string | undefined>;
};
