import { asFields } from './json.ts';

/**
 * Names are compared in lower case and by their letters and digits: `job_id`, `jobId` and `Job-ID` are one name. A
 * prefix before a colon or slash is a namespace: `dc:title` and `http://purl.org/dc/terms/title` are titles. An ending
 * is a type of Solr: `title_s` is a title, too.
 */

const IS_PLAIN = /^[a-z0-9]+$/;
const NOT_PLAIN = /[^a-z0-9]+/g;
const NAMESPACE = /^.*[:#/]/s;
const SOLR_TYPE = /_(?:s|ss|t|txt|i|is|l|b|bool|dt|tdate)$/;
/** Dublin Core's names without a sign between: `dctitle`, `dc.creator`. */
const DUBLIN_CORE =
  /^dc(?:terms)?(?=(?:title|creator|description|publisher|date|year|identifier|doi|source|link|subject)$)/;
/** Names of foreign fields repeat from paper to paper. A stranger may send any number of them. */
const MAX_KEPT_NAMES = 2_000;
const MAX_NAME_CHARACTERS = 100;
/** No genuine object has more names. */
const MAX_NAMES = 300;
const cache = new Map<string, string>();

export function plainName(name: string): string {
  if (name.length <= MAX_NAME_CHARACTERS && IS_PLAIN.test(name) && !name.startsWith('dc')) return name;
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const plain = name
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(NAMESPACE, '')
    .replace(SOLR_TYPE, '')
    .toLowerCase()
    .replace(NOT_PLAIN, '')
    .replace(DUBLIN_CORE, '');
  if (cache.size < MAX_KEPT_NAMES && name.length <= MAX_NAME_CHARACTERS) cache.set(name, plain);
  return plain;
}

/** The values of an object by their plain names, MAX_NAMES at most. Of equal names, the first with a value counts. */
export function byPlainName(value: unknown): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, part] of Object.entries(asFields(value)).slice(0, MAX_NAMES)) {
    const plain = plainName(name);
    if (plain !== '' && (values.get(plain) ?? undefined) === undefined) values.set(plain, part);
  }
  return values;
}

/** Whether a value has content: not null, an empty text, list or object. */
export function hasContent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
