import { type Config, ConfigError } from '../config.ts';
import { checkClients } from './check-clients.ts';
import { checkFiles } from './check-files.ts';
import { checkDataFolder, checkLibrary, checkNode, checkSpace, checkStore } from './check-machine.ts';
import { checkScraper, checkService } from './check-network.ts';
import { checkSources } from './check-sources.ts';
import type { DoctorParts } from './deps.ts';
import { type Check, type Finding, ok, problem } from './finding.ts';

/**
 * All that is looked at, in the order in which it is told. A wrong configuration leaves only what does not depend on
 * it.
 */
export function checksOf(parts: DoctorParts): Check[] {
  const { config, machine } = parts;
  const configured = config instanceof ConfigError ? [] : checksOfConfigured(parts, config);
  return [
    { name: 'node', look: () => checkNode(machine.nodeVersion) },
    { name: 'configuration', look: () => checkConfiguration(config) },
    ...configured,
    { name: 'clients', look: () => checkClients(machine) },
  ];
}

function checksOfConfigured(parts: DoctorParts, config: Config): Check[] {
  return [
    { name: 'data folder', look: () => checkDataFolder(config.dataDir, parts.machine.platform) },
    { name: 'disk space', look: () => checkSpace(config.dataDir) },
    { name: 'store', look: () => checkStore(config.dataDir, parts.recordedJobs) },
    { name: 'library', look: () => checkLibrary(config.dataDir, parts.librarySummary) },
    { name: 'files', look: () => checkFiles(config.dataDir) },
    config.mode === 'hosted'
      ? { name: 'service', look: (signal) => checkService(config, parts.balances, signal) }
      : { name: 'sources', look: (signal) => checkSources(config, { online: parts.online, fetch }, signal) },
    { name: 'scraper key', look: (signal) => checkScraper(config, parts, signal) },
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
