import * as z from 'zod';
import { invalidInput } from '../../contract/errors.ts';
import { defaultError, invalidField, invalidFields, ruleError } from '../../contract/invalid.ts';
import { asFields, asText } from '../../lib/json.ts';
import { omitEmpty } from '../../lib/omit-undefined.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { described, flag, oneOf, wholeNumberFrom, words } from '../../mcp/inputs.ts';
import { count, page, remarks, text, texts } from '../../mcp/outputs.ts';
import { shorten } from '../../papers/text.ts';
import { MAX_COLUMNS, readColumnLine } from './change-columns.ts';
import { COLUMN_TYPES } from './columns.ts';
import { describeRefused } from './sentences.ts';
import { adviseOn, showCellInBrief, showOpenCells, showRows } from './show-table.ts';
import { summarize } from './tables.ts';
import { TABLE_FORMATS } from './write-table.ts';

const MAX_CELLS = 50;
const MAX_NEXT = 10;
const MAX_ROWS = 20;
/** Maximum characters of names, and of the reference of a refused item. */
const MAX_NAME = 200;

const line = (rule: string, max = 2_000) => words(rule).max(max, ruleError(`${rule} of at most ${max} characters`));

const columnSchema = z.strictObject({
  name: line('a name', MAX_NAME),
  ask: line('a question').optional(),
  type: oneOf(COLUMN_TYPES).optional(),
  unit: line('a unit', MAX_NAME).optional(),
  values: z.array(line('a value', MAX_NAME)).max(100).optional(),
  rename: line('a name', MAX_NAME).optional(),
  drop: flag.optional(),
});
const cellSchema = z.strictObject({
  ...described(
    {
      ref: words('a reference such as J1-3'),
      column: words('a column'),
      // Numbers, booleans and null are accepted, too.
      value: z.unknown().meta({ type: 'string' }),
      quote: z.string(ruleError('words of the paper')).optional(),
    },
    { ref: 'J1-3', column: 'Its name', value: 'Or not reported', quote: 'Exact words of the paper' },
  ),
  at: z.string(ruleError('a place')).optional(),
});

/** Omitted from the list of tools to save tokens; an item that violates a rule is refused with the reason. */
const UNSHOWN = new Set(['at', 'pattern', 'maxLength', '$schema']);
const shownCell = JSON.parse(
  JSON.stringify(z.toJSONSchema(cellSchema, { io: 'input' }), (key, value) => (UNSHOWN.has(key) ? undefined : value)),
);

/** A list whose items are validated one by one, so that an invalid one does not affect the others. */
function listOf(items: object, max: number) {
  const list = z
    .array(z.unknown(), ruleError('a list'))
    .refine((all) => all.length <= max, ruleError(`at most ${max}`));
  return list.optional().meta({ items });
}

const short = z.string(ruleError('a text')).trim().optional();

const input = z.strictObject(
  described(
    {
      table: short,
      title: short,
      papers: short,
      columns: listOf({ type: 'string' }, MAX_COLUMNS),
      fill: listOf(shownCell, MAX_CELLS),
      as: short,
      next: wholeNumberFrom(0).optional(),
      offset: wholeNumberFrom(0).optional(),
      format: oneOf(TABLE_FORMATS).optional(),
    },
    {
      table: 'T1; none: lists them',
      title: 'Begins one',
      papers: 'J1, R1 or refs',
      columns: 'Each NAME | QUESTION | text, number, category or yes-no | UNIT or a; b',
      fill: 'Cells',
      as: 'Your model',
      next: 'Open cells to show, with passages',
      offset: 'Papers to skip',
      format: 'Exports it',
    },
  ),
);

const verdict = {
  value: text.optional(),
  verdict: text.optional(),
  quote: text.optional(),
  at: text.optional(),
  text: text.optional(),
  differences: z.array(z.object({ quote: text, document: text })).optional(),
  searched: text.optional(),
  marks: texts.optional(),
  by: text.optional(),
};
const cell = z.object({
  ref: text.optional(),
  column: text,
  ...verdict,
  open: z.literal(true).optional(),
  differs: z.array(z.object(verdict)).optional(),
});
const column = z.object({
  id: text,
  name: text,
  ask: text,
  type: oneOf(COLUMN_TYPES),
  unit: text.optional(),
  values: texts.optional(),
});
const table = z.object({
  ref: text,
  title: text,
  openedAt: text,
  changedAt: text,
  papers: count,
  columns: z.array(column).optional(),
  complete: z.object({
    cells: count,
    filled: count,
    open: count,
    differ: count,
    held: count,
    marked: count,
    notReported: count,
  }),
});
const refusal = z.object({ ref: text.optional(), column: text, code: text, why: text });

const output = z.object({
  tables: z.array(table).optional(),
  table: table.optional(),
  accepted: count.optional(),
  repeated: count.optional(),
  refused: z.array(refusal).optional(),
  cells: z.array(cell).optional(),
  open: z
    .array(
      z.object({
        ref: text,
        title: text.optional(),
        column: text,
        passages: z.array(z.object({ at: text.optional(), section: text, text })),
        seeAlso: texts.optional(),
      }),
    )
    .optional(),
  rows: z.array(z.object({ ref: text, title: text.optional(), cells: z.array(cell) })).optional(),
  page: page.optional(),
  export: z.object({ format: text, text: text.optional(), path: text.optional() }).optional(),
  ...remarks,
});

export const evidenceTable = defineTool({
  name: 'evidence_table',
  title: 'Evidence table',
  summary:
    'compares papers in a table whose every value has a quotation that the server has checked against the text; shows open cells with passages, and exports CSV, Markdown and a page',
  safety: 'writes',
  needs: ['evidence'],
  description:
    'Compare papers in a table{free}: each value with a quotation, checked against the paper. ' +
    'Quote from passages of next; call marked cells uncertain. ' +
    'Returns verdicts.',
  input,
  output,
  run: async (
    { table: named, title, columns: columnInputs, papers, fill, as, next, format, offset },
    { evidence, signal, isPerson },
  ) => {
    const who = isPerson
      ? ({ kind: 'human', name: 'me' } as const)
      : ({ kind: 'assistant', name: as ?? 'assistant' } as const);
    const call = { signal };
    if (named === undefined && title === undefined) {
      const { tables, notes } = await evidence.list();
      if ([columnInputs, papers, fill, next, format].some((each) => each !== undefined))
        throw invalidInput([invalidField('table', { kind: 'new-table-needs' })]);
      return { tables, ...(notes.length > 0 && { notes }) };
    }
    const columns = readItems(columnSchema, columnInputs?.map(parseColumn), 'columns');
    const cells = readItems(cellSchema, fill, 'fill');
    const begun =
      named === undefined
        ? await evidence.create({ title: title ?? '', papers: papers ?? '', columns: columns.read }, who, call)
        : undefined;
    const ref = begun?.ref ?? named ?? '';
    const changed =
      !begun && (papers !== undefined || columns.read.length > 0)
        ? await evidence.change(ref, { papers, columns: columns.read }, who, call)
        : begun;
    const filled = fill && (await evidence.fill(ref, cells.read, who, call));
    const { table, notes } = await evidence.open(ref, who, call);
    const refused = [...(changed?.refused ?? []), ...(filled?.refused ?? [])].map(({ kind: code, ...rest }) => ({
      ...('ref' in rest ? { ref: shorten(String(rest.ref), MAX_NAME) } : {}),
      column: shorten(rest.column, MAX_NAME),
      code,
      why: describeRefused({ kind: code, ...rest } as Parameters<typeof describeRefused>[0]),
    }));
    const open = next ? await evidence.next(ref, Math.min(next, MAX_NEXT), call) : undefined;
    const isShown = !(fill || next !== undefined || format) || offset !== undefined;
    const shown = isShown ? showRows(table, { offset: offset ?? 0, count: MAX_ROWS }) : undefined;
    const written = format && (await evidence.write(table, format));
    // Whoever fills a table was shown what its columns ask.
    const { columns: asked, ...summary } = summarize(table);
    return {
      table: isShown || changed ? { ...summary, columns: asked } : summary,
      ...(filled && { accepted: filled.accepted, ...(filled.repeated > 0 && { repeated: filled.repeated }) }),
      refused: [...columns.malformed, ...cells.malformed, ...refused],
      ...(filled && {
        cells: filled.cells.map(({ ref, column, cell }) => ({ ref, ...showCellInBrief(column, cell) })),
      }),
      ...(open && { open: showOpenCells(open) }),
      ...shown,
      ...(written && { export: { format, ...written } }),
      ...omitEmpty({ notes, next: adviseOn(table, shown?.page.nextOffset) }),
    };
  },
});

/** Parses a column in one line. An object (name, ask, type, unit, values, rename, drop) is returned unchanged. */
function parseColumn(column: unknown): unknown {
  if (typeof column !== 'string') return column;
  const read = readColumnLine(column);
  if (!('wrong' in read)) return read;
  const [name, , type] = column.split('|').map((part) => part.trim());
  return name === '' ? { name } : { name, type };
}

type Malformed = { ref?: string; column: string; code: string; why: string };

/** The valid items, and why the others are invalid. */
function readItems<Item>(schema: z.ZodObject & z.ZodType<Item>, items: readonly unknown[] = [], list: string) {
  const read: Item[] = [];
  const malformed: Malformed[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = schema.safeParse(item, { error: defaultError });
    if (parsed.success) {
      read.push(parsed.data);
      continue;
    }
    const fields = invalidFields(parsed.error, Object.keys(schema.shape));
    const { ref, column, name } = asFields(item);
    malformed.push({
      ...(asText(ref) !== undefined && { ref: shorten(asText(ref) ?? '', MAX_NAME) }),
      column: shorten(asText(column) ?? asText(name) ?? `${list}[${index}]`, MAX_NAME),
      code: 'malformed',
      why: fields.map(({ message, rule, field }) => (field === 'request' ? rule : message)).join('; '),
    });
  }
  return { read, malformed };
}
