import { appendTo } from '../lib/groups.ts';
import type { Database } from '../platform/sqlite/database.ts';
import type { Identifier, IdentifierKind } from './identifier-rows.ts';

/** The identifiers of a batch that the library has. It may contain false positives, never false negatives. */
export type KnownIdentifiers = {
  /** Whether a paper may have one of them. If not, the library has no paper of the same work. */
  hasOneOf(identifiers: readonly Identifier[]): boolean;
  /** Records the identifiers that papers receive while the batch is added. */
  add(identifiers: readonly Identifier[]): void;
};

/**
 * Looks up all identifiers of a batch with one statement per kind. Most imported records are new, and single look-ups
 * took a sixth of the import.
 */
export function lookUpIdentifiers(database: Database, batch: readonly Identifier[]): KnownIdentifiers {
  const known = new Set<string>();
  const add = (kind: IdentifierKind, value: string) => known.add(`${kind} ${value}`);
  const valuesByKind = new Map<IdentifierKind, string[]>();
  for (const { kind, value } of batch) appendTo(valuesByKind, kind, value);
  const sql = 'SELECT DISTINCT value FROM identifiers WHERE kind = ? AND value IN (SELECT value FROM json_each(?))';
  for (const [kind, values] of valuesByKind) {
    for (const { value } of database.all<{ value: string }>(sql, kind, JSON.stringify(values))) add(kind, value);
  }
  return {
    hasOneOf: (identifiers) => identifiers.some(({ kind, value }) => known.has(`${kind} ${value}`)),
    add: (identifiers) => {
      for (const { kind, value } of identifiers) add(kind, value);
    },
  };
}
