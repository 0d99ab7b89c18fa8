import type * as z from 'zod';
import type { FieldProblem } from './notes/field-problems.ts';
import { describeFieldProblem } from './wording/field-problems.ts';

/** One wrong field: which, and in one sentence the rule and the value that was given. */
export type InvalidField = {
  field: string;
  message: string;
  /** The message without the name of the field; absent from what a service said. */
  rule?: string;
  /** The statement of `rule` as a value, if it is not a schema's rule; faces render it. */
  problem?: FieldProblem;
};

export function invalidField(field: string, wrong: string | FieldProblem): InvalidField {
  const problem = typeof wrong === 'string' ? undefined : wrong;
  const rule = typeof wrong === 'string' ? wrong : describeFieldProblem(wrong, { name: (name) => name });
  return { field, rule, message: `${field}: ${rule}`, ...(problem && { problem }) };
}

const MAX_SHOWN_CHARACTERS = 60;
/** Wrong fields that one answer names; more are only counted. */
const MAX_INVALID_FIELDS = 30;

/** A value as an error message shows it: JSON, cut at 60 characters; never used for secrets. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return legible(typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? typeof value));
}

/** Characters that control, hide or reorder; what they hide should be seen. */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** Text that was given, as a message repeats it: cut, and hidden characters written out. */
function legible(text: string): string {
  const cut = text.length > MAX_SHOWN_CHARACTERS ? `${withoutHalf(text.slice(0, MAX_SHOWN_CHARACTERS))}…` : text;
  return cut.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Without the first half of a character that a cut has taken apart. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

type RawIssue = { input?: unknown };

/** Error option of a zod schema that states its rule and shows what was given. */
export function ruled(rule: string) {
  return { error: (issue: RawIssue) => `${rule}, got ${shown(issue.input)}` };
}

/** Like {@link ruled}, showing only a measure of the value (its number of entries, its length). */
export function checkRule(rule: string, measure: (input: never) => string | number) {
  return { error: (issue: RawIssue) => `${rule}, got ${measure(issue.input as never)}` };
}

/** The known name that differs from `name` only in case or separators, if there is one. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return names.find((candidate) => plain(candidate) === plain(name));
}

/** The statement about an unknown name. */
export function unknownName(kind: string, name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return near ? `unknown ${kind}; did you mean ${near}?` : `unknown ${kind}; known are ${names.join(', ')}`;
}

/**
 * A zod failure as a list of wrong fields, one entry per field, in the order found. Unknown keys are named one by one
 * with the keys that exist: `knownKeys`, or `nestedKeys` of the field that they stand in. Entries of a list are
 * reported under `list[index]`.
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
