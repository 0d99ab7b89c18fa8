/** Services' words for the state of a job. Part D of the contract has the table. */

export type StateMeaning = 'finished' | 'failed' | 'runs';

const WORDS: Record<StateMeaning, string> = {
  finished: 'success succeeded succeed successful complete completed done finished ready ok available',
  failed:
    'error errored failed fail failure cancelled canceled aborted abort rejected expired timeout timedout dead killed ' +
    'terminated crashed faulted revoked unsuccessful exception denied invalid halted interrupted discarded skipped ' +
    'outofmemory',
  runs:
    'queued enqueued pending waiting created submitted accepted scheduled starting started running processing ' +
    'inprogress working active retrying retry',
};
const MEANINGS = new Map<string, StateMeaning>(
  Object.entries(WORDS).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning as StateMeaning])),
);

/** Words that may describe the answer only: `{"status": "ok", "data": {"status": "running"}}`. */
const ENVELOPE_WORDS = new Set('success successful ok available ready accepted created error active'.split(' '));

const MAX_CHARACTERS = 100;
const SEVERAL_WORDS: readonly [RegExp, string][] = [
  [/\bin progress\b/g, 'inprogress'],
  [/\btimed? out\b/g, 'timeout'],
  [/\bout of memory\b/g, 'outofmemory'],
  [/\bnot (?:successful|ok)\b/g, 'unsuccessful'],
];
/** `not ready` and `almost done` mean running. */
const NOT_YET =
  /\b(?:not|not yet|isn t|never|almost|nearly|until|un)(?: \w+)? (?:ready|complete|completed|done|finished|available)\b/;
const IN_PART = /\b(?:partial|partially|partly|in part)\b/;
/** Longer phrases are sentences, in which the first known word is the state. */
const MAX_WORDS_OF_NAME = 3;

export type StatusWord = { meaning: StateMeaning | undefined; isOfEnvelope: boolean };

/** The meaning of a status word, read in parts (`job_completed`, `TimedOut`); `meaning` is undefined if unknown. */
export function readStatusWord(word: string): StatusWord {
  const plain = word
    .slice(0, MAX_CHARACTERS)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  const percent = /(\d{1,3}(?:\.\d+)?)\s*(?:%|percent)/.exec(plain)?.[1];
  const line = SEVERAL_WORDS.reduce(
    (text, [words, one]) => text.replace(words, one),
    plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim(),
  );
  const known = line.split(' ').filter((word) => MEANINGS.has(word));
  const isOfEnvelope = known.every((word) => ENVELOPE_WORDS.has(word));
  if ((percent !== undefined && Number(percent) < 100) || NOT_YET.test(line)) {
    return { meaning: 'runs', isOfEnvelope: false };
  }
  return { meaning: chooseMeaning(line, known), isOfEnvelope };
}

function chooseMeaning(line: string, known: readonly string[]): StateMeaning | undefined {
  const meanings = known.map((word) => MEANINGS.get(word) as StateMeaning);
  const [first] = meanings;
  const last = meanings.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (/\bretry(?:ing)?\b/.test(line)) return 'runs';
  if (first === 'finished' && IN_PART.test(line)) return undefined;
  // In `processing_failed` and `run completed` the last word is the outcome; in `queued ok` it is not.
  const isEnd = last !== 'runs' && !ENVELOPE_WORDS.has(known.at(-1) ?? '') && line.endsWith(known.at(-1) ?? '');
  return first === 'runs' && (isEnd || line.endsWith(' error')) && line.split(' ').length <= MAX_WORDS_OF_NAME
    ? last
    : first;
}

/** Our own states, which no service uses. */
const OWN_STATES = new Set(['submitting', 'unfinished']);

/** Whether a recorded state is an unknown word of the service. */
export function isUnknownStatus(status: string): boolean {
  return readStatusWord(status).meaning === undefined && !OWN_STATES.has(status);
}

/** Whether a recorded state means that the job runs. */
export function saysThatItRuns(status: string): boolean {
  return readStatusWord(status).meaning === 'runs';
}
