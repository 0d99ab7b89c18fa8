import type { Paper } from '../paper.ts';
import type { MergedField } from './survivorship.ts';

/** Origin of a field that the user corrected: no merge changes it, even if the user emptied it. */
const USER = 'user';

/** The user's values of fields; undefined empties one. */
export type Edits = { [Name in keyof Paper]?: Paper[Name] | undefined };

/** Whether the user corrected or emptied this field. */
export function isEdited({ provenance }: Paper, field: string): boolean {
  return provenance?.[field]?.from === USER;
}

/** The records that determine a field: the one that the user edited, if there is one. */
export function whoDecides<Each extends { record: Paper }>(
  members: readonly Each[],
  field: MergedField,
): readonly Each[] {
  const edited = members.find(({ record }) => isEdited(record, field));
  return edited ? [edited] : members;
}

/** The provenance of all fields that the user edited in these records; the first record takes precedence. */
export function editedProvenance(records: readonly Paper[]): NonNullable<Paper['provenance']> {
  const entries = records.flatMap((record) => Object.entries(record.provenance ?? {})).reverse();
  return Object.fromEntries(entries.filter(([, { from }]) => from === USER));
}

/**
 * The record with the user's values for these fields, which belong to the user from now on (`on`: the day, ISO, UTC).
 * An undefined value empties a field.
 */
export function withEdits(record: Paper, edits: Edits, on: string): Paper {
  const names = Object.keys(edits);
  const edited = { ...record, ...edits } as Paper;
  const provenance = { ...record.provenance, ...Object.fromEntries(names.map((name) => [name, { from: USER, on }])) };
  const kept = Object.entries(edited).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(kept) as Paper), ...(Object.keys(provenance).length > 0 && { provenance }) };
}
