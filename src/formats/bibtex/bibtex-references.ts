import { splitTrimmed } from '../../lib/line.ts';
import type { BibtexEntry } from './bibtex-entries.ts';

export type Fields = ReadonlyMap<string, string>;
type EntriesByKey = ReadonlyMap<string, BibtexEntry>;

/** Fields that describe the entry itself; entries that refer to it do not inherit them. */
const NOT_INHERITED = new Set(
  (
    'title subtitle titleaddon booktitle shorttitle author abstract keywords doi url eprint pmid pmcid pages file note ' +
    'annote annotation crossref xref xdata ids key label'
  ).split(' '),
);

/** Fields that name the publisher of a work; the first one present is a paper's publisher. */
export const PUBLISHERS = ['publisher', 'school', 'institution', 'organization'];

/** Entries of earlier parts of a file that later ones may inherit from, by their keys in lower case. */
export type EarlierEntries = { byKey: Map<string, BibtexEntry>; characters: number };

const NAMED_BY_OTHERS = /^(?:xdata|(?:mv)?(?:book|proceedings|collection|reference)|periodical)$/;
/** Limits the entries that others may name and those that wait. Beyond it the oldest are dropped, or stop waiting. */
const MAX_CHARACTERS = 4_000_000;

export const nothingEarlier = (): EarlierEntries => ({ byKey: new Map(), characters: 0 });

/** Keeps the entries that others may name, within the limit. */
export function keepForLater(entries: readonly BibtexEntry[], earlier: EarlierEntries): void {
  for (const entry of entries)
    if (NAMED_BY_OTHERS.test(entry.type)) {
      const key = entry.key.toLowerCase();
      forget(key, earlier);
      earlier.byKey.set(key, copyEntry(entry));
      earlier.characters += entrySize(entry);
    }
  for (const key of earlier.byKey.keys()) {
    if (earlier.characters <= MAX_CHARACTERS) return;
    forget(key, earlier);
  }
}

/** The entries that name an entry not yet read, in order. */
export function entriesThatWait(entries: readonly BibtexEntry[], byKey: EntriesByKey): ReadonlySet<BibtexEntry> {
  const waiting = new Set(entries.filter((entry) => isWaiting(entry, byKey)));
  let characters = [...waiting].reduce((sum, entry) => sum + entrySize(entry), 0);
  for (const oldest of waiting) {
    if (characters <= MAX_CHARACTERS) break;
    waiting.delete(oldest);
    characters -= entrySize(oldest);
  }
  return waiting;
}

function isWaiting({ fields }: BibtexEntry, byKey: EntriesByKey): boolean {
  const parent = fields.get('crossref')?.trim().toLowerCase();
  return (parent && !byKey.has(parent)) || fields.has('xdata');
}

/** A copy of the entry with its own strings: a substring keeps the whole text in memory. */
export function copyEntry(entry: BibtexEntry): BibtexEntry {
  return { ...entry, fields: new Map(JSON.parse(JSON.stringify([...entry.fields]))) };
}

function forget(key: string, earlier: EarlierEntries): void {
  const entry = earlier.byKey.get(key);
  if (!entry) return;
  earlier.byKey.delete(key);
  earlier.characters -= entrySize(entry);
}

const entrySize = ({ fields }: BibtexEntry): number =>
  [...fields].reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** The fields of an entry, completed by those of its book or proceedings. */
export function withParent({ type, fields }: BibtexEntry, byKey: EntriesByKey): Fields {
  const named = fields.get('crossref')?.trim().toLowerCase();
  // An entry without a key cannot be cross-referenced.
  const parent = named ? byKey.get(named) : undefined;
  if (!parent || parent.fields === fields) return fields;
  const all = new Map(fields);
  const hasPublisher = PUBLISHERS.some((name) => fields.has(name));
  const isInherited = (name: string) =>
    !NOT_INHERITED.has(name) && !all.has(name) && !(hasPublisher && PUBLISHERS.includes(name));
  for (const [name, value] of parent.fields) if (isInherited(name)) all.set(name, value);
  const title = parent.fields.get('booktitle') ?? parent.fields.get('title');
  const venue = type === 'article' ? 'journaltitle' : 'booktitle';
  if (title !== undefined && !all.has(venue) && !all.has('journal')) all.set(venue, title);
  return all;
}

/** A value that refers to a field of an `@xdata` entry, or to one name or location in its list. */
const SHARED_VALUE = /(^|\sand\s)\s*xdata\s*=\s*([^\s{},]{1,200})(?=\s*$|\s+and\s)/gi;
/** Limits the text that all entries of one piece may inherit: a few lines could request more than fits into memory. */
const MAX_SHARED_CHARACTERS = 1_000_000;

/**
 * The fields of `@xdata` entries by their keys in lower case, and the number of characters that entries may still
 * inherit.
 */
type Shared = { fields: ReadonlyMap<string, Fields>; charactersLeft: number };

/**
 * The entries with their `@xdata` expanded, so that they are complete without it. A reference to a missing entry is
 * unchanged. An entry that inherits nothing is the same object.
 */
export function withSharedFields(entries: readonly BibtexEntry[], { byKey }: EarlierEntries): readonly BibtexEntry[] {
  const shared = { fields: sharedFields([...byKey.values(), ...entries]), charactersLeft: MAX_SHARED_CHARACTERS };
  if (shared.fields.size === 0) return entries;
  return entries.map((entry) => (entry.type === 'xdata' ? entry : withShared(entry, shared)));
}

/** Also keyed by the alternative keys that biblatex allows in `ids`. */
function sharedFields(entries: readonly BibtexEntry[]): Shared['fields'] {
  const named = entries
    .filter(({ type }) => type === 'xdata')
    .flatMap(({ key, fields }) =>
      [key, ...splitTrimmed(fields.get('ids') ?? '', ',')].map((each) => [each.toLowerCase(), fields] as const),
    );
  return new Map(named);
}

function withShared(entry: BibtexEntry, shared: Shared): BibtexEntry {
  const fields = new Map(entry.fields);
  const waiting = splitTrimmed(fields.get('xdata') ?? '', ',');
  const used = new Set<Fields>();
  const unknown: string[] = [];
  for (const key of waiting) {
    const others = shared.charactersLeft > 0 ? shared.fields.get(key.toLowerCase()) : undefined;
    if (!others) unknown.push(key);
    else if (!used.has(others)) {
      used.add(others);
      waiting.push(...splitTrimmed(others.get('xdata') ?? '', ','));
      for (const [name, value] of others) {
        shared.charactersLeft -= name.length + value.length;
        if (!['ids', 'xdata'].includes(name) && !fields.has(name)) fields.set(name, value);
      }
    }
  }
  fields.delete('xdata');
  if (unknown.length > 0) fields.set('xdata', unknown.join(','));
  for (const [name, value] of fields) if (/xdata\s*=/i.test(value)) fields.set(name, withSharedValues(value, shared));
  const isSame =
    fields.size === entry.fields.size && [...fields].every(([name, value]) => entry.fields.get(name) === value);
  return isSame ? entry : { ...entry, fields };
}

function withSharedValues(value: string, shared: Shared): string {
  return value.replace(SHARED_VALUE, (whole, and: string, reference: string) => {
    const [, key = '', name = '', number] = /^(.+?)-([a-z]+)(?:-(\d{1,4}))?$/i.exec(reference) ?? [];
    const found = shared.charactersLeft > 0 ? shared.fields.get(key.toLowerCase())?.get(name.toLowerCase()) : undefined;
    shared.charactersLeft -= found?.length ?? 0;
    const part = number === undefined ? found : found?.split(/\sand\s/)[Number(number) - 1]?.trim();
    return part === undefined ? whole : and + part;
  });
}
