import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { isAllowedBaseUrl } from './contract/base-url.ts';
import { type InvalidField, invalidFields } from './contract/invalid.ts';
import { retractionsUrl } from './contract/retractions-url.ts';
import { MAX_WAIT_SECONDS, REQUESTS_PER_MINUTE } from './contract/rules.ts';
import { Secret } from './contract/secret.ts';
import {
  baseUrl,
  collectionUrl,
  databaseUrl,
  localCredits,
  modelName,
  ownUrl,
  sealingKey,
  secret,
} from './contract/secret-settings.ts';
import {
  DEFAULT_LIVE_SOURCES,
  LIVE_SOURCE_NAMES,
  type LiveSourceName,
  SOURCE_KEY_SETTINGS,
  SOURCE_NAMES,
  USUAL_SOURCES,
} from './contract/source-names.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';

const DEFAULT_WAIT_SECONDS = 40;

function rule(text: string) {
  return { error: (issue: { input?: unknown }) => `${text}, got ${JSON.stringify(issue.input)}` };
}

function wholeNumber(min: number, max: number) {
  const isAllowed = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z
    .string()
    .trim()
    .refine(isAllowed, rule(`a whole number from ${min} to ${max}`))
    .transform(Number);
}

/** The names of what embedded mode can search. */
const SOURCES = ['library', ...SOURCE_NAMES] as const;
type ConfiguredSource = (typeof SOURCES)[number];

const SOURCES_RULE = rule(`one or more of ${SOURCES.join(', ')}, comma-separated`);
const sources = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(SOURCES, SOURCES_RULE)))
  .transform((names) => [...new Set(names)]);

const ADDRESSED = [...LIVE_SOURCE_NAMES, 'zotero'] as const;
type Addressed = (typeof ADDRESSED)[number];

const SOURCE_URLS_RULE = {
  error: `source=address, comma-separated, with source one of ${ADDRESSED.join(', ')} and an https:// address (http:// only on loopback), got something else`,
};
const sourceUrls = z
  .string()
  .transform((text) => text.split(',').map((part) => splitOnce(part.trim(), '=')))
  .refine((parts) => parts.every(([name, url]) => isAddressed(name) && isAllowedBaseUrl(url)), SOURCE_URLS_RULE)
  .transform((parts) => Object.fromEntries(parts.map(([name, url]) => [name, url.replace(/\/+$/, '')])));

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)];
}

function isAddressed(name: string): name is Addressed {
  return (ADDRESSED as readonly string[]).includes(name);
}

const folders = z
  .string()
  .transform((text) => text.split(delimiter).flatMap((path) => path.trim() || []))
  .refine((paths) => paths.every((path) => isAbsolute(path)), `absolute paths, separated by ${delimiter}`);

const SWITCH = ['on', 'off'] as const;

/** The environment variables that this version reads, each with its rule. */
const environmentSchema = z.object({
  PAPERQUEUE_BASE_URL: baseUrl.optional(),
  PAPERQUEUE_TOKEN: secret.optional(),
  PAPERQUEUE_SCRAPER_KEY: secret.optional(),
  PAPERQUEUE_DATA_DIR: z.string().refine(isAbsolute, rule('an absolute path')).optional(),
  PAPERQUEUE_WAIT_SECONDS: wholeNumber(0, MAX_WAIT_SECONDS).default(DEFAULT_WAIT_SECONDS),
  PAPERQUEUE_REQUESTS_PER_MINUTE: wholeNumber(1, 6000).default(REQUESTS_PER_MINUTE),
  PAPERQUEUE_DAILY_CREDIT_CAP: wholeNumber(0, 1_000_000).optional(),
  PAPERQUEUE_REUSE_MINUTES: wholeNumber(0, 525_600).default(1440),
  PAPERQUEUE_LOCAL_CREDITS: localCredits.optional(),
  PAPERQUEUE_SOURCES: sources.optional(),
  PAPERQUEUE_OPENALEX_KEY: secret.optional(),
  PAPERQUEUE_SEMANTIC_SCHOLAR_KEY: secret.optional(),
  PAPERQUEUE_NCBI_KEY: secret.optional(),
  PAPERQUEUE_CORE_KEY: secret.optional(),
  PAPERQUEUE_ZOTERO_KEY: secret.optional(),
  PAPERQUEUE_CONTACT_EMAIL: z.email(rule('an e-mail address')).optional(),
  PAPERQUEUE_SOURCE_URLS: sourceUrls.optional(),
  PAPERQUEUE_FILES_FOLDERS: folders.optional(),
  PAPERQUEUE_FULL_TEXT: z.enum(SWITCH, rule('on or off')).default('on'),
  PAPERQUEUE_KEEP_FOUND: z.enum(SWITCH, rule('on or off')).default('on'),
  PAPERQUEUE_RETRACTIONS_URL: retractionsUrl,
  PAPERQUEUE_EMBEDDINGS_URL: ownUrl.optional(),
  PAPERQUEUE_EMBEDDINGS_MODEL: modelName.optional(),
  PAPERQUEUE_EMBEDDINGS_KEY: secret.optional(),
  PAPERQUEUE_SCRAPER_BASE_URL: baseUrl.default('https://api.firecrawl.dev'),
  PAPERQUEUE_HTTP_TOKEN: secret.optional(),
  PAPERQUEUE_DATABASE_URL: databaseUrl.optional(),
  PAPERQUEUE_SEALING_KEY: sealingKey.optional(),
  PAPERQUEUE_COLLECTION_URL: collectionUrl.optional(),
  PAPERQUEUE_TASKS: z.enum(SWITCH, rule('on or off')).default('on'),
  PAPERQUEUE_LOG_LEVEL: z.enum(LOG_LEVELS, rule(`one of ${LOG_LEVELS.join(', ')}`)).default('warn'),
});

export const ENVIRONMENT_NAMES = Object.keys(environmentSchema.shape);

/** The variables whose values are secrets: those that take such a value for one. */
export const SECRET_NAMES = Object.entries(environmentSchema.shape)
  .filter(([, rule]) => rule.safeParse('a'.repeat(64)).data instanceof Secret)
  .map(([name]) => name);

/** A placeholder that nobody replaced: a reference for the host, or the hint of `setup`. */
const UNFILLED = /^(\$\{(user_config\.|env:|input:|PAPERQUEUE_)|\$PAPERQUEUE_|<paste )/;

/** The settings. `environmentSchema` has the name, rule and default of each variable. */
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
  /** What embedded mode searches. Default: all that need no key, and those with one. `library` alone is offline. */
  sources: readonly ConfiguredSource[];
  /** The user's keys at open sources. Default: none; the sources then allow fewer requests. */
  sourceKeys: Partial<Record<LiveSourceName, Secret>>;
  /** The user's key at zotero.org. Default: none; Zotero on this machine is asked. */
  zoteroKey: Secret | undefined;
  /** E-mail address that is sent to open sources, which answer known callers better. Default: none. */
  contactEmail: string | undefined;
  /** Addresses of open sources and of Zotero, such as a mirror or proxy. Default: the public ones. */
  sourceUrls: Partial<Record<Addressed, string>>;
  /** Folders whose files an assistant may have read, beside the host's roots. Default: none. */
  filesFolders: readonly string[];
  /** Whether open texts of papers may be fetched and read. Default: true. */
  fullText: boolean;
  /** Whether papers from live sources are stored in the library. Default: true. */
  keepFound: boolean;
  /** Address of Retraction Watch's table. Default: Crossref's public one. */
  retractionsUrl: string;
  /** Endpoint that compares papers with questions in meaning, in embedded mode. Default: none; words alone rank. */
  embeddings: { url: string; model: string } | undefined;
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
  /** Whether MCP clients that accept tasks get them. Default: true. */
  tasks: boolean;
  /** Least severe level of log lines on stderr. Default: warn. */
  logLevel: LogLevel;
}>;

/** A wrong environment: which variables, and what they may be. */
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
        ENVIRONMENT_NAMES.includes(entry[0]) && Boolean(entry[1]?.trim()) && !UNFILLED.test(entry[1] as string),
    ),
  );
}

/** All tokens and keys of the configuration, so that they can be erased from logs and foreign texts. */
export function secretsOf(config: Config): Secret[] {
  return [...Object.values(config), ...Object.values(config.sourceKeys)].filter((value) => value instanceof Secret);
}

/** Reads the configuration. Throws ConfigError, naming every wrong variable with its rule. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(nonEmptySettings(environment));
  if (!parsed.success) {
    // A variable is one text to whoever sets it: which part of a list was wrong is in the message.
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: issue.path.filter(isName) }));
    throw new ConfigError(invalidFields({ issues }, ENVIRONMENT_NAMES));
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
    sources: sourcesOf(values.PAPERQUEUE_SOURCES, sourceKeysOf(values), values.PAPERQUEUE_COLLECTION_URL),
    sourceKeys: sourceKeysOf(values),
    zoteroKey: values.PAPERQUEUE_ZOTERO_KEY,
    contactEmail: values.PAPERQUEUE_CONTACT_EMAIL,
    sourceUrls: values.PAPERQUEUE_SOURCE_URLS ?? {},
    filesFolders: values.PAPERQUEUE_FILES_FOLDERS ?? [],
    fullText: values.PAPERQUEUE_FULL_TEXT === 'on',
    keepFound: values.PAPERQUEUE_KEEP_FOUND === 'on',
    embeddings: embeddingsOf(values.PAPERQUEUE_EMBEDDINGS_URL, values.PAPERQUEUE_EMBEDDINGS_MODEL),
    retractionsUrl: values.PAPERQUEUE_RETRACTIONS_URL,
    embeddingsKey: values.PAPERQUEUE_EMBEDDINGS_KEY,
    scraperBaseUrl: values.PAPERQUEUE_SCRAPER_BASE_URL,
    httpToken: values.PAPERQUEUE_HTTP_TOKEN,
    databaseUrl: values.PAPERQUEUE_DATABASE_URL,
    sealingKey: values.PAPERQUEUE_SEALING_KEY,
    collectionUrl: values.PAPERQUEUE_COLLECTION_URL,
    tasks: values.PAPERQUEUE_TASKS === 'on',
    logLevel: values.PAPERQUEUE_LOG_LEVEL,
  });
}

function isName(part: PropertyKey): boolean {
  return typeof part !== 'number';
}

function embeddingsOf(url: string | undefined, model: string | undefined): Config['embeddings'] {
  if (url === undefined) return undefined;
  if (model !== undefined) return { url, model };
  const field = 'PAPERQUEUE_EMBEDDINGS_MODEL';
  throw new ConfigError([{ field, message: `${field}: the name of the model, with PAPERQUEUE_EMBEDDINGS_URL set` }]);
}

/** A collection has to have an address. */
function sourcesOf(
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

type KeySetting = (typeof SOURCE_KEY_SETTINGS)[keyof typeof SOURCE_KEY_SETTINGS];

function sourceKeysOf(values: Partial<Record<KeySetting, Secret | undefined>>): Config['sourceKeys'] {
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
