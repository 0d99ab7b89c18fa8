import type { Balances } from '../../contract/answers.ts';
import { POOLS } from '../../contract/credits.ts';
import { PaperqueueError } from '../../contract/errors.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { type Config, ConfigError } from '../../platform/config.ts';
import { SETTING_NAMES, SETTINGS } from '../../platform/settings/variables.ts';
import { describeFailure } from '../../wording/sentences/sources.ts';
import { checkClients } from './check-clients.ts';
import { checkDatabase, checkServedBooks } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkDataFolder, checkLibrary, checkNode, checkSpace, checkStore } from './check-machine.ts';
import { checkSources } from './check-sources.ts';
import type { DoctorDeps } from './doctor-deps.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const ZOTERO = 'zotero';

/** Whether zotero.org accepts the key, which is sent only with `online`. */
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

/** Maximum edit distance between an unknown name and the suggested one. */
const MAX_DISTANCE = 5;

/** Variables with our prefix that nothing reads, each with the name that was probably meant. */
export function checkNames(environment: Readonly<Record<string, unknown>>): Finding[] {
  const unknown = Object.keys(environment).filter((name) => isOurs(name) && !Object.hasOwn(SETTINGS, name));
  return unknown.map((name) => {
    const meant = nearestName(name.toUpperCase(), SETTING_NAMES, MAX_DISTANCE);
    const todo = meant === undefined ? 'Unset it; the guide lists the settings.' : `Did you mean ${meant}?`;
    return warning('configuration', `${name} is set, but no such setting exists`, todo);
  });
}

/** Variables used only by tests are not settings of the product. */
function isOurs(name: string): boolean {
  return /^PAPERQUEUE_/i.test(name) && !name.startsWith('PAPERQUEUE_TEST_');
}

/** All checks in the order of the report; with an invalid configuration only those that do not depend on it. */
export function listChecks(deps: DoctorDeps): Check[] {
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
    { name: 'accounts', run: () => checkServedBooks(deps.servedBooks) },
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

/** Whether the hosted service can be reached and accepts the token: one free request, as for an estimate. */
export async function checkService(
  { baseUrl = '', token }: Config,
  ask: (signal: AbortSignal) => Promise<Balances | undefined>,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (!token) {
    const todo = 'Set PAPERQUEUE_TOKEN to your token for that service, or unset PAPERQUEUE_BASE_URL for embedded mode.';
    return [problem('service', `${baseUrl} is set, but no token`, todo)];
  }
  const balances = await ask(signal);
  if (!balances) {
    const todo = 'If searches fail, check that PAPERQUEUE_BASE_URL has the API prefix of your service.';
    return [warning('service', `${baseUrl} answers, but gives no balance; the token was not checked`, todo)];
  }
  const pools = POOLS.filter((pool) => balances[pool] !== undefined);
  const unlimited = (balances.unlimited ?? []).map((pool) => `${pool} without limit`);
  const named = balances.isShared ? [String(balances.basic)] : pools.map((pool) => `${pool} ${balances[pool]}`);
  const amounts = [...named, ...unlimited].join(', ');
  const finding = ok('service', `${baseUrl} accepts the token; credits left: ${amounts || 'not told'}`);
  const isEmpty = pools.length > 0 && unlimited.length === 0 && pools.every((pool) => Number(balances[pool]) < 1);
  const renewal = balances.renewAt === undefined ? '' : ` until ${balances.renewAt.slice(0, 10)}`;
  return isEmpty
    ? [
        warning(
          'service',
          finding.message,
          `Every search would be refused${renewal}. Have credits added to the account.`,
        ),
      ]
    : [finding];
}

/** Whether the scraping service accepts the key, which is sent only with `online`. */
export async function checkScraper(
  { mode, scraperKey, scraperBaseUrl, baseUrl }: Config,
  { online, scraperKeyProblem }: Pick<DoctorDeps, 'online' | 'scraperKeyProblem'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const name = 'scraper key';
  if (!scraperKey) return [ok(name, 'none; only enrichment from landing pages needs one')];
  if (mode === 'hosted') return [ok(name, `set; sent with searches to ${baseUrl} alone, which checks it`)];
  const { host } = new URL(scraperBaseUrl);
  if (!online) return [ok(name, `set; not checked (paperqueue doctor --online sends it to ${host})`)];
  const wrong = await scraperKeyProblem(signal).catch((error: Error) => ({ unreachable: error.message }));
  if (typeof wrong === 'object') {
    return [warning(name, `${host} did not answer: ${wrong.unreachable}`, 'Try again; searches work without it.')];
  }
  if (wrong === undefined) return [ok(name, `set, and ${host} accepts it`)];
  return [problem(name, `${host}: ${wrong}`, 'Set PAPERQUEUE_SCRAPER_KEY to a key with credits, or unset it.')];
}

/**
 * Whether the embedding endpoint returns vectors; it is called only with `online`, for one word. A model in a folder is
 * always tried.
 */
export async function checkEmbeddings(
  { mode, embeddings }: Config,
  { online, embeddingsProblem }: Pick<DoctorDeps, 'online' | 'embeddingsProblem'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const name = 'embeddings';
  if (!embeddings) return [ok(name, 'none; searches rank by words alone')];
  if (mode === 'hosted') return [ok(name, 'set; the hosted service ranks, so they are not used')];
  if ('folder' in embeddings) return [await checkModel(embeddings.folder, embeddingsProblem, signal)];
  const { host } = new URL(embeddings.url);
  const disclosure = `${host} receives queries, titles and abstracts for the model ${embeddings.model}`;
  if (!online) return [ok(name, `${disclosure}; not checked (paperqueue doctor --online asks it)`)];
  const wrong = await embeddingsProblem(signal);
  if (wrong === undefined) return [ok(name, `${disclosure}; it answers`)];
  const todo = 'Check PAPERQUEUE_EMBEDDINGS_URL, _MODEL and _KEY; until then searches rank by words alone.';
  return [warning(name, `${host} ${describeFailure(wrong)}`, todo)];
}

async function checkModel(
  folder: string,
  embeddingsProblem: DoctorDeps['embeddingsProblem'],
  signal: AbortSignal,
): Promise<Finding> {
  const wrong = await embeddingsProblem(signal);
  const name = 'embeddings';
  if (wrong === undefined)
    return ok(name, `the model in ${folder} makes vectors; nothing leaves this machine for them`);
  const runtime = 'Run npm install onnxruntime-node beside paperqueue (-g for a global installation).';
  const todo =
    wrong.detail === 'no-onnx-runtime' ? runtime : 'Set PAPERQUEUE_EMBEDDINGS_MODEL to a folder with a model.';
  return warning(
    name,
    `the model in ${folder} ${describeFailure(wrong)}`,
    `${todo} Until then searches rank by words alone.`,
  );
}
