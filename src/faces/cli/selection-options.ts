import type { Command } from 'commander';
import type * as z from 'zod';
import { invalidInput } from '../../contract/errors.ts';
import type { sortBy } from '../../contract/filter-table.ts';
import { type InvalidField, invalidField, invalidFields } from '../../contract/invalid.ts';
import type { JobSelectionRequest } from '../../jobs/answers/job-selection.ts';
import { pageSort, WHERE_NAMES, type Where, whereSchema } from '../../papers/filters/where.ts';

/** Which stored papers to print: the tools' where, refs and sort, as flags. */
export type SelectionOptions = { where?: string[]; refs?: string[]; sort?: string };

/** Adds `--where` for these keys. */
export function addWhereOption(command: Command, keys: readonly string[] = WHERE_NAMES): Command {
  return command.option(
    '--where <key=value>',
    `only papers with this; give it several times. Keys: ${keys.join(', ')}`,
    (text: string, before: string[] = []) => [...before, text],
  );
}

export function addSelectionOptions(command: Command): Command {
  return addWhereOption(command)
    .option('--refs <list>', 'only these papers: J3-1,J3-5', (text: string, before: string[] = []) => [
      ...before,
      ...splitList(text),
    ])
    .option('--sort <field:direction>', 'such as year:desc, citationCount:desc or citedWithin:desc');
}

/** Throws INVALID_INPUT naming every wrong condition. */
export function readSelection({ where, refs, sort }: SelectionOptions): JobSelectionRequest {
  return {
    ...(where && { where: readWhere(where) }),
    ...(refs && { refs }),
    ...(sort !== undefined && { sort: readSort(sort) }),
  };
}

/** Throws INVALID_INPUT for a sort order that the schema does not have. */
export function readSort(sort: string, schema: ReturnType<typeof sortBy> = pageSort): string {
  const parsed = schema.safeParse(sort);
  if (parsed.success) return parsed.data;
  throw invalidInput([invalidField('sort', `${parsed.error.issues[0]?.message}`)]);
}

/** Conditions such as `yearFrom=2019`, by the tools' rules. Throws INVALID_INPUT naming every invalid one. */
export function readWhere(conditions: readonly string[]): Where;
export function readWhere<Schema extends z.ZodObject>(conditions: readonly string[], schema: Schema): z.output<Schema>;
export function readWhere(conditions: readonly string[], schema: z.ZodObject = whereSchema): object {
  const values = new Map<string, unknown>();
  const wrong: InvalidField[] = [];
  for (const condition of conditions) {
    const at = condition.indexOf('=');
    const name = condition.slice(0, at).trim();
    const text = condition.slice(at + 1).trim();
    const list = values.get(name);
    if (at < 1) wrong.push(invalidField('where', `key=value, got ${JSON.stringify(condition)}`));
    else if (Array.isArray(list)) list.push(...splitList(text));
    else if (values.has(name)) wrong.push(invalidField(`where.${name}`, 'given twice'));
    else values.set(name, conditionValue(schema, name, text));
  }
  const parsed = schema.safeParse(Object.fromEntries(values));
  if (parsed.success && wrong.length === 0) return parsed.data;
  const invalid = parsed.success ? [] : invalidFields(parsed.error, Object.keys(schema.shape));
  const named = invalid.map(({ field, rule = '' }) => invalidField(`where.${field}`, rule));
  throw invalidInput([...wrong, ...named]);
}

/** Converts a text for its key's schema. If it does not fit, it stays a text, which the schema then rejects. */
function conditionValue(schema: z.ZodObject, name: string, text: string): unknown {
  const condition = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodOptional).unwrap() : undefined;
  switch ((condition as z.ZodType | undefined)?.type) {
    case 'number':
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case 'boolean':
    case 'union':
      return { true: true, false: false }[text] ?? text;
    case 'array':
      return splitList(text);
    default:
      return text;
  }
}

function splitList(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
