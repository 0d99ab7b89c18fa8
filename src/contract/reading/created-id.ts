import { asFields, asId, asList, asText } from '../../lib/json.ts';
import { byPlainName, plainName } from '../../lib/plain-names.ts';
import { parseUrl } from '../../lib/url.ts';
import { type Container, isPaperLike, listContainers, STATES, unpackJson } from './containers.ts';
import { hasError, readState } from './job-state.ts';
import { findResults, isPaperItself } from './result-list.ts';
import { readStatusWord } from './status-words.ts';

/** Ids are opaque, but end up in URLs, answers and terminals. As a path segment, dots would name another address. */
export const JOB_ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,200}$/;

/** Names of ids, the most specific to the job first. An answer may have ids of other things, such as of the request. */
const NAMES: readonly (readonly string[])[] = [
  ['jobid', 'jobuuid', 'searchjobid'],
  (
    'searchid taskid runid executionid operationid processid ticketid trackingid jid jobnumber jobkey jobref ' +
    'jobreference jobguid'
  ).split(' '),
  ['id', 'uuid', 'oid', 'guid', 'sid', 'pk'],
];
const ANY_ID = NAMES.length - 1;
/** Longer names, such as `QueryExecutionId` and `dag_run_id`, but not those of other jobs. An `id` comes first. */
const JOB_ID_NAME =
  /^(?!parent|prev|last|origin|related|source)\w*(?:job|search|task|run|execution|operation)(?:id|uuid|guid|arn)$/;
/** Any name of an id, as written: `snapshot_id`, `statementHandle`; but not `paid`. */
const ID_NAME = /(?:[_-](?:id|uuid|handle)|[a-z](?:Id|ID|UUID|Uuid|Handle))$/;
/** Names that may hold the job's id if no other does. */
const LAST_NAMES = ['requestid', 'reference', 'ticket', 'handle', 'jobids', 'ids'];
/** In these wrappers any id is the job's. */
const JOB_WRAPPERS = new Set(['job', 'task', 'searchjob', 'jobs', 'tasks']);

/**
 * The id of the job in an answer to a creation: under any usual name, in any wrapper. A number counts as its digits,
 * and an address as the id in it. Undefined if there is none. `location` is the header of that name, `header` one with
 * an id. The id of a paper is none; beside papers, which need no further look, only an id with a usual name counts.
 */
export function readCreatedId(answer: unknown, location?: string, header?: string): string | undefined {
  const hasPapers = findResults(answer)?.hasPapers === true;
  const json = withoutLists(answer);
  const isPaper = ({ fields, depth }: Container) =>
    isPaperItself(fields, depth > 0 || Array.isArray(unpackJson(answer)));
  const containers = listContainers(json).filter((each) => !hasPapers || !isPaper(each));
  const inJob = containers.filter(({ name }) => JOB_WRAPPERS.has(name));
  // The id of a JSON-RPC call belongs to the call.
  const others = containers.filter(
    ({ values, name, depth }) => !STATES.includes(name) && (depth > 0 || !values.has('jsonrpc')),
  );
  const named = NAMES.flatMap((names, rank) =>
    [...(rank === ANY_ID ? inJob : []), ...others].flatMap(({ values }) =>
      names.map((name) => asJobId(values.get(name))),
    ),
  );
  const longer = others.flatMap(({ values }) =>
    [...values].map(([name, value]) => (JOB_ID_NAME.test(name) ? asJobId(value) : undefined)),
  );
  const bare = hasPapers
    ? []
    : [
        ...others.flatMap(({ values }) => ['job', 'task', 'data', 'result'].map((name) => values.get(name))),
        ...others.flatMap(({ values }) => ['jobs', 'tasks'].map((name) => onlyKey(values.get(name)))),
        ...others.flatMap(({ values, depth }) => (depth === 0 && values.size === 1 ? values.get('name') : [])),
        json,
      ];
  const addresses = others.flatMap(({ values }) => [...values.values(), ...linksIn(values.get('links'))]);
  const last = others.flatMap(({ values }) => LAST_NAMES.map((name) => onlyEntry(values.get(name))));
  const inBody =
    [...named, ...longer].find((id) => id !== undefined) ?? bare.map(asBareId).find((id) => id !== undefined);
  return (
    (inBody !== undefined && /^(?:https?:\/)?\//i.test(inBody) ? idInAddress(inBody) : undefined) ??
    inBody ??
    asJobId(header) ??
    [location, ...addresses].map(idInAddress).find((id) => id !== undefined) ??
    (hasPapers ? undefined : idInLocation(location)) ??
    // Beside an error, an id without a usual name is not the job's.
    (hasPapers || hasError(containers) || hasErrorCode(containers)
      ? undefined
      : (onlyInnerId(json) ?? onlyNamedId(others) ?? last.map(asBareId).find((id) => id !== undefined)))
  );
}

/** Whether an answer has an id under a name that only jobs have: then it is not a refusal, whatever its status. */
export function namesJobId(answer: unknown): boolean {
  const [names = []] = NAMES;
  return listContainers(withoutLists(answer)).some(({ values }) =>
    names.some((name) => asJobId(values.get(name)) !== undefined),
  );
}

/** Whether an answer reports an error, and its id need not be a job's: `{"error": "No credits", "id": "request-1"}`. */
export function isIdDoubtful(answer: unknown): boolean {
  const containers = listContainers(withoutLists(answer));
  const isError =
    hasError(containers) || hasErrorCode(containers) || readState(answer, containers)?.meaning === 'failed';
  return isError && !namesJobId(answer);
}

/** The answer with each list of one object replaced by that object. */
function withoutLists(answer: unknown, levels = MAX_LEVELS): unknown {
  const value = unpackJson(answer);
  if (Array.isArray(value)) return value.length === 1 ? withoutLists(value[0], levels) : value;
  if (levels === 0 || asFields(value) !== value) return value;
  const entries = Object.entries(asFields(value)).map(([name, part]) => {
    const isOne = Array.isArray(part) && part.length === 1 && asFields(part[0]) === part[0];
    return [name, isOne || asFields(part) === part ? withoutLists(part, levels - 1) : part];
  });
  return Object.fromEntries(entries);
}

const linksIn = (links: unknown): unknown[] =>
  [asFields(links), ...asList(links)].flatMap((each) =>
    Object.values(asFields(each)).map((link) => asFields(link).href ?? link),
  );

/** The key of the only job: `{"jobs": {"a1": {"status": "queued"}}}`. */
function onlyKey(value: unknown): string | undefined {
  const [[key = '', part] = [], ...others] = Object.entries(asFields(value));
  return others.length === 0 && asFields(part) === part ? key : undefined;
}

const onlyEntry = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** Wrappers whose ids belong to other things than the job. */
const OTHER_OWNERS =
  /^(?:user|account|owner|client|tenant|organi[sz]ation|project|team|request|query|filter|meta|plan|credit)/;
const MAX_LEVELS = 4;

/** The only id in objects of other names: `{"data": {"createJob": {"id": "a1"}}}`; undefined if there are several. */
function onlyInnerId(json: unknown): string | undefined {
  const ids = new Set<string>();
  const look = (value: unknown, levels: number): void => {
    for (const [name, part] of Object.entries(asFields(unpackJson(value))).slice(0, MAX_ENTRIES)) {
      const plain = plainName(name);
      if (levels === 0 || OTHER_OWNERS.test(plain) || STATES.includes(plain) || asFields(part) !== part) continue;
      const values = byPlainName(part);
      if (isPaperLike(values)) continue;
      const id = NAMES.flat().flatMap((each) => asJobId(values.get(each)) ?? [])[0];
      if (id !== undefined) ids.add(id);
      else look(part, levels - 1);
    }
  };
  look(json, MAX_LEVELS);
  return ids.size === 1 ? [...ids][0] : undefined;
}

const MAX_ENTRIES = 50;

/** The only id under a name of its own: `{"snapshot_id": "s1"}`; undefined if there are several. */
function onlyNamedId(containers: readonly Container[]): string | undefined {
  const named = containers.flatMap(({ fields }) => Object.entries(fields));
  const own = named.filter(([name]) => ID_NAME.test(name) && !OTHER_OWNERS.test(plainName(name)));
  const ids = new Set(own.slice(0, MAX_ENTRIES).flatMap(([, value]) => asJobId(value) ?? []));
  return ids.size === 1 ? [...ids][0] : undefined;
}

/** Whether an answer that came with a good status says otherwise itself: `{"code": 402, "message": "No credits"}`. */
function hasErrorCode(containers: readonly Container[]): boolean {
  return containers.some(({ values }) =>
    ['code', 'status', 'statuscode', 'httpstatus'].some((name) => /^[45]\d\d$/.test(asId(values.get(name)) ?? '')),
  );
}

function asJobId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
  if (typeof value === 'string') return JOB_ID.test(value.trim()) ? value.trim() : undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { $oid, id, value: inner } = value as Record<string, unknown>;
    const text = $oid ?? id ?? inner;
    return typeof text === 'object' ? undefined : asJobId(text);
  }
  return undefined;
}

/** An id without a name must contain a digit or begin with a dash, and must not be a status. */
function asBareId(value: unknown): string | undefined {
  const plain = unpackJson(value);
  const id = typeof plain === 'object' ? undefined : asJobId(plain);
  if (id === undefined || !/\d|^-/.test(id) || /[/{}<>]/.test(id)) return undefined;
  return readStatusWord(id).meaning === undefined ? id : undefined;
}

/** A created job's address may have any form: its id is a parameter of that name, or the last part of the path. */
function idInLocation(location: string | undefined): string | undefined {
  const url = location === undefined ? undefined : parseUrl(location, new URL('https://service.example'));
  if (url === undefined) return undefined;
  const parameters = byPlainName(Object.fromEntries(url.searchParams));
  const [id] = NAMES.flat().flatMap((name) => asJobId(parameters.get(name)) ?? []);
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? '';
  // Not a file, or a version of the interface.
  return id ?? (/^(?!v\d+$)[\w-]+$/.test(last) ? asBareId(last) : undefined);
}

function idInAddress(value: unknown): string | undefined {
  const segment = /(?:^|\/)(?:jobs?|tasks|operations)\/([^/?#\s]{1,600})(?:\/(?:status|results?))?\/?(?:[?#]|$)/.exec(
    asText(value) ?? '',
  )?.[1];
  if (segment === undefined || /^(?:combined|keyword|query)Search$/.test(segment)) return undefined;
  try {
    return asJobId(decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}
