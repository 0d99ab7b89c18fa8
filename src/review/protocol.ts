import type { StopRule } from './stopping/stop-statements.ts';

/** A review: records that readers decide on by criteria, stage by stage. People and assistants decide; we record. */

export const DECISIONS = ['include', 'exclude', 'maybe'] as const;
export type Decision = (typeof DECISIONS)[number];
/** What a reader can ask to be done with a record: to decide, to take that back, or only to note something. */
export const READER_ACTS = [...DECISIONS, 'withdraw', 'note'] as const;
export type ReaderAct = (typeof READER_ACTS)[number];

/** In the order in which a record passes them. */
export const STAGES = ['title-abstract', 'full-text'] as const;
export type Stage = (typeof STAGES)[number];

export type Criterion = {
  /** `C1`; a decision's reasons name it. */
  id: string;
  kind: 'include' | 'exclude';
  text: string;
  /** Absent: of every stage. */
  stage?: Stage;
  /** Words that readers look for; they are marked in the texts. */
  words?: string[];
  /** It counts no more, and stays for the decisions whose reason it was. */
  retired?: true;
};

/** How many readers decide on each record. */
export const READER_SETS = ['1', '2', 'human+assistant'] as const;
type ReaderSet = (typeof READER_SETS)[number];

/**
 * What an assistant's decisions are: suggestions for a person, those of a second reader, or a triage whose exclusions
 * stand as exclusions by a tool.
 */
export const ASSISTANT_ROLES = ['suggest', 'second', 'triage'] as const;
type AssistantRole = (typeof ASSISTANT_ROLES)[number];

/** Rules of thumb. */
const HEURISTIC_STOPS = ['safe', 'irrelevant-50', 'irrelevant-100'] as const satisfies StopRule[];

/** Whether a rule asks for a target: a rule of thumb promises nothing. */
export function hasTarget(rule: StopRule): boolean {
  return !HEURISTIC_STOPS.some((each) => each === rule);
}

/** The rules for stopping that a protocol may choose; the others need samples that are drawn apart. */
export const STOP_RULES = [
  ...(['cmh', 'cmh-anytime', 'cmh-biased', 'random-tail'] as const),
  ...HEURISTIC_STOPS,
] satisfies StopRule[];

export type ChosenStop = {
  /** The rule that counts; `review stop` shows the others beside it. */
  rule: StopRule;
  /** The share of the relevant records that shall be found. */
  target: number;
  /** How sure the statement about it shall be. */
  confidence: number;
};

/** Whether it is a rule that a protocol may choose, with shares between 0 and 1, whatever a program or a log says. */
export function isChosenStop(stop: unknown): stop is ChosenStop {
  const { rule, target, confidence } = Object(stop);
  const isShare = (share: unknown) => typeof share === 'number' && share > 0 && share < 1;
  return STOP_RULES.some((each) => each === rule) && isShare(target) && isShare(confidence);
}

export type Protocol = {
  stages: Stage[];
  readers: ReaderSet;
  /** Whether readers see each other's decisions. */
  blind: boolean;
  assistant: AssistantRole;
  stop?: ChosenStop;
  /** Records known to be relevant before anybody screened. */
  priors: string[];
};

/** Who acts. `criteria` is the hash of the criteria that an assistant was shown. */
export type Reader =
  | { kind: 'human'; name: string }
  | { kind: 'assistant'; name: string; model?: string; criteria?: string };

/** Whether what a reader decides counts, rather than being a suggestion or a triage. */
export function isCounted(
  { kind }: Pick<Reader, 'kind'>,
  { readers, assistant }: Pick<Protocol, 'readers' | 'assistant'>,
): boolean {
  return kind === 'human' || assistant === 'second' || readers === 'human+assistant';
}

/** A person who reads; one who gives no name is `me`. */
export function personNamed(name = ''): Reader {
  return { kind: 'human', name: name.trim() || 'me' };
}

const OF_ASSISTANT = ' (assistant)';

/** A reader's name in a file: those of assistants say so, `model (assistant)`. */
export function nameInFile({ kind, name }: Pick<Reader, 'kind' | 'name'>): string {
  return kind === 'assistant' ? `${name}${OF_ASSISTANT}` : name;
}

/** The reader that a file names. */
export function readerInFile(name: string): Reader {
  return name.endsWith(OF_ASSISTANT)
    ? { kind: 'assistant', name: name.slice(0, -OF_ASSISTANT.length) }
    : { kind: 'human', name };
}

/** The file that a decision came in with. */
export type DecisionFile = {
  /** Without its folder. */
  name: string;
  /** Whose way of writing decisions it has; absent where it could be anybody's. */
  program?: string;
  /** The file does not say who decided, and neither did who took it in. */
  namesNobody?: true;
};

/** Where records came from. `databases` are those that an imported file names, or the user for it. */
export type RecordSource =
  | { from: 'job'; job: string; sources: string[] }
  | { from: 'file'; name: string; databases: string[] }
  | { from: 'citations'; job: string; sources: string[]; search?: CitationSearch };

/** How citations were followed. Absent where only the references or citations of a paper were listed. */
type CitationSearch = {
  seeds: number;
  directions: ('backward' | 'forward')[];
  /** Titles of those that gave records. */
  indexes: string[];
  rounds: number;
  /** When it began and ended (ISO 8601). */
  from: string;
  to: string;
};
