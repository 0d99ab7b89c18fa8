import { asFields, asText } from '../../lib/json.ts';
import { byPlainName, hasContent } from '../../lib/plain-names.ts';
import { readErrorAnswer } from '../error-answer.ts';
import { type Container, STATES, unpackJson } from './containers.ts';
import { readStatusWord, type StateMeaning } from './status-words.ts';

/** What an answer says about the state of its job. */
export type JobState = {
  /** Undefined if the service's word is unknown. */
  meaning: StateMeaning | undefined;
  /** The service's word, for a running job; never one of our own states. */
  status: string;
  /** The service's word in a displayable form. */
  label: string;
  /** The whole text that the word was read from. */
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
const WORD_NAMES = 'code name value state status current label id type text key resultstate lifecyclestate'.split(' ');
/** How a job ended that is over: `{"status": "completed", "conclusion": "failure"}`. */
const OUTCOMES = ['conclusion', 'outcome', 'result'];
/** True: the job is over. False: it is running. */
const FLAGS = 'done finished completed complete isdone isfinished iscompleted iscomplete isready jobcomplete'.split(
  ' ',
);
/** True: the job is running. False means nothing. */
const RUNNING_FLAGS = 'isrunning running ispending isprocessing inprogress building'.split(' ');
/** True: the job failed. False means nothing. */
const FAILURE_FLAGS = 'failed isfailed hasfailed error iserror haserror cancelled iscancelled expired'.split(' ');
/** In these wrappers, and under these names, a word describes the job, not the answer. */
const JOB_WRAPPERS = new Set(['job', 'task', 'searchjob', 'jobstatus', 'jobinfo', 'jobdata', 'jobs', 'tasks']);

/** The form of a state, in any language. Any other text is not shown. */
const SHOWABLE = /^[\p{L}\p{M}\p{N}_ -]{1,40}$/u;
const UNSHOWABLE = 'unreadable';
/** States of our own store: a service's word must not be mistaken for one. */
const OWN_STATES = new Set(['submitting', 'unknown', 'refused', 'unfinished', 'removed', 'success', 'error']);

type Word = Omit<JobState, 'status'> & { isOfJob: boolean; depth: number };

/** Undefined if the answer has no word for the state. */
export function readState(json: unknown, containers: readonly Container[]): JobState | undefined {
  const body = unpackJson(json);
  const bare = typeof body === 'string' ? toWord(body, true, 0) : undefined;
  if (bare) return bare.meaning && toState(bare);
  const words = containers.flatMap((container) => [...readWords(container, STATE_NAMES), ...readOutcomes(container)]);
  // A word that may describe the answer alone, such as `ok`, leaves open whether the job is over.
  const candidates = words.some(({ isOfEnvelope }) => !isOfEnvelope)
    ? words
    : [
        ...words,
        ...containers.flatMap((container) => [
          ...(words.length > 0 ? [] : readWords(container, OTHER_NAMES)),
          ...readFlags(container),
        ]),
      ];
  const known = candidates.filter(({ meaning }) => meaning !== undefined);
  // An unknown word about the job is not overridden by a known one about the answer: `{"status": "ok", "job": {"state":
  // "?"}}`.
  const aboutJob = candidates.filter(({ isOfJob }) => isOfJob);
  const word = mostInformative(aboutJob.length > 0 ? aboutJob : known) ?? candidates[0];
  return word && toState(word);
}

function toState({ meaning, label, text, isOfEnvelope }: Word): JobState {
  return { meaning, label, text, isOfEnvelope, status: OWN_STATES.has(label) ? `said ${label}` : label };
}

/** Prefers a failure, then a known word about the job, then the innermost. */
function mostInformative(words: readonly Word[]): Word | undefined {
  const weight = ({ meaning, isOfEnvelope, depth }: Word) =>
    (meaning === 'failed' ? 100 : 0) + (meaning !== undefined && !isOfEnvelope ? 10 : 0) + depth;
  return words.reduce<Word | undefined>(
    (best, word) => (best && weight(best) >= weight(word) ? best : word),
    undefined,
  );
}

function readWords({ values, name: wrapper, depth }: Container, names: readonly string[]): Word[] {
  return names.flatMap((name) => {
    const isOfJob = JOB_WRAPPERS.has(wrapper) || JOB_WRAPPERS.has(name) || name === 'jobstate';
    return toWord(readWord(values.get(name)), isOfJob, depth) ?? [];
  });
}

/** Only a known word in a short text: a result may be anything, and `success` that of the answer. */
function readOutcomes({ values, name: wrapper, depth }: Container): Word[] {
  return OUTCOMES.flatMap((name) => {
    const text = asText(values.get(name)) ?? '';
    const word = text.length > MAX_OUTCOME_CHARACTERS ? undefined : toWord(text, JOB_WRAPPERS.has(wrapper), depth);
    const isOutcome = word?.meaning === 'failed' || (word?.meaning === 'finished' && !word.isOfEnvelope);
    return word && isOutcome ? [word] : [];
  });
}

const MAX_OUTCOME_CHARACTERS = 30;

function readFlags({ values, name: wrapper, depth }: Container): Word[] {
  const toFlag = (name: string, meaning: StateMeaning): Word => {
    const label = meaning === 'runs' ? 'running' : name;
    return { meaning, label, text: label, isOfJob: JOB_WRAPPERS.has(wrapper), isOfEnvelope: false, depth };
  };
  return [
    ...FAILURE_FLAGS.filter((name) => values.get(name) === true).map((name) => toFlag(name, 'failed')),
    ...RUNNING_FLAGS.filter((name) => values.get(name) === true).map((name) => toFlag(name, 'runs')),
    ...FLAGS.filter((name) => typeof values.get(name) === 'boolean').map((name) =>
      toFlag(name, values.get(name) === true ? 'finished' : 'runs'),
    ),
  ];
}

function toWord(text: string | undefined, isOfJob: boolean, depth: number): Word | undefined {
  if (text === undefined) return undefined;
  const label = text.slice(0, MAX_REASON_CHARACTERS).trim().replace(/\s+/g, ' ');
  return { ...readStatusWord(label), label: SHOWABLE.test(label) ? label : UNSHOWABLE, text: label, isOfJob, depth };
}

/** The word in a text, an object, or the last entry of a list. Booleans and HTTP codes are about the answer. */
function readWord(value: unknown, levels = 2): string | undefined {
  if (levels === 0 || !hasContent(value)) return undefined;
  if (typeof value === 'string') return asText(value);
  if (typeof value === 'number') return value >= 100 && value < 600 ? undefined : String(value);
  if (Array.isArray(value)) return readWord(value.at(-1), levels - 1);
  const named = byPlainName(asFields(value));
  const words = WORD_NAMES.flatMap((name) => {
    const part = named.get(name);
    return typeof part === 'object' ? [] : (readWord(part, levels - 1) ?? []);
  });
  return words.find((word) => readStatusWord(word).meaning !== undefined) ?? words[0];
}

const ERROR_NAMES =
  'error errors errormessage exception failure failurereason lasterror errorresult fault faultstring'.split(' ');

/** Whether an answer contains an error or is marked as unsuccessful. */
export function hasError(containers: readonly Container[]): boolean {
  return containers.some(
    ({ values }) =>
      ERROR_NAMES.some((name) => {
        const value = values.get(name);
        return typeof value !== 'boolean' && typeof value !== 'number' && hasContent(value);
      }) || ['success', 'ok', 'status'].some((name) => values.get(name) === false),
  );
}

/**
 * Whether a message says that the job is running although the state does not: `{"status": "success", "message": "The
 * job is still running"}`.
 */
export function saysItIsRunning(containers: readonly Container[]): boolean {
  return containers.some(({ values }) =>
    ['message', 'msg', 'detail'].some((name) => {
      const text = asText(values.get(name));
      return text !== undefined && readStatusWord(text).meaning === 'runs';
    }),
  );
}

const MAX_REASON_CHARACTERS = 1_000;

/** Why a job failed, in the service's words: the innermost text, else a code, else the state if it is a sentence. */
export function readFailureReason(containers: readonly Container[], state?: JobState): string | undefined {
  let code: string | undefined;
  for (const { fields, values, name } of containers.toReversed()) {
    if (STATES.includes(name)) continue;
    const { text, fields: named } = readErrorAnswer(fields);
    const inState = STATES.map((each) => readErrorAnswer(asFields(values.get(each))).text);
    const all = [
      text ?? inState.find((each) => each !== undefined) ?? '',
      ...named.map(({ path, message }) => (path ? `${path}: ${message}` : message)),
    ];
    const reason = all.filter((each) => each.trim() !== '').join('; ');
    if (/^[A-Z][A-Z\d_]*$/.test(reason)) code ??= reason;
    else if (reason !== '') return reason.slice(0, MAX_REASON_CHARACTERS).toWellFormed();
  }
  if (code !== undefined && code !== state?.text) return code.slice(0, MAX_REASON_CHARACTERS);
  const text = state?.text ?? '';
  return /[ :]/.test(text) ? text.slice(0, MAX_REASON_CHARACTERS).toWellFormed() : undefined;
}
