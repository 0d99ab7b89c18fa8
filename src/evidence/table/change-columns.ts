import { omitUndefined } from '../../lib/omit-undefined.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { COLUMN_TYPES, type Column } from './columns.ts';
import type { Refused } from './notes.ts';
import type { TableAct } from './table-events.ts';
import type { TableState } from './table-state.ts';

/** A column to add, or to change if the table has a column with this name or id. */
export type ColumnChange = {
  name: string;
  ask?: string | undefined;
  type?: (typeof COLUMN_TYPES)[number] | undefined;
  unit?: string | undefined;
  values?: readonly string[] | undefined;
  /** Its new name. */
  rename?: string | undefined;
  /** Removes it from the table; its cells stay in the log. */
  drop?: boolean | undefined;
};

/** Parses `NAME | QUESTION | TYPE | UNIT`; for a category, values `a; b` replace the unit. Only NAME is required. */
export function readColumnLine(line: string): ColumnChange | { wrong: string } {
  const [name = '', ask, type, more] = line.split('|').map((part) => part.trim());
  if (name === '') return { wrong: 'a name' };
  const kind = COLUMN_TYPES.find((each) => each === type);
  if (type && !kind) return { wrong: `a type (${COLUMN_TYPES.join(', ')})` };
  const values = kind === 'category' && more ? { values: more.split(';').map((each) => each.trim()) } : {};
  return {
    name,
    ...(ask && { ask }),
    ...(kind && { type: kind }),
    ...(kind === 'number' && more && { unit: more }),
    ...values,
  };
}

export type RefusedColumn = { column: string } & Refused;

export const MAX_COLUMNS = 40;

/** The column with this name or id, ignoring case. */
export function findColumn({ columns }: Pick<TableState, 'columns'>, name: string): Column | undefined {
  const folded = name.trim().toLowerCase();
  return (
    columns.find((column) => column.name.toLowerCase() === folded) ??
    columns.find(({ id }) => id.toLowerCase() === folded)
  );
}

/** The events that make the changes, except those already in effect. An invalid change does not affect the others. */
export function changeColumns(
  state: TableState,
  changes: readonly ColumnChange[],
): { acts: TableAct[]; refused: RefusedColumn[] } {
  const acts: TableAct[] = [];
  const refused: RefusedColumn[] = [];
  let columns = [...state.columns];
  let { columnCount } = state;
  for (const each of changes) {
    // A new column may have the name `C1`, which is the id of another column.
    const byName = columns.find(({ name }) => name.toLowerCase() === each.name.trim().toLowerCase());
    const known = each.drop || each.rename ? findColumn({ columns }, each.name) : byName;
    if (each.drop) {
      if (!known) refused.push({ column: each.name, kind: 'no-column', columns: columns.map(({ name }) => name) });
      else {
        columns = columns.filter(({ id }) => id !== known.id);
        acts.push({ what: 'drop', column: known.id });
      }
      continue;
    }
    const column = merge(known, each, `C${columnCount + 1}`);
    const wrong = wrongColumn(columns, column, known);
    if (wrong) refused.push({ column: each.name, ...wrong });
    else if (JSON.stringify(column) !== JSON.stringify(known)) {
      columns = known ? columns.map((other) => (other.id === known.id ? column : other)) : [...columns, column];
      if (!known) columnCount += 1;
      acts.push({ what: 'column', column });
    }
  }
  return { acts, refused };
}

function merge(known: Column | undefined, { name, ask, type, unit, values, rename }: ColumnChange, id: string): Column {
  const kind = type ?? known?.type ?? (values ? 'category' : unit ? 'number' : 'text');
  const chosen = values ? [...new Set(values.map((value) => value.trim()).filter(Boolean))] : known?.values;
  return {
    id: known?.id ?? id,
    name: visibleLine(rename ?? known?.name ?? name),
    ask: visibleLine(ask ?? known?.ask ?? name),
    type: kind,
    ...omitUndefined({
      unit: unit ?? (kind === 'number' ? known?.unit : undefined),
      values: values || kind === 'category' ? chosen : undefined,
    }),
  };
}

function wrongColumn(columns: readonly Column[], column: Column, known: Column | undefined): Refused | undefined {
  const { id, name, type, unit, values } = column;
  if (name === '') return { kind: 'no-name' };
  if (!known && columns.length >= MAX_COLUMNS) return { kind: 'too-many-columns', most: MAX_COLUMNS };
  if (columns.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase()))
    return { kind: 'name-taken', name };
  if (type === 'category' && (values?.length ?? 0) < 2) return { kind: 'category-needs-values' };
  if (type !== 'category' && values) return { kind: 'only-of-type', part: 'values', type: 'category' };
  if (type !== 'number' && unit) return { kind: 'only-of-type', part: 'unit', type: 'number' };
  return undefined;
}
