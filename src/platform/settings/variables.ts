import * as z from 'zod';
import { MAX_WAIT_SECONDS, REQUESTS_PER_MINUTE } from '../../contract/rules.ts';
import { SOURCE_KEY_SETTINGS } from '../../contract/source-facts.ts';
import { LOG_LEVELS } from '../log.ts';
import {
  absolutePath,
  baseUrl,
  collectionUrl,
  databaseUrl,
  folders,
  localCredits,
  onOrOff,
  ownUrl,
  retractionsUrl,
  rule,
  sealingKey,
  secret,
  sources,
  sourceUrls,
  tools,
  wholeNumber,
} from './variable-rules.ts';

/** The settings for sources' keys, by the sources' own names. */
export type SourceKeySetting = (typeof SOURCE_KEY_SETTINGS)[keyof typeof SOURCE_KEY_SETTINGS];

const SOURCE_KEYS = Object.fromEntries(
  Object.values(SOURCE_KEY_SETTINGS).map((name) => [name, secret.optional()]),
) as Record<SourceKeySetting, z.ZodOptional<typeof secret>>;

/** The environment variables that this version reads, each with its rule; variable-meanings.ts says what they mean. */
export const SETTINGS = {
  PAPERQUEUE_BASE_URL: baseUrl.optional(),
  PAPERQUEUE_TOKEN: secret.optional(),
  PAPERQUEUE_SCRAPER_KEY: secret.optional(),
  PAPERQUEUE_DATA_DIR: absolutePath.optional(),
  PAPERQUEUE_WAIT_SECONDS: wholeNumber(0, MAX_WAIT_SECONDS).default(40),
  PAPERQUEUE_REQUESTS_PER_MINUTE: wholeNumber(1, 6000).default(REQUESTS_PER_MINUTE),
  PAPERQUEUE_DAILY_CREDIT_CAP: wholeNumber(0, 1_000_000).optional(),
  PAPERQUEUE_REUSE_MINUTES: wholeNumber(0, 525_600).default(1440),
  PAPERQUEUE_LOCAL_CREDITS: localCredits.optional(),
  PAPERQUEUE_SOURCES: sources.optional(),
  ...SOURCE_KEYS,
  PAPERQUEUE_ZOTERO_KEY: secret.optional(),
  PAPERQUEUE_CONTACT_EMAIL: z.email(rule('an e-mail address')).optional(),
  PAPERQUEUE_SOURCE_URLS: sourceUrls.optional(),
  PAPERQUEUE_FILES_FOLDERS: folders.optional(),
  PAPERQUEUE_FULL_TEXT: onOrOff.default('on'),
  PAPERQUEUE_KEEP_FOUND: onOrOff.default('on'),
  PAPERQUEUE_RETRACTIONS_URL: retractionsUrl,
  PAPERQUEUE_EMBEDDINGS_URL: ownUrl.optional(),
  PAPERQUEUE_EMBEDDINGS_MODEL: z.string().trim().optional(),
  PAPERQUEUE_EMBEDDINGS_KEY: secret.optional(),
  PAPERQUEUE_SCRAPER_BASE_URL: baseUrl.default('https://api.firecrawl.dev'),
  PAPERQUEUE_HTTP_TOKEN: secret.optional(),
  PAPERQUEUE_DATABASE_URL: databaseUrl.optional(),
  PAPERQUEUE_SEALING_KEY: sealingKey.optional(),
  PAPERQUEUE_COLLECTION_URL: collectionUrl.optional(),
  PAPERQUEUE_TOOLS: tools.optional(),
  PAPERQUEUE_TASKS: onOrOff.default('on'),
  PAPERQUEUE_ANSWER_TYPES: z.enum(['main', 'all'], rule('main or all')).default('main'),
  PAPERQUEUE_LOG_LEVEL: z.enum(LOG_LEVELS, rule(`one of ${LOG_LEVELS.join(', ')}`)).default('warn'),
} as const satisfies Record<string, z.ZodType>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
