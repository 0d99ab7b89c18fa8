import { delimiter, isAbsolute } from 'node:path';
import * as z from 'zod';
import { isAllowedBaseUrl, isAllowedOwnUrl } from '../../contract/base-url.ts';
import { POOLS } from '../../contract/credits.ts';
import { Secret } from '../../contract/secret.ts';
import { LIVE_SOURCE_NAMES } from '../../contract/source-facts.ts';
import { SOURCE_NAMES } from '../../contract/source-names.ts';
import { isOfSearch, TOOL_NAMES, type ToolName } from './tool-names.ts';

/** Rules of settings. A wrong value is not shown if it is, or may contain, a secret. */

/** A secret's value is never part of a message. */
function secretLike(pattern: RegExp, what: string) {
  const matching = z
    .string()
    .trim()
    .regex(pattern, { error: `${what}, got something else` });
  return matching.transform((value) => new Secret(value));
}

export const secret = secretLike(/^[\x21-\x7e]+$/, 'a value of printable ASCII without blanks');
export const databaseUrl = secretLike(/^postgres(ql)?:\/\/[\x21-\x7e]+$/, 'a postgresql:// address');
export const sealingKey = secretLike(
  /^[\da-f]{64}(,[\da-f]{64})*$/i,
  '64 hexadecimal digits (openssl rand -hex 32), or several such keys, comma-separated',
);

/** Addresses of one search engine. They may contain a password, so the whole value is a secret. */
export const collectionUrl = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().replace(/(?<!\/)\/+$/, '')))
  .refine((urls) => urls.every((url) => isAllowedOwnUrl(url.replace(/^(https?:\/\/)[^/@]*@/, '$1'))), {
    error:
      'https:// addresses of one OpenSearch, comma-separated (http:// on loopback and in private networks), got something else',
  })
  .transform((urls) => new Secret(urls.join(',')));

/** A URL without trailing slashes. A wrong one is not shown, because it may contain a password. */
function address(isAllowed: (text: string) => boolean, plainHttp: string) {
  const error = `an https:// address (http:// ${plainHttp}) without query, fragment, user or password, got something else`;
  return z
    .string()
    .trim()
    .refine(isAllowed, { error })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''));
}

/** The address of a service. */
export const baseUrl = address(isAllowedBaseUrl, 'only on loopback');
/** The address of a server that the user runs or rents. */
export const ownUrl = address(isAllowedOwnUrl, 'on loopback and in private networks');

const CREDITS_RULE = {
  error: (issue: { input?: unknown }) =>
    `pool:credits, comma-separated, with pool one of ${POOLS.join(', ')}, got ${JSON.stringify(issue.input)}`,
};

/** The setting with the credits of the local user of embedded mode, by pool. */
export const localCredits = z
  .string()
  .regex(new RegExp(`^(${POOLS.join('|')}):\\d{1,9}(,(${POOLS.join('|')}):\\d{1,9})*$`), CREDITS_RULE)
  .refine((text) => POOLS.every((pool) => text.split(`${pool}:`).length <= 2), CREDITS_RULE)
  .transform((text) => Object.fromEntries(text.split(',').map((part) => splitCredits(part))));

function splitCredits(part: string): [string, number] {
  const [pool = '', credits = ''] = part.split(':');
  return [pool, Number(credits)];
}

/** Whether a text can be the name of a model at an endpoint. */
export function isModelName(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}

/** A rule's message, with the value that broke it. */
export function rule(text: string) {
  return { error: (issue: { input?: unknown }) => `${text}, got ${JSON.stringify(issue.input)}` };
}

export function wholeNumber(min: number, max: number) {
  const isAllowed = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z
    .string()
    .trim()
    .refine(isAllowed, rule(`a whole number from ${min} to ${max}`))
    .transform(Number);
}

/** Names of the sources available in embedded mode. */
export const sourceNames = ['library', ...SOURCE_NAMES] as const;
export type ConfiguredSource = (typeof sourceNames)[number];

const SOURCES_RULE = rule(`one or more of ${sourceNames.join(', ')}, comma-separated`);
export const sources = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(sourceNames, SOURCES_RULE)))
  .transform((names) => [...new Set(names)]);

const TOOLS_RULE = rule(`all, search, or one or more of ${TOOL_NAMES.join(', ')}, comma-separated`);
/** Tools to list; undefined for all of them. */
export const tools = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(['all', 'search', ...TOOL_NAMES], TOOLS_RULE)))
  .transform((names) => {
    const isChosen = (tool: ToolName) => names.includes(tool) || (names.includes('search') && isOfSearch(tool));
    return names.includes('all') ? undefined : TOOL_NAMES.filter(isChosen);
  });

const ADDRESSED = [...LIVE_SOURCE_NAMES, 'zotero'] as const;
export type Addressed = (typeof ADDRESSED)[number];

const SOURCE_URLS_RULE = {
  error: `source=address, comma-separated, with source one of ${ADDRESSED.join(', ')} and an https:// address (http:// only on loopback), got something else`,
};
export const sourceUrls = z
  .string()
  .transform((text) => text.split(',').map((part) => splitOnce(part.trim(), '=')))
  .refine((parts) => parts.every(([name, url]) => isAddressed(name) && isAllowedBaseUrl(url)), SOURCE_URLS_RULE)
  .transform((parts) => Object.fromEntries(parts.map(([name, url]) => [name, url.replace(/(?<!\/)\/+$/, '')])));

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)];
}

function isAddressed(name: string): name is Addressed {
  return (ADDRESSED as readonly string[]).includes(name);
}

export const folders = z
  .string()
  .transform((text) => text.split(delimiter).flatMap((path) => path.trim() || []))
  .refine((paths) => paths.every((path) => isAbsolute(path)), `absolute paths, separated by ${delimiter}`);

export const onOrOff = z.enum(['on', 'off'], rule('on or off'));

export const absolutePath = z.string().refine(isAbsolute, rule('an absolute path'));

/** Where Crossref publishes the table. */
const TABLE_URL = 'https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv';

/** The address of Retraction Watch's table, which may require a query, such as the user's e-mail address. */
export const retractionsUrl = z
  .string()
  .trim()
  .refine((text) => isAllowedBaseUrl(text.replace(/\?[^#]*$/, '')), {
    error: 'an https:// address (http:// only on loopback) without fragment, user or password, got something else',
  })
  .default(TABLE_URL);
