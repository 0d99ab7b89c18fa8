import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { isAllowedBaseUrl } from './contract/base-url.ts';
import { POOLS } from './contract/credits.ts';
import { type InvalidField, invalidFields } from './contract/invalid.ts';
import { MAX_WAIT_SECONDS, REQUESTS_PER_MINUTE } from './contract/rules.ts';
import { Secret } from './contract/secret.ts';
import { SOURCE_NAMES, type SourceName } from './contract/source-names.ts';
import { LOG_LEVELS } from './log.ts';

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

/** A secret's value is never part of a message. */
const secret = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, { error: 'a value of printable ASCII without blanks, got something else' })
  .transform((value) => new Secret(value));

const baseUrl = z
  .string()
  .trim()
  // The value is not shown: it may hold a password.
  .refine(isAllowedBaseUrl, {
    error:
      'an https:// address (http:// only on loopback) without query, fragment, user or password, got something else',
  })
  .transform((text) => text.replace(/\/+$/, ''));

const CREDITS_RULE = rule(`pool:credits, comma-separated, with pool one of ${POOLS.join(', ')}`);
const localCredits = z
  .string()
  .regex(new RegExp(`^(${POOLS.join('|')}):\\d{1,9}(,(${POOLS.join('|')}):\\d{1,9})*$`), CREDITS_RULE)
  .refine((text) => POOLS.every((pool) => text.split(`${pool}:`).length <= 2), CREDITS_RULE)
  .transform((text) => Object.fromEntries(text.split(',').map((part) => splitCredits(part))));

function splitCredits(part: string): [string, number] {
  const [pool = '', credits = ''] = part.split(':');
  return [pool, Number(credits)];
}

/** Where embedded mode searches, by the names of the documentation. */
const SOURCES = ['library', ...SOURCE_NAMES] as const;
type ConfiguredSource = (typeof SOURCES)[number];

/** All that answer without a key. */
const DEFAULT_SOURCES: readonly ConfiguredSource[] = ['library', 'openalex', 'crossref', 'europepmc', 'arxiv'];

const SOURCES_RULE = rule(`one or more of ${SOURCES.join(', ')}, comma-separated`);
const sources = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(SOURCES, SOURCES_RULE)))
  .transform((names) => [...new Set(names)]);

const SOURCE_URLS_RULE = {
  error: `source=address, comma-separated, with source one of ${SOURCE_NAMES.join(', ')} and an https:// address (http:// only on loopback), got something else`,
};
const sourceUrls = z
  .string()
  .transform((text) => text.split(',').map((part) => splitOnce(part.trim(), '=')))
  .refine((parts) => parts.every(([name, url]) => isSourceName(name) && isAllowedBaseUrl(url)), SOURCE_URLS_RULE)
  .transform((parts) => Object.fromEntries(parts.map(([name, url]) => [name, url.replace(/\/+$/, '')])));

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)];
}

function isSourceName(name: string): name is SourceName {
  return (SOURCE_NAMES as readonly string[]).includes(name);
}

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
  PAPERQUEUE_CONTACT_EMAIL: z.email(rule('an e-mail address')).optional(),
  PAPERQUEUE_SOURCE_URLS: sourceUrls.optional(),
  PAPERQUEUE_KEEP_FOUND: z.enum(SWITCH, rule('on or off')).default('on'),
  PAPERQUEUE_COMPUTED_QUARTILES: z.enum(SWITCH, rule('on or off')).default('off'),
  PAPERQUEUE_SCRAPER_BASE_URL: baseUrl.default('https://api.firecrawl.dev'),
  PAPERQUEUE_HTTP_TOKEN: secret.optional(),
  PAPERQUEUE_TASKS: z.enum(SWITCH, rule('on or off')).default('on'),
  PAPERQUEUE_LOG_LEVEL: z.enum(LOG_LEVELS, rule(`one of ${LOG_LEVELS.join(', ')}`)).default('warn'),
});

export const ENVIRONMENT_NAMES = Object.keys(environmentSchema.shape);

/** The variables whose values are secrets. */
export const SECRET_NAMES = Object.entries(environmentSchema.shape)
  .filter(([, rule]) => rule.safeParse('x').data instanceof Secret)
  .map(([name]) => name);

/** What stands where nobody has filled in a value: a reference that a host did not replace, or the hint of `setup`. */
const UNFILLED = /^(\$\{(user_config\.|env:|input:|PAPERQUEUE_)|\$PAPERQUEUE_|<paste )/;

export type Config = Readonly<{
  mode: 'hosted' | 'embedded';
  /** Hosted service, API prefix included, without a slash at the end; absent in embedded mode. */
  baseUrl: string | undefined;
  token: Secret | undefined;
  scraperKey: Secret | undefined;
  dataDir: string;
  waitSeconds: number;
  requestsPerMinute: number;
  /** Credits that may be spent in 24 hours, all pools together; undefined: no cap. */
  dailyCreditCap: number | undefined;
  /** How long an equal request re-attaches to its job. */
  reuseMinutes: number;
  /** Credits that the local user of embedded mode has, per pool; a pool that is not named has no ceiling. */
  localCredits: Record<string, number>;
  sources: readonly ConfiguredSource[];
  /** The user's keys at open sources; a source without one is asked without. */
  sourceKeys: Partial<Record<SourceName, Secret>>;
  /** Told to open sources, which ask for it. */
  contactEmail: string | undefined;
  /** Other addresses of open sources than their public ones. */
  sourceUrls: Partial<Record<SourceName, string>>;
  /** Whether papers that live sources gave are kept in the library. */
  keepFound: boolean;
  /** Whether quartiles of journals that no imported ranking has are computed from OpenAlex's statistics. */
  computedQuartiles: boolean;
  /** The scraping service that the embedded service asks. */
  scraperBaseUrl: string;
  /** What clients of `mcp --http` have to show. */
  httpToken: Secret | undefined;
  /** Whether MCP clients that take tasks get them. */
  tasks: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
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

/**
 * The settings that an environment gives. Blank values count as unset (hosts hand over the fields that nobody filled in
 * as blanks, or as references such as `${user_config...}` that they did not replace).
 */
export function givenSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        ENVIRONMENT_NAMES.includes(entry[0]) && Boolean(entry[1]?.trim()) && !UNFILLED.test(entry[1] as string),
    ),
  );
}

/** All tokens and keys of the configuration: what must not come back by the words of somebody who was told one. */
export function secretsOf(config: Config): Secret[] {
  return [...Object.values(config), ...Object.values(config.sourceKeys)].filter((value) => value instanceof Secret);
}

/** Reads the configuration. Throws ConfigError, naming every wrong variable with its rule. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(givenSettings(environment));
  if (!parsed.success) throw new ConfigError(invalidFields(parsed.error, ENVIRONMENT_NAMES));
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
    sources: values.PAPERQUEUE_SOURCES ?? defaultSources(sourceKeysOf(values)),
    sourceKeys: sourceKeysOf(values),
    contactEmail: values.PAPERQUEUE_CONTACT_EMAIL,
    sourceUrls: values.PAPERQUEUE_SOURCE_URLS ?? {},
    keepFound: values.PAPERQUEUE_KEEP_FOUND === 'on',
    computedQuartiles: values.PAPERQUEUE_COMPUTED_QUARTILES === 'on',
    scraperBaseUrl: values.PAPERQUEUE_SCRAPER_BASE_URL,
    httpToken: values.PAPERQUEUE_HTTP_TOKEN,
    tasks: values.PAPERQUEUE_TASKS === 'on',
    logLevel: values.PAPERQUEUE_LOG_LEVEL,
  });
}

/** Semantic Scholar answers reliably only where the user has a key there. */
function defaultSources({ semanticscholar: key }: Config['sourceKeys']): readonly ConfiguredSource[] {
  return key === undefined ? DEFAULT_SOURCES : [...DEFAULT_SOURCES, 'semanticscholar'];
}

/** The setting that holds the key of each source that knows keys. */
export const SOURCE_KEY_SETTINGS = {
  openalex: 'PAPERQUEUE_OPENALEX_KEY',
  semanticscholar: 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY',
} as const satisfies Partial<Record<SourceName, string>>;

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
