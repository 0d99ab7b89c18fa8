import { asFields, asNumber, asText, type Fields } from '../lib/json.ts';
import { visibleLine } from '../lib/visible-text.ts';

/** A service's report on a running job, under its own names: numbers, and texts on one line. */
export type ServiceProgress = Record<string, string | number>;

/** Stems of names, compared without case, `_` and `-`; any name with one of them counts. */
const STEMS =
  /percent|progress|position|ahead|eta$|eta(seconds|ms)|estimated|remaining|completion|message|stage|step|phase|processed|found/;
/** Names that are not progress, whatever stem they have. */
const OTHERS = /^(status|state|papers|results|notes|id)/;
const WRAPPERS = ['data', 'job', 'result', 'response', 'payload'];
const MAX_LEVELS = 2;
const MAX_ENTRIES = 8;
const MAX_NAME_CHARACTERS = 40;
const MAX_TEXT_CHARACTERS = 200;

/** Tolerantly reads an answer's report on a job's progress; undefined if there is none. Lists are left out. */
export function readServiceProgress(json: unknown): ServiceProgress | undefined {
  const entries = listEntries(asFields(json), false, 0).slice(0, MAX_ENTRIES);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** `isWhole`: everything in the object is about progress. */
function listEntries(object: Fields, isWhole: boolean, level: number): [string, string | number][] {
  const entries = Object.entries(object).flatMap(([name, value]): [string, string | number][] => {
    const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
    if (!isWhole && (!STEMS.test(plain) || OTHERS.test(plain))) return [];
    const shown = visibleLine(name).slice(0, MAX_NAME_CHARACTERS);
    const number = asNumber(value);
    if (number !== undefined) return [[shown, number]];
    const text = visibleLine(asText(value) ?? '');
    if (text !== '') return [[shown, [...text].slice(0, MAX_TEXT_CHARACTERS).join('')]];
    return isWhole || level > MAX_LEVELS ? [] : listEntries(asFields(value), true, level + 1);
  });
  if (isWhole || level >= MAX_LEVELS) return entries;
  return [...entries, ...WRAPPERS.flatMap((name) => listEntries(asFields(object[name]), false, level + 1))];
}
