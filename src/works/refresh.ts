import { SOURCE_NAMES, type SourceName } from '../contract/source-names.ts';
import type { FieldProvenance, Paper } from '../papers/paper.ts';
import { toWire } from '../papers/wire.ts';
import { isPreprint } from './matching.ts';
import { mergeRecords, withProvenance } from './merge-records.ts';
import type { MergedWork } from './merge-sources.ts';
import { FIELD_ORDERS, type MergedField, WIDE_COUNTS } from './source-precedence.ts';

/**
 * What the local library keeps of where facts come from. A fact with a provenance was learned live; one without is the
 * user's own (or came with the package), and no live record changes it, except that counts grow and a retraction is a
 * retraction.
 */

/**
 * A merged work as the library keeps it: with the sources that had it and, for each fact, the source that said it and
 * the day. `dayOf` gives the ISO day (UTC) on which a source told of this work; for answers out of a cache that is the
 * day when these were fetched.
 */
export function toKept({ record, found, provenance }: MergedWork, dayOf: (source: SourceName) => string): Paper {
  const learned = Object.entries(provenance).map(([name, from]) => [
    name,
    { from, on: dayOf(from) } satisfies FieldProvenance,
  ]);
  const foundIn = new Set(found.map(({ source }) => source));
  return {
    ...record,
    foundIn: SOURCE_NAMES.filter((name) => foundIn.has(name)),
    provenance: Object.fromEntries(learned),
  };
}

/** Facts that change with time: what was learned later counts. */
const CHANGING: ReadonlySet<string> = new Set<MergedField>([
  'citationCount',
  'influentialCitationCount',
  'referenceCount',
  'isOpenAccess',
  'isRetracted',
  'downloadable',
  'link',
  'pdfLink',
  'quartile',
]);
const COUNTS: ReadonlySet<string> = new Set<MergedField>([
  'citationCount',
  'influentialCitationCount',
  'referenceCount',
]);

/**
 * What the library keeps when a paper that it has is found live again (`live` is made by `toKept`): the paper under its
 * key, with what it did not know. Nothing stale takes the place of something newer: of facts that change the one
 * learned later stays, of others the published version's, then the better source's, then the later one. The user's own
 * facts stay, but a higher count takes their place.
 */
export function mergeKept(stored: Paper, live: Paper): Paper {
  // Under another key, as no newer state of the same record: otherwise a new title would make it another paper.
  const merged = mergeRecords(stored, { ...live, key: `live ${live.key}` });
  const facts: Record<string, unknown> = { ...merged, key: stored.key };
  for (const name of Object.keys(FIELD_ORDERS) as MergedField[]) {
    const [kept, found] = [stored[name], live[name]];
    if (!isKnown(kept, name, stored) || !isKnown(found, name, live)) continue;
    facts[name] = chooseLive(name, stored, live) ? found : kept;
  }
  return withLearned(facts as Paper, stored, live);
}

/** `downloadable` is part of every record: that there is no file is only known where somebody said so. */
function isKnown(value: unknown, name: MergedField, record: Paper): boolean {
  if (name === 'downloadable') return value === true || record.provenance?.[name] !== undefined;
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function chooseLive(name: MergedField, stored: Paper, live: Paper): boolean {
  const [held, found] = [stored.provenance?.[name], live.provenance?.[name]];
  const [heldValue, foundValue] = [stored[name], live[name]];
  if (name === 'isRetracted') return retractionOf(stored, live);
  if (held === undefined) return COUNTS.has(name) && Number(foundValue) > Number(heldValue);
  if (found === undefined) return false;
  if (CHANGING.has(name)) {
    if (COUNTS.has(name) && Number(foundValue) < Number(heldValue) && countsLess(found.from, held.from)) return false;
    if (found.on !== held.on) return found.on > held.on;
    return COUNTS.has(name) ? Number(foundValue) > Number(heldValue) : placeOf(name, found) <= placeOf(name, held);
  }
  const [storedIsPreprint, liveIsPreprint] = [stored, live].map((record) => isPreprint(toWire(record, null)));
  // The two versions of a work differ in more than their sources: the published one speaks.
  if (storedIsPreprint !== liveIsPreprint) return storedIsPreprint === true;
  if (found.from === held.from) return found.on >= held.on;
  return placeOf(name, found) < placeOf(name, held);
}

/** A retraction that anybody told stays until the one who told it takes it back later. */
function retractionOf(stored: Paper, live: Paper): boolean {
  const [held, found] = [stored.provenance?.isRetracted, live.provenance?.isRetracted];
  if (live.isRetracted === stored.isRetracted) return held !== undefined && found !== undefined && found.on > held.on;
  if (live.isRetracted) return !(held && found && held.from === found.from && found.on < held.on);
  return held !== undefined && held.from === found?.from && found.on > held.on;
}

/** Whether a source that counts only its own part says less than one that counts everything. */
function countsLess(source: string, than: string): boolean {
  return !WIDE_COUNTS.has(source) && WIDE_COUNTS.has(than);
}

function placeOf(name: MergedField, { from }: FieldProvenance): number {
  const place = FIELD_ORDERS[name].indexOf(from as SourceName);
  return place < 0 ? FIELD_ORDERS[name].length : place;
}

/**
 * Each fact with the provenance of the record it is of. Where both say the same, what was the user's own stays so, else
 * the later day counts.
 */
function withLearned(merged: Paper, stored: Paper, live: Paper): Paper {
  const known = withProvenance([stored, live], merged);
  const provenance = { ...known.provenance };
  for (const [name, found] of Object.entries(live.provenance ?? {})) {
    const field = name as MergedField;
    const held = stored.provenance?.[name];
    if (held === undefined || JSON.stringify(stored[field]) !== JSON.stringify(live[field])) continue;
    if (found.on > held.on && (found.from === held.from || CHANGING.has(name))) provenance[name] = found;
  }
  return { ...known, ...(Object.keys(provenance).length > 0 && { provenance }) };
}
