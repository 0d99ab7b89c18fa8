import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { type InvalidField, invalidFields } from '../contract/invalid.ts';
import { Secret } from '../contract/secret.ts';
import { DEFAULT_LIVE_SOURCES, SOURCE_KEY_SETTINGS, USUAL_SOURCES } from '../contract/source-facts.ts';
import type { LiveSourceName } from '../contract/source-names.ts';
import type { LogLevel } from './log.ts';
import type { ToolName } from './settings/tool-names.ts';
import { type Addressed, type ConfiguredSource, isModelName } from './settings/variable-rules.ts';
import { SETTING_NAMES, SETTINGS, type SourceKeySetting } from './settings/variables.ts';

const environmentSchema = z.object(SETTINGS);

/** The variables whose values are secrets: those whose rule yields a Secret. */
export const SECRET_NAMES = Object.entries(environmentSchema.shape)
  .filter(([, rule]) => rule.safeParse('a'.repeat(64)).data instanceof Secret)
  .map(([name]) => name);

function isSetting(name: string): boolean {
  return Object.hasOwn(SETTINGS, name);
}

/** A placeholder that was never replaced: a reference for the host, or the hint of `setup`. */
const UNFILLED = /^(\$\{(user_config\.|env:|input:|PAPERQUEUE_)|\$PAPERQUEUE_|<paste )/;

/** The settings as the product uses them. */
export type Config = Readonly<{
  /** `hosted` when `baseUrl` is set. */
  mode: 'hosted' | 'embedded';
  /** Address of the hosted service with its API prefix, without a slash at the end. Default: embedded mode. */
  baseUrl: string | undefined;
  /** Bearer token of the hosted service; without it every request there is refused. Default: none. */
  token: Secret | undefined;
  /** The user's key at the scraping service; searches with it are charged to the Private Key pool. Default: none. */
  scraperKey: Secret | undefined;
  /** Absolute path of the folder of jobs, library and exports. Default: the system's data folder. */
  dataDir: string;
  /** How long a call waits for its job, in seconds. Default: 40; hosts end calls that take longer than a minute. */
  waitSeconds: number;
  /** Requests to the hosted service per minute, all processes together. Default: 10, which the service allows. */
  requestsPerMinute: number;
  /** Credits that may be spent in 24 hours, all pools and processes together. Default: no cap. */
  dailyCreditCap: number | undefined;
  /** How long an equal request re-attaches to its job, in minutes. Default: 1,440; 0 pays for every repetition. */
  reuseMinutes: number;
  /** Credits of the local user of embedded mode per pool. Default: no ceiling, also for each pool that is missing. */
  localCredits: Record<string, number>;
  /**
   * The sources of embedded mode; in hosted mode, those of look-ups, related papers and texts. Default: all that need
   * no key, and those with one. `library` alone is offline.
   */
  sources: readonly ConfiguredSource[];
  /** The user's keys at open sources. Default: none; the sources then allow fewer requests. */
  sourceKeys: Partial<Record<LiveSourceName, Secret>>;
  /** The user's key at zotero.org. Default: none; Zotero on this machine is asked. */
  zoteroKey: Secret | undefined;
  /** E-mail address that is sent to open sources, which answer known callers better. Default: none. */
  contactEmail: string | undefined;
  /** Addresses of open sources and of Zotero, such as a mirror or proxy. Default: the public ones. */
  sourceUrls: Partial<Record<Addressed, string>>;
  /** Folders whose files an assistant may request to read, besides the host's roots. Default: none. */
  filesFolders: readonly string[];
  /** Whether open texts of papers may be fetched and read. Default: true. */
  fullText: boolean;
  /** Whether papers from live sources are stored in the library. Default: true. */
  keepFound: boolean;
  /** Address of Retraction Watch's table. Default: Crossref's public one. */
  retractionsUrl: string;
  /**
   * Endpoint, or folder with a model, that compares papers with questions by meaning, in embedded mode. Default: none,
   * ranking uses words alone.
   */
  embeddings: { url: string; model: string } | { folder: string } | undefined;
  /** The user's key at that endpoint. Default: none, as local servers need none. */
  embeddingsKey: Secret | undefined;
  /** Address of the scraping service, which gets the scraper key. Default: Firecrawl's public API. */
  scraperBaseUrl: string;
  /** Bearer token that clients of `mcp --http` must send. Default: none, which only loopback allows. */
  httpToken: Secret | undefined;
  /** Address of the PostgreSQL that holds the accounts and jobs of `serve`. Default: none; a file in `dataDir`. */
  databaseUrl: Secret | undefined;
  /** Encrypts scraper keys of jobs in `databaseUrl`; with several, the first one. Default: none; keys are refused. */
  sealingKey: Secret | undefined;
  /** Addresses of the OpenSearch that holds the collection, comma-separated. Default: none. */
  collectionUrl: Secret | undefined;
  /** The tools that MCP clients see and can call. Default: all. */
  tools: readonly ToolName[] | undefined;
  /** Whether MCP clients that accept tasks get them. Default: true. */
  tasks: boolean;
  /** Whether the list of tools describes whole answers. Default: false. */
  describesAnswers: boolean;
  /** Least severe level of log lines on stderr. Default: warn. */
  logLevel: LogLevel;
}>;

/** An invalid environment: which variables are wrong, and what they may be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly invalid: InvalidField[];

  constructor(invalid: InvalidField[]) {
    super(invalid.map((field) => field.message).join('; '));
    this.invalid = invalid;
  }
}

/** The settings of an environment. Blank values and unreplaced placeholders, as some hosts pass them, are left out. */
export function nonEmptySettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        isSetting(entry[0]) && Boolean(entry[1]?.trim()) && !UNFILLED.test(entry[1] as string),
    ),
  );
}

/** All tokens and keys of the configuration, so that they can be erased from logs and foreign texts. */
export function listSecrets(config: Config): Secret[] {
  return [...Object.values(config), ...Object.values(config.sourceKeys)].filter((value) => value instanceof Secret);
}

/** Whether searches are free: embedded mode without a limit or cap on credits. */
export function isFree({
  mode,
  localCredits,
  dailyCreditCap,
}: Pick<Config, 'mode' | 'localCredits' | 'dailyCreditCap'>): boolean {
  return mode === 'embedded' && Object.keys(localCredits).length === 0 && dailyCreditCap === undefined;
}

/** Reads the configuration. Throws ConfigError, naming every wrong variable with its rule. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(nonEmptySettings(environment));
  if (!parsed.success) {
    // A variable is a single text to the user; the message says which part of a list was wrong.
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: issue.path.filter(isName) }));
    throw new ConfigError(invalidFields({ issues }, SETTING_NAMES));
  }
  const values = parsed.data;
  return Object.freeze({
    mode: values.PAPERQUEUE_BASE_URL === undefined ? 'embedded' : 'hosted',
    baseUrl: values.PAPERQUEUE_BASE_URL,
    token: values.PAPERQUEUE_TOKEN,
    scraperKey: values.PAPERQUEUE_SCRAPER_KEY,
    dataDir: values.PAPERQUEUE_DATA_DIR ?? systemDataDir(),
    waitSeconds: values.PAPERQUEUE_WAIT_SECONDS,
    requestsPerMinute: values.PAPERQUEUE_REQUESTS_PER_MINUTE,
    dailyCreditCap: values.PAPERQUEUE_DAILY_CREDIT_CAP,
    reuseMinutes: values.PAPERQUEUE_REUSE_MINUTES,
    localCredits: values.PAPERQUEUE_LOCAL_CREDITS ?? {},
    sources: toSources(values.PAPERQUEUE_SOURCES, toSourceKeys(values), values.PAPERQUEUE_COLLECTION_URL),
    sourceKeys: toSourceKeys(values),
    zoteroKey: values.PAPERQUEUE_ZOTERO_KEY,
    contactEmail: values.PAPERQUEUE_CONTACT_EMAIL,
    sourceUrls: values.PAPERQUEUE_SOURCE_URLS ?? {},
    filesFolders: values.PAPERQUEUE_FILES_FOLDERS ?? [],
    fullText: values.PAPERQUEUE_FULL_TEXT === 'on',
    keepFound: values.PAPERQUEUE_KEEP_FOUND === 'on',
    embeddings: toEmbeddings(values.PAPERQUEUE_EMBEDDINGS_URL, values.PAPERQUEUE_EMBEDDINGS_MODEL),
    retractionsUrl: values.PAPERQUEUE_RETRACTIONS_URL,
    embeddingsKey: values.PAPERQUEUE_EMBEDDINGS_KEY,
    scraperBaseUrl: values.PAPERQUEUE_SCRAPER_BASE_URL,
    httpToken: values.PAPERQUEUE_HTTP_TOKEN,
    databaseUrl: values.PAPERQUEUE_DATABASE_URL,
    sealingKey: values.PAPERQUEUE_SEALING_KEY,
    collectionUrl: values.PAPERQUEUE_COLLECTION_URL,
    tools: values.PAPERQUEUE_TOOLS,
    tasks: values.PAPERQUEUE_TASKS === 'on',
    describesAnswers: values.PAPERQUEUE_ANSWER_TYPES === 'all',
    logLevel: values.PAPERQUEUE_LOG_LEVEL,
  });
}

function isName(part: PropertyKey): boolean {
  return typeof part !== 'number';
}

function toEmbeddings(url: string | undefined, model: string | undefined): Config['embeddings'] {
  const field = 'PAPERQUEUE_EMBEDDINGS_MODEL';
  const refuse = (rule: string) => new ConfigError([{ field, message: `${field}: ${rule}` }]);
  if (url === undefined) {
    if (model === undefined) return undefined;
    if (isAbsolute(model)) return { folder: model };
    throw refuse('the absolute path of a folder with a model, with PAPERQUEUE_EMBEDDINGS_URL unset');
  }
  if (model === undefined) throw refuse('the name of the model, with PAPERQUEUE_EMBEDDINGS_URL set');
  if (!isModelName(model)) throw refuse('a name of printable ASCII without blanks, with PAPERQUEUE_EMBEDDINGS_URL set');
  return { url, model };
}

/** The collection requires an address. */
function toSources(
  named: readonly ConfiguredSource[] | undefined,
  keys: Config['sourceKeys'],
  collection: Secret | undefined,
): readonly ConfiguredSource[] {
  if (!collection && named?.includes('collection')) {
    const field = 'PAPERQUEUE_COLLECTION_URL';
    throw new ConfigError([{ field, message: `${field}: its address, with collection in PAPERQUEUE_SOURCES` }]);
  }
  const isDefault = (name: LiveSourceName) => DEFAULT_LIVE_SOURCES.some((each) => each === name);
  const usual = USUAL_SOURCES.filter((name) => isDefault(name) || keys[name]);
  return named ?? ['library', ...usual, ...(collection ? ['collection' as const] : [])];
}

function toSourceKeys(values: Partial<Record<SourceKeySetting, Secret | undefined>>): Config['sourceKeys'] {
  return Object.fromEntries(
    Object.entries(SOURCE_KEY_SETTINGS).flatMap(([source, setting]) => {
      const key = values[setting];
      return key === undefined ? [] : [[source, key]];
    }),
  );
}

function systemDataDir(): string {
  const folder = envPaths('paperqueue', { suffix: '' }).data;
  return isAbsolute(folder) ? folder : join(homedir(), '.paperqueue');
}
