import { asFields, asText } from '../../lib/json.ts';
import { byPlainName, hasContent } from '../../lib/plain-names.ts';
import { readErrorAnswer } from '../error-answer.ts';
import { type Place, unpacked } from './places.ts';
import { readStatusWord, type StateMeaning } from './status-words.ts';

/** What an answer says about the state of its job. */
export type JobState = {
  /** Undefined if the service's word is unknown. */
  meaning: StateMeaning | undefined;
  /** The service's word, for a running job; never one of our own states. */
  status: string;
  /** The service's word in a displayable form. */
  said: string;
  /** The whole text in place of a word. */
  text: string;
  /** Whether the word may describe the answer rather than the job: `ok`. */
  isOfEnvelope: boolean;
};

const STATE_NAMES = ['jobstatus', 'jobstate', 'status', 'state'];
/** Used only if there is no state under a usual name. */
const OTHER_NAMES = [
  ...['task', 'run', 'execution', 'operation', 'search', 'process', 'processing', 'request'].flatMap((what) => [
    `${what}status`,
    `${what}state`,
  ]),
  ...['statustext', 'statusname', 'statuscode', 'phase', 'lifecycle'],
];
const WORD_NAMES = ['code', 'name', 'value', 'state', 'status', 'current', 'label', 'id', 'type', 'text', 'key'];
/** True: the job is over. False: it is running. */
const FLAGS = 'done finished completed complete isdone isfinished iscompleted iscomplete isready'.split(' ');
/** True: the job failed. False means nothing. */
const FAILURE_FLAGS = 'failed isfailed hasfailed error iserror haserror cancelled iscancelled expired'.split(' ');
/** In these wrappers, and under these names, a word describes the job, not the answer. */
const OF_JOB = new Set(['job', 'task', 'searchjob', 'jobstatus', 'jobinfo', 'jobdata', 'jobs', 'tasks']);

/** The form of a state. Any other text is not shown. */
const SHOWABLE = /^[\w -]{1,40}$/;
const UNSHOWABLE = 'unreadable';
/** States of our own store: a service's word must not be mistaken for one. */
const OWN_STATES = new Set(['submitting', 'unknown', 'refused', 'unfinished', 'removed', 'success', 'error']);

type Word = Omit<JobState, 'status'> & { isOfJob: boolean; depth: number };

/** Undefined if the answer has no word for the state. */
export function readState(json: unknown, places: readonly Place[]): JobState | undefined {
  const body = unpacked(json);
  const bare = typeof body === 'string' ? toWord(body, true, 0) : undefined;
  if (bare) return bare.meaning && toState(bare);
  const words = places.flatMap((place) => wordsIn(place, STATE_NAMES));
  const candidates =
    words.length > 0 ? words : places.flatMap((place) => [...wordsIn(place, OTHER_NAMES), ...flagsIn(place)]);
  const known = candidates.filter(({ meaning }) => meaning !== undefined);
  // An unknown word about the job is not overridden by a known one about the answer: `{"status": "ok", "job": {"state":
  // "?"}}`.
  const ofJob = candidates.filter(({ isOfJob }) => isOfJob);
  const word = mostTelling(ofJob.length > 0 ? ofJob : known) ?? candidates[0];
  return word && toState(word);
}

function toState({ meaning, said, text, isOfEnvelope }: Word): JobState {
  return { meaning, said, text, isOfEnvelope, status: OWN_STATES.has(said) ? `said ${said}` : said };
}

/** A failure counts wherever it is; otherwise a word about the job, and among equals the innermost. */
function mostTelling(words: readonly Word[]): Word | undefined {
  const weight = ({ meaning, isOfEnvelope, depth }: Word) =>
    (meaning === 'failed' ? 100 : 0) + (meaning !== undefined && !isOfEnvelope ? 10 : 0) + depth;
  return words.reduce<Word | undefined>(
    (best, word) => (best && weight(best) >= weight(word) ? best : word),
    undefined,
  );
}

function wordsIn({ values, name: wrapper, depth }: Place, names: readonly string[]): Word[] {
  return names.flatMap((name) => {
    const isOfJob = OF_JOB.has(wrapper) || OF_JOB.has(name) || name === 'jobstate';
    return toWord(wordOf(values.get(name)), isOfJob, depth) ?? [];
  });
}

function flagsIn({ values, name: wrapper, depth }: Place): Word[] {
  const toFlag = (name: string, meaning: StateMeaning): Word => {
    const said = meaning === 'runs' ? 'running' : name;
    return { meaning, said, text: said, isOfJob: OF_JOB.has(wrapper), isOfEnvelope: false, depth };
  };
  return [
    ...FAILURE_FLAGS.filter((name) => values.get(name) === true).map((name) => toFlag(name, 'failed')),
    ...FLAGS.filter((name) => typeof values.get(name) === 'boolean').map((name) =>
      toFlag(name, values.get(name) === true ? 'finished' : 'runs'),
    ),
  ];
}

function toWord(text: string | undefined, isOfJob: boolean, depth: number): Word | undefined {
  if (text === undefined) return undefined;
  const said = text.trim().replace(/\s+/g, ' ');
  return { ...readStatusWord(said), said: SHOWABLE.test(said) ? said : UNSHOWABLE, text: said, isOfJob, depth };
}

/** A text, or what an object or the end of a list names. `true` and HTTP codes describe the answer. */
function wordOf(value: unknown, levels = 2): string | undefined {
  if (levels === 0 || !hasContent(value)) return undefined;
  if (typeof value === 'string') return asText(value);
  if (typeof value === 'number') return value >= 100 && value < 600 ? undefined : String(value);
  if (Array.isArray(value)) return wordOf(value.at(-1), levels - 1);
  const named = byPlainName(asFields(value));
  const words = WORD_NAMES.flatMap((name) => {
    const part = named.get(name);
    return typeof part === 'object' ? [] : (wordOf(part, levels - 1) ?? []);
  });
  return words.find((word) => readStatusWord(word).meaning !== undefined) ?? words[0];
}

/** Whether an answer names an error, or says that it is no success. */
export function hasError(places: readonly Place[]): boolean {
  return places.some(
    ({ values }) =>
      ['error', 'errors', 'errormessage', 'exception', 'failure', 'failurereason', 'lasterror'].some((name) => {
        const value = values.get(name);
        return typeof value !== 'boolean' && typeof value !== 'number' && hasContent(value);
      }) || ['success', 'ok', 'status'].some((name) => values.get(name) === false),
  );
}

/**
 * Whether a message says that the job is running although the state does not: `{"status": "success", "message": "The
 * job is still running"}`.
 */
export function saysThatItRuns(places: readonly Place[]): boolean {
  return places.some(({ values }) =>
    ['message', 'msg', 'detail'].some((name) => {
      const text = asText(values.get(name));
      return text !== undefined && readStatusWord(text).meaning === 'runs';
    }),
  );
}

const MAX_REASON_CHARACTERS = 1_000;

/**
 * Why a job failed, in the service's words: the innermost text, otherwise the state if it is a sentence. The text is
 * foreign.
 */
export function readFailureReason(places: readonly Place[], state?: JobState): string | undefined {
  for (const { fields, values } of places.toReversed()) {
    const { text, fields: named } = readErrorAnswer(fields);
    const ofStatus = readErrorAnswer(asFields(values.get('status'))).text;
    const all = [text ?? ofStatus ?? '', ...named.map(({ path, message }) => (path ? `${path}: ${message}` : message))];
    const reason = all.filter((each) => each.trim() !== '').join('; ');
    if (reason !== '') return reason.slice(0, MAX_REASON_CHARACTERS).toWellFormed();
  }
  const text = state?.text ?? '';
  return /[ :]/.test(text) ? text.slice(0, MAX_REASON_CHARACTERS).toWellFormed() : undefined;
}
