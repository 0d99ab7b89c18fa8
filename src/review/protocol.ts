import type { StopRule } from './stopping/stop-statements.ts';

/**
 * A review: records that readers decide on by criteria, stage by stage. People and assistants decide; paperqueue
 * records.
 */

export const DECISIONS = ['include', 'exclude', 'maybe'] as const;
export type Decision = (typeof DECISIONS)[number];
/** What a reader can do with a record: decide, withdraw the decision, or only add a note. */
export const READER_ACTS = [...DECISIONS, 'withdraw', 'note'] as const;
export type ReaderAct = (typeof READER_ACTS)[number];

/** In the order in which records pass them. */
export const STAGES = ['title-abstract', 'full-text'] as const;
export type Stage = (typeof STAGES)[number];

export type Criterion = {
  /** An id such as `C1`, which a decision's reasons name. */
  id: string;
  kind: 'include' | 'exclude';
  text: string;
  /** Absent: applies at every stage. */
  stage?: Stage;
  /** Words to look for; they are highlighted in the texts. */
  words?: string[];
  /** It no longer applies, but is kept for the decisions that name it as a reason. */
  retired?: true;
};

/** The readers who decide on each record. */
export const READER_SETS = ['1', '2', 'human+assistant'] as const;
type ReaderSet = (typeof READER_SETS)[number];

/**
 * How an assistant's decisions count: as suggestions for a person, as those of a second reader, or as a triage whose
 * exclusions count as exclusions by automation.
 */
export const ASSISTANT_ROLES = ['suggest', 'second', 'triage'] as const;
type AssistantRole = (typeof ASSISTANT_ROLES)[number];

/** Heuristic stopping rules. */
const HEURISTIC_STOPS = ['safe', 'irrelevant-50', 'irrelevant-100'] as const satisfies StopRule[];

/** Whether a rule requires a target; a heuristic guarantees nothing. */
export function hasTarget(rule: StopRule): boolean {
  return !HEURISTIC_STOPS.some((each) => each === rule);
}

/** The stopping rules that a protocol may choose; the others need separately drawn samples. */
export const STOP_RULES = [
  ...(['cmh', 'cmh-anytime', 'cmh-biased', 'random-tail'] as const),
  ...HEURISTIC_STOPS,
] satisfies StopRule[];

export type ChosenStop = {
  /** The rule that counts; `review stop` also shows the others. */
  rule: StopRule;
  /** The target recall. */
  target: number;
  /** The confidence of the statement about it. */
  confidence: number;
};

/**
 * Whether it is a rule that a protocol may choose, with shares between 0 and 1. Accepts any value from a program or a
 * log.
 */
export function isChosenStop(stop: unknown): stop is ChosenStop {
  const { rule, target, confidence } = Object(stop);
  const isShare = (share: unknown) => typeof share === 'number' && share > 0 && share < 1;
  return STOP_RULES.some((each) => each === rule) && isShare(target) && isShare(confidence);
}

export type Protocol = {
  stages: Stage[];
  readers: ReaderSet;
  /** Whether readers cannot see each other's decisions. */
  blind: boolean;
  assistant: AssistantRole;
  stop?: ChosenStop;
  /** Records known to be relevant before screening. */
  priors: string[];
};

/** The reader who acts. `criteria` is the hash of the criteria that an assistant was shown. */
export type Reader =
  | { kind: 'human'; name: string }
  | { kind: 'assistant'; name: string; model?: string; criteria?: string };

/** Whether a reader's decisions count, rather than being suggestions or a triage. */
export function isCounted(
  { kind }: Pick<Reader, 'kind'>,
  { readers, assistant }: Pick<Protocol, 'readers' | 'assistant'>,
): boolean {
  return kind === 'human' || assistant === 'second' || readers === 'human+assistant';
}

/** A person as a reader; without a name it is `me`. */
export function personNamed(name = ''): Reader {
  return { kind: 'human', name: name.trim() || 'me' };
}

const OF_ASSISTANT = ' (assistant)';

/** A reader's name in a file; assistants are marked: `model (assistant)`. */
export function nameInFile({ kind, name }: Pick<Reader, 'kind' | 'name'>): string {
  return kind === 'assistant' ? `${name}${OF_ASSISTANT}` : name;
}

/** The reader that a name in a file stands for. */
export function readerInFile(name: string): Reader {
  return name.endsWith(OF_ASSISTANT)
    ? { kind: 'assistant', name: name.slice(0, -OF_ASSISTANT.length) }
    : { kind: 'human', name };
}

/** The file that a decision was imported from. */
export type DecisionFile = {
  /** File name without its folder. */
  name: string;
  /** The program whose format of decisions it uses; absent if unknown. */
  program?: string;
  /** Neither the file nor the person who imported it names the reader. */
  namesNobody?: true;
};

/** The origin of records. `databases` are those that an imported file names, or that the user names for it. */
export type RecordSource =
  | { from: 'job'; job: string; sources: string[] }
  | { from: 'file'; name: string; databases: string[] }
  | { from: 'citations'; job: string; sources: string[]; search?: CitationSearch };

/** How citations were followed. Absent if only the references or citations of one paper were listed. */
type CitationSearch = {
  seeds: number;
  directions: ('backward' | 'forward')[];
  /** Titles of those that returned records. */
  indexes: string[];
  rounds: number;
  /** When it started and ended (ISO 8601). */
  from: string;
  to: string;
};
