import { type Config, ConfigError } from '../config.ts';
import { checkClients } from './check-clients.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkDataFolder, checkLibrary, checkNode, checkSpace, checkStore } from './check-machine.ts';
import { checkNames } from './check-names.ts';
import { checkEmbeddings, checkScraper, checkService } from './check-network.ts';
import { checkSources } from './check-sources.ts';
import { checkZotero } from './check-zotero.ts';
import type { DoctorDeps } from './deps.ts';
import { type Check, type Finding, ok, problem } from './finding.ts';

/** All checks in the order of the report; with an invalid configuration only those that do not depend on it. */
export function checksOf(deps: DoctorDeps): Check[] {
  const { config, machine } = deps;
  const configured = config instanceof ConfigError ? [] : checksOfConfigured(deps, config);
  return [
    { name: 'node', run: () => checkNode(machine.nodeVersion) },
    { name: 'configuration', run: () => [...checkConfiguration(config), ...checkNames(machine.environment)] },
    ...configured,
    { name: 'clients', run: (signal) => checkClients(machine, { online: deps.online }, signal) },
  ];
}

function checksOfConfigured(deps: DoctorDeps, config: Config): Check[] {
  return [
    { name: 'data folder', run: () => checkDataFolder(config.dataDir, deps.machine.platform) },
    { name: 'disk space', run: () => checkSpace(config.dataDir) },
    { name: 'store', run: () => checkStore(config.dataDir, deps.recordedJobs) },
    { name: 'library', run: () => checkLibrary(config.dataDir, deps.librarySummary) },
    { name: 'files', run: () => checkFiles(config.dataDir) },
    { name: 'database', run: () => checkDatabase(deps.databaseState) },
    config.mode === 'hosted'
      ? { name: 'service', run: (signal) => checkService(config, deps.balances, signal) }
      : { name: 'sources', run: (signal) => checkSources(config, { ...deps, fetch }, signal) },
    { name: 'scraper key', run: (signal) => checkScraper(config, deps, signal) },
    { name: 'embeddings', run: (signal) => checkEmbeddings(config, deps, signal) },
    ...(config.zoteroKey ? [{ name: 'zotero', run: (signal: AbortSignal) => checkZotero(deps, signal) }] : []),
  ];
}

function checkConfiguration(config: Config | ConfigError): Finding[] {
  if (!(config instanceof ConfigError)) {
    const where = config.baseUrl === undefined ? 'no account, no service' : config.baseUrl;
    return [ok('configuration', `${config.mode} mode: ${where}`)];
  }
  const todo = 'Correct or unset the variable where the server is started from: your shell, or the client’s file.';
  return config.invalid.map(({ message }) => problem('configuration', message, todo));
}
