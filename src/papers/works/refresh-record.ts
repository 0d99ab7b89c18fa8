import { SOURCE_NAMES, type SourceName } from '../../contract/source-names.ts';
import type { FieldProvenance, Paper } from '../paper.ts';
import { isEdited } from './edited-fields.ts';
import type { FoundWork } from './found-work.ts';
import { isPreprint } from './identity.ts';
import { mergeRecords, withProvenance } from './merge.ts';
import { rankSource, WIDE_COUNTS } from './source-precedence.ts';
import { isKnown, listFollowers, MERGED_FIELDS, type MergedField, SURVIVORSHIP } from './survivorship.ts';

/**
 * A merged work with its sources and provenance. `dayOf` returns the day (ISO, UTC) of a source's answer, even of a
 * cached one.
 */
export function toStoredPaper(
  { record, findings, fieldSources = {} }: FoundWork,
  dayOf: (source: SourceName) => string,
): Paper {
  const learned = Object.entries(fieldSources).map(([name, from]) => [name, { from, on: dayOf(from) }]);
  const foundIn = SOURCE_NAMES.filter((name) => findings.some(({ source }) => source === name));
  return { ...record, foundIn, provenance: Object.fromEntries(learned) };
}

/**
 * Merges a stored paper with a live one under the stored key. The newer value wins for fields that change over time.
 * For the others the published version wins, then the better source, then the newer value. Fields without provenance
 * are the user's and stay, except for higher counts and retractions; those that the user edited always stay.
 */
export function mergeIntoStored(stored: Paper, live: Paper): Paper {
  // A different key shows that it is not a newer state of the same record. Otherwise a new title would turn it into
  // another paper.
  const merged = mergeRecords(stored, { ...live, key: `live ${live.key}` });
  const fields: Record<string, unknown> = { ...merged, key: stored.key };
  for (const [name, { accumulates }] of MERGED_FIELDS) {
    if (accumulates || isEdited(stored, name) || !isStated(stored, name) || !isStated(live, name)) continue;
    const value = chooseLive(name, stored, live) ? live : stored;
    for (const each of [name, ...listFollowers(name)]) {
      if (value[each] === undefined) delete fields[each];
      else fields[each] = value[each];
    }
  }
  return withLearned(fields as Paper, stored, live);
}

/** `downloadable` defaults to false. Only a false value with provenance can be trusted. */
function isStated(record: Paper, name: MergedField): boolean {
  if (name === 'downloadable') return record.downloadable || record.provenance?.[name] !== undefined;
  return isKnown(record[name]);
}

function chooseLive(name: MergedField, stored: Paper, live: Paper): boolean {
  const [storedOrigin, liveOrigin] = [stored.provenance?.[name], live.provenance?.[name]];
  const { precedence, changes } = SURVIVORSHIP[name];
  if (changes === 'retraction') return chooseLiveRetraction(stored, live);
  const isCount = changes === 'count';
  const growth = isCount ? Number(live[name]) - Number(stored[name]) : 0;
  if (storedOrigin === undefined) return growth > 0;
  if (liveOrigin === undefined) return false;
  const rankOf = ({ from }: FieldProvenance) => rankSource(precedence, from);
  if (changes !== undefined) {
    // The live source counts only its own part, the stored one everything.
    if (growth < 0 && !WIDE_COUNTS.has(liveOrigin.from) && WIDE_COUNTS.has(storedOrigin.from)) return false;
    if (liveOrigin.on !== storedOrigin.on) return liveOrigin.on > storedOrigin.on;
    return isCount ? growth > 0 : rankOf(liveOrigin) <= rankOf(storedOrigin);
  }
  // Versions of a work differ in more than their sources, so the published version wins.
  const isStoredPreprint = isPreprint(stored);
  if (isStoredPreprint !== isPreprint(live)) return isStoredPreprint;
  if (liveOrigin.from === storedOrigin.from) return liveOrigin.on >= storedOrigin.on;
  return rankOf(liveOrigin) < rankOf(storedOrigin);
}

/** A reported retraction stays until its own source later withdraws it. */
function chooseLiveRetraction(stored: Paper, live: Paper): boolean {
  const [storedOrigin, liveOrigin] = [stored.provenance?.isRetracted, live.provenance?.isRetracted];
  const days = storedOrigin && liveOrigin ? liveOrigin.on.localeCompare(storedOrigin.on) : 0;
  if (live.isRetracted === stored.isRetracted) return days > 0;
  const isOfOneSource = storedOrigin !== undefined && storedOrigin.from === liveOrigin?.from;
  return live.isRetracted ? !(isOfOneSource && days < 0) : isOfOneSource && days > 0;
}

/** Attributes each field to the record that it came from. For equal values the user's own wins, then the later day. */
function withLearned(merged: Paper, stored: Paper, live: Paper): Paper {
  const paper = withProvenance([stored, live], merged);
  const provenance = { ...paper.provenance };
  for (const [name, liveOrigin] of Object.entries(live.provenance ?? {})) {
    const field = name as MergedField;
    const storedOrigin = stored.provenance?.[name];
    if (
      storedOrigin === undefined ||
      isEdited(stored, name) ||
      JSON.stringify(stored[field]) !== JSON.stringify(live[field])
    )
      continue;
    if (
      liveOrigin.on > storedOrigin.on &&
      (liveOrigin.from === storedOrigin.from || SURVIVORSHIP[field].changes !== undefined)
    )
      provenance[name] = liveOrigin;
  }
  return { ...paper, ...(Object.keys(provenance).length > 0 && { provenance }) };
}
