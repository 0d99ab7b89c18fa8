import { type Config, ConfigError } from '../config.ts';
import { PaperqueueError } from '../contract/errors.ts';
import { SETTING_NAMES, SETTINGS } from '../settings/variables.ts';
import { checkClients } from './check-clients.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkDataFolder, checkLibrary, checkNode, checkSpace, checkStore } from './check-machine.ts';
import { checkEmbeddings, checkScraper, checkService } from './check-network.ts';
import { checkSources } from './check-sources.ts';
import type { DoctorDeps } from './doctor-deps.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const ZOTERO = 'zotero';

/** Whether zotero.org accepts the key, which is sent there with `online` only. */
export async function checkZotero(
  { online, zoteroKey }: Pick<DoctorDeps, 'online' | 'zoteroKey'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (!online) return [ok(ZOTERO, 'key set; not checked (paperqueue doctor --online sends it to zotero.org)')];
  try {
    const { username, read, write } = await zoteroKey(signal);
    const rights = write ? 'may read and write' : read ? 'may only read' : 'may not read';
    return [ok(ZOTERO, `key set; it is of ${username} and ${rights} the personal library`)];
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    const { code, message, next } = error.details;
    return [code === 'UNAUTHORIZED' ? problem(ZOTERO, message, next) : warning(ZOTERO, message, 'Try again later.')];
  }
}

/** Letters that may be wrong in a name that is taken for another. */
const MAX_DISTANCE = 5;

/** Variables with our prefix that nothing reads, each with the name that was probably meant. */
export function checkNames(environment: Readonly<Record<string, unknown>>): Finding[] {
  const unknown = Object.keys(environment).filter((name) => isOurs(name) && !Object.hasOwn(SETTINGS, name));
  return unknown.map((name) => {
    const meant = nearest(name);
    const todo = meant === undefined ? 'Unset it; the guide lists the settings.' : `Did you mean ${meant}?`;
    return warning('configuration', `${name} is set, but no such setting exists`, todo);
  });
}

/** Variables of tests are no settings of the product. */
function isOurs(name: string): boolean {
  return /^PAPERQUEUE_/i.test(name) && !name.startsWith('PAPERQUEUE_TEST_');
}

function nearest(name: string): string | undefined {
  const [first] = SETTING_NAMES.map((setting) => ({
    setting,
    distance: editDistance(name.toUpperCase(), setting),
  })).sort((a, b) => a.distance - b.distance);
  return first && first.distance <= MAX_DISTANCE ? first.setting : undefined;
}

/** The least number of letters to insert, delete or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (letter === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

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
