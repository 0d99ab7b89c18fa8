import { asText } from '../../lib/json.ts';
import { placesOf, unpacked } from './places.ts';
import { readStatusWord } from './status-words.ts';

/** Ids are opaque, but they end up in addresses, answers and terminals. */
export const JOB_ID = /^[\x21-\x7e]{1,200}$/;

/** Names of ids by how surely they name the job. An answer may have ids of other things, such as of the request. */
const NAMES: readonly (readonly string[])[] = [
  ['jobid', 'jobuuid', 'searchjobid'],
  ['searchid', 'taskid'],
  ['id', 'uuid', 'oid'],
];
/** In these wrappers any id is the job's. */
const OF_JOB = new Set(['job', 'task', 'searchjob']);

/**
 * The id of the job in an answer to a creation: under any usual name, in any wrapper. A number counts as its digits.
 * Undefined if there is none. `location` is the header of that name.
 */
export function readCreatedId(json: unknown, location?: string | null): string | undefined {
  const places = placesOf(json);
  const inJob = places.filter(({ name }) => OF_JOB.has(name));
  // The id of a call of JSON-RPC is the call's.
  const others = places.filter(({ values, depth }) => depth > 0 || !values.has('jsonrpc'));
  const named = NAMES.flatMap((names, rank) =>
    [...(rank === 2 ? inJob : []), ...others].flatMap(({ values }) => names.map((name) => asJobId(values.get(name)))),
  );
  const bare = [
    ...others.flatMap(({ values }) => ['job', 'task', 'data', 'result'].map((name) => values.get(name))),
    json,
  ];
  const addresses = others.flatMap(({ values }) => [...values.values()]);
  return (
    named.find((id) => id !== undefined) ??
    bare.map(asBareId).find((id) => id !== undefined) ??
    [location, ...addresses].map(idInAddress).find((id) => id !== undefined)
  );
}

function asJobId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { $oid, id, value: inner } = value as Record<string, unknown>;
    const text = $oid ?? id ?? inner;
    return typeof text === 'object' ? undefined : asJobId(text);
  }
  return typeof value === 'string' && JOB_ID.test(value) ? value : undefined;
}

/** An id without a name has a digit, and is no word of a status. */
function asBareId(value: unknown): string | undefined {
  const plain = unpacked(value);
  const id = typeof plain === 'object' ? undefined : asJobId(plain);
  if (id === undefined || !/\d/.test(id) || /[/{}<>]/.test(id)) return undefined;
  return readStatusWord(id).meaning === undefined ? id : undefined;
}

function idInAddress(value: unknown): string | undefined {
  const segment = /\/job\/([^/?#\s]{1,600})$/.exec(asText(value) ?? '')?.[1];
  if (segment === undefined || /^(?:combined|keyword|query)Search$/.test(segment)) return undefined;
  try {
    return asJobId(decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}
