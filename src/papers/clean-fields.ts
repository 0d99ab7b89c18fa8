import { omitEmpty } from '../lib/omit-undefined.ts';
import { MISSING } from './dates.ts';
import { withoutCredentials } from './identifiers.ts';
import { cleanLine, cleanText, shorten } from './text.ts';

/** A database where someone found the paper, and its accession number there. */
export type PaperDatabase = { name?: string; accessionNumber?: string };

/** Longer texts are not a volume, issue, page range or language. */
const MAX_NUMBERING_CHARACTERS = 60;

/** Databases assign up to a few hundred index terms. */
const MAX_KEYWORDS = 500;
const MAX_KEYWORD_CHARACTERS = 300;
const MAX_NOTES = 50;
const MAX_NOTE_CHARACTERS = 10_000;
const MAX_DATABASES = 20;
const MAX_DATABASE_CHARACTERS = 120;

/** A volume, issue, page range or language; undefined for a longer text. */
export function readNumbering(text: string | null | undefined): string | undefined {
  const plain = cleanLine(text ?? '');
  return plain.length <= MAX_NUMBERING_CHARACTERS && !MISSING.test(plain) ? plain : undefined;
}

/**
 * `37-64`, also from `pp. 37--64`; a single page from `592-592`, and the first page from `72-+` and `72-&` (Web of
 * Science, which also writes `UNSP 03003` and `PII S104`). Nothing from `No Pagination Specified` and `No-Specified`.
 */
export function readPages(text: string | null | undefined): string | undefined {
  return readNumbering(text)
    ?.replace(/(?:(?<!\s)\s+)?[-‐‑‒–—−]+\s*/gu, '-')
    .replace(/^(?:pp?(?:\.\s*|\s+)|(?:UNSP|PII)\s)(?=[a-z]{0,2}\d)/i, '')
    .replace(/^\(?no[ -](?:pagination|specified)\b.*$/i, '')
    .replace(/(?<=[\p{L}\d])\.$/u, '')
    .replace(/^([^-\s]+)-(?:\1|[+&])$/, '$1');
}

/** Indexers mark a paper's main topics with an asterisk: `*Depression`, `Depression/*therapy`. */
const MAIN_TOPIC = /(?<=^|\/)\*+(?=\s?[\p{L}\p{N}])/gu;

/** Keywords as their authors, indexers and users wrote them, without duplicates and marks of main topics. */
export function readKeywords(keywords: readonly string[] | null | undefined): string[] | undefined {
  const read = (keyword: string) =>
    shorten(cleanLine(cleanLine(keyword).replace(MAIN_TOPIC, '')), MAX_KEYWORD_CHARACTERS);
  return readTexts(keywords, read, (keyword) => keyword.toLowerCase(), MAX_KEYWORDS);
}

/** Notes with their line breaks, without duplicates. */
export function readNotes(notes: readonly string[] | null | undefined): string[] | undefined {
  const read = (note: string) => {
    const text = cleanText(note);
    return text.length <= MAX_NOTE_CHARACTERS ? text : `${text.slice(0, MAX_NOTE_CHARACTERS - 1).toWellFormed()}…`;
  };
  return readTexts(notes, read, (note) => note.replace(/\s+/g, ' '), MAX_NOTES);
}

/** The databases that had the paper, without duplicates. */
export function readDatabases(
  databases: readonly (PaperDatabase | null | undefined)[] | null | undefined,
): PaperDatabase[] | undefined {
  const clean = (text: unknown) =>
    typeof text === 'string' ? shorten(cleanLine(text), MAX_DATABASE_CHARACTERS) : undefined;
  const read = (Array.isArray(databases) ? databases : []).map((each) =>
    omitEmpty({ name: withoutPath(clean(each?.name)), accessionNumber: clean(each?.accessionNumber) }),
  );
  return uniteDatabases(read.filter((each) => Object.keys(each).length > 0));
}

/** Programs write the path of the user's own library as a database: `C:\\Users\\ada\\My Library.enl`. */
function withoutPath(name: string | undefined): string | undefined {
  const isPath =
    /^(?:[a-z]:)?[\\/]|^file:|^~|[\\/][^\\/]*\.\w{2,5}$|\.(?:enlx?|enlp|ris|bib|csv|xml|sqlite|mdb|txt)$/i.test(
      name ?? '',
    );
  return isPath ? undefined : name;
}

/** Keeps each database once per accession number; a name alone is redundant beside the same name with a number. */
function uniteDatabases(databases: readonly PaperDatabase[]): PaperDatabase[] | undefined {
  const nameOf = ({ name = '' }: PaperDatabase) => name.toLowerCase();
  const byKey = new Map<string, PaperDatabase>();
  for (const each of databases) {
    const key = `${nameOf(each)} ${each.accessionNumber ?? ''}`;
    if (!byKey.has(key)) byKey.set(key, each);
  }
  const all = [...byKey.values()];
  const numbered = new Set(all.filter(({ accessionNumber }) => accessionNumber !== undefined).map(nameOf));
  const kept = all.filter((each) => each.accessionNumber !== undefined || !numbered.has(nameOf(each)));
  return kept.length > 0 ? kept.slice(0, MAX_DATABASES) : undefined;
}

/** The distinct texts in order, without credentials, at most `max`; undefined if there are none. */
function readTexts(
  texts: readonly string[] | null | undefined,
  read: (text: string) => string,
  keyOf: (text: string) => string,
  max: number,
): string[] | undefined {
  const byKey = new Map<string, string>();
  for (const text of Array.isArray(texts) ? (texts as readonly unknown[]) : []) {
    if (byKey.size >= max) break;
    const value = typeof text === 'string' ? read(withoutCredentials(text)) : '';
    if (value !== '' && !byKey.has(keyOf(value))) byKey.set(keyOf(value), value);
  }
  return byKey.size > 0 ? [...byKey.values()] : undefined;
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const EDITION =
  /^(\d{1,3})\s?(?:st|nd|rd|th|\.|ª|º|e|ème|re)?(?:,?\s*(?:edition|edn|ed|édition|éd|auflage|aufl|edición|edizione|edição)\.?)?$/i;

/** The number: `2` for `2nd ed.`, `Second`, `2. Auflage`. Other texts lose only `edition` or `ed.` at their end. */
export function readEdition(text: string): string {
  const words = text.replace(/(?:,|(?<![\s,]))\s+(?:edition|edn|ed)\.?$/i, '');
  const ordinal = ORDINALS.indexOf(words.toLowerCase()) + 1;
  return ordinal > 0 ? String(ordinal) : (EDITION.exec(text)?.[1] ?? words);
}
