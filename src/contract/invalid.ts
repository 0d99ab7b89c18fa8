import type * as z from 'zod';
import { legible, shown } from '../lib/shown.ts';
import type { FieldProblem } from '../wording/notes.ts';
import { PLAIN_WORDING } from '../wording/sentences/plain.ts';

/** One wrong field: its name, and one sentence with the rule and the given value. */
export type InvalidField = {
  field: string;
  message: string;
  /** The message without the field's name; absent in a service's own words. */
  rule?: string;
  /** The statement of `rule` as a value, if it is not a schema's rule; faces render it. */
  problem?: FieldProblem;
};

export function invalidField(field: string, wrong: string | FieldProblem): InvalidField {
  const problem = typeof wrong === 'string' ? undefined : wrong;
  const rule = typeof wrong === 'string' ? wrong : PLAIN_WORDING.problem(wrong);
  return { field, rule, message: `${field}: ${rule}`, ...(problem && { problem }) };
}

/** How many wrong fields one answer names; it only counts the others. */
const MAX_INVALID_FIELDS = 30;

type RawIssue = { input?: unknown };

/** Error option of a zod schema: states the rule and shows the given value. */
export function ruleError(rule: string) {
  return { error: (issue: RawIssue) => `${rule}, got ${shown(issue.input)}` };
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/** Error option of parsing: the message for a field whose schema states no rule. */
export function defaultError({ input, expected }: RawIssue & { expected?: string }): string | undefined {
  if (input === undefined) return 'is missing';
  const type = TYPES[expected ?? ''];
  return type && `${type}, got ${shown(input)}`;
}

/** Like {@link ruleError}, showing only a measure of the value (its number of entries, its length). */
export function checkRule(rule: string, measure: (input: never) => string | number) {
  return { error: (issue: RawIssue) => `${rule}, got ${measure(issue.input as never)}` };
}

/** The known name, if there is one, that differs from `name` only in case or separators. */
export function knownSpelling(name: string, names: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return names.find((candidate) => plain(candidate) === plain(name));
}

/** The statement about an unknown name. */
export function unknownName(kind: string, name: string, names: readonly string[]): string {
  const near = knownSpelling(name, names);
  return near ? `unknown ${kind}; did you mean ${near}?` : `unknown ${kind}; known are ${names.join(', ')}`;
}

/**
 * A zod failure as a list of wrong fields, one entry per field, in the order found. Names each unknown key with the
 * keys that exist: `knownKeys`, or `nestedKeys` of the field around it. Reports entries of a list under `list[index]`.
 */
export function invalidFields(
  error: Pick<z.ZodError, 'issues'>,
  knownKeys: readonly string[],
  nestedKeys: Readonly<Record<string, readonly string[]>> = {},
): InvalidField[] {
  const fields = new Map<string, InvalidField>();
  let more = 0;
  const add = (field: string, message: string) => {
    if (fields.has(field)) return;
    if (fields.size < MAX_INVALID_FIELDS) fields.set(field, invalidField(field, message));
    else more += 1;
  };
  for (const issue of error.issues) {
    const path = fieldName(issue.path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const name = legible(key);
        add(path ? `${path}.${name}` : name, unknownName('parameter', key, nestedKeys[path] ?? knownKeys));
      }
    } else {
      add(path || 'request', issue.message);
    }
  }
  const rest = more > 0 ? [invalidField('request', `${more} more are wrong`)] : [];
  return [...fields.values(), ...rest];
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name ? `${name}.${String(part)}` : String(part);
  }, '');
}
