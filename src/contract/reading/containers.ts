import { asFields, asText, type Fields, parseJson } from '../../lib/json.ts';
import { byPlainName, plainName } from '../../lib/plain-names.ts';
import { readStatusWord } from './status-words.ts';

/** An object of an answer that may describe its job: the answer itself, or a wrapper in it. */
export type Container = {
  fields: Fields;
  values: ReadonlyMap<string, unknown>;
  /** Its plain name; empty for the answer itself. */
  name: string;
  depth: number;
};

/** Wrappers of Part D, and of frameworks. The only field of an object is one, too, whatever its name. */
const WRAPPERS = new Set(
  (
    'data job result results response payload task output body search attributes item content envelope value info ' +
    'searchjob jobstatus jobinfo jobdata node nodes edges jobs task tasks message json status state'
  ).split(' '),
);
/** `search_metadata`, `QueryExecution`, `workflowExecutionInfo`. */
const OF_JOB =
  /^(?:search|query|job|task|run|workflow|operation|process|batch)\w{0,9}(?:execution|metadata|info|status|state|details)$/;
const MAX_DEPTH = 5;
const MAX_CONTAINERS = 50;
const MAX_NESTED_TEXTS = 2;

/** Parses JSON in a text, nested up to twice; returns any other value unchanged. */
export function unpackJson(value: unknown): unknown {
  let plain = value;
  for (let times = 0; times < MAX_NESTED_TEXTS && typeof plain === 'string' && /^\s*[[{"]/.test(plain); times += 1) {
    const inner = parseJson(plain);
    if (inner === undefined) break;
    plain = inner;
  }
  return plain;
}

/** The objects of an answer that may describe its job, outer ones first. A list of one job is that job. */
export function listContainers(json: unknown): Container[] {
  const containers: Container[] = [];
  const open: { value: unknown; name: string; depth: number }[] = [{ value: json, name: '', depth: 0 }];
  for (let next = open.shift(); next && containers.length < MAX_CONTAINERS; next = open.shift()) {
    const { name, depth } = next;
    const value = unwrapOnlyJob(unpackJson(next.value), name);
    const fields = asFields(value);
    if (fields !== value) continue;
    const values = byPlainName(fields);
    if (depth > 0 && isPaperLike(values)) continue;
    containers.push({ fields, values, name, depth });
    if (depth === MAX_DEPTH) continue;
    const parts = Object.entries(fields).filter(([key]) => !key.startsWith('@'));
    for (const [key, part] of parts) {
      const plain = plainName(key);
      // The tasks of a job that says itself how it is.
      if (JOB_LISTS.has(plain) && isJobItself(values)) continue;
      const isWrapper = parts.length === 1 || WRAPPERS.has(plain) || OF_JOB.test(plain);
      if (isWrapper) open.push({ value: part, name: plain, depth: depth + 1 });
    }
  }
  return containers;
}

/** Fields of a paper, whose status, such as `accepted`, is not the job's. */
const PAPER_FIELDS = [
  ['title', 'displayname', 'name'],
  ['authors', 'author', 'authorships', 'creators', 'doi', 'abstract', 'journal', 'venue'],
];

export function isPaperLike(values: ReadonlyMap<string, unknown>): boolean {
  return PAPER_FIELDS.every((names) => names.some((each) => values.has(each)));
}

/** Objects that may tell the state of a job. An id in them is the state's. */
export const STATES = ['status', 'state'];

function isJobItself(values: ReadonlyMap<string, unknown>): boolean {
  const isNamed = ['id', 'jobid', 'runid'].some((name) => values.has(name));
  const texts = STATES.flatMap((name) => [values.get(name), ...Object.values(asFields(values.get(name)))]);
  const words = texts.map((text) => readStatusWord(asText(text) ?? ''));
  return isNamed && words.some(({ meaning, isOfEnvelope }) => meaning !== undefined && !isOfEnvelope);
}

const JOB_FIELDS = ['status', 'state', 'jobstatus', 'jobid', 'node'];
const JOB_LISTS = new Set(['jobs', 'tasks']);

function unwrapOnlyJob(value: unknown, name: string): unknown {
  const entries = Array.isArray(value) ? value : JOB_LISTS.has(name) ? Object.values(asFields(value)) : [];
  if (entries.length !== 1) return value;
  const values = byPlainName(entries[0]);
  const isJob = JOB_LISTS.has(name) || JOB_FIELDS.some((each) => values.has(each));
  return isJob && values.size > 0 ? entries[0] : value;
}
