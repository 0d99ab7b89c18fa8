/** What a review has to report of its screening, as values: the items of PRISMA 2020, RAISE and TARCiS. */
export type ReviewMethods = {
  software: string;
  /** The first stage of the review, which is described. */
  stage: 'title-abstract' | 'full-text';
  /** ISO days of the first and the last decision that stands and was made here. */
  from?: string;
  to?: string;
  records: number;
  screened: number;
  /** Excluded by an assistant as a triage, and not among those screened. */
  triaged?: number;
  /** `each`: two people decided on each record; `alone`: one reader a record, or an assistant was the second. */
  /** `hasCountedAssistant`: decisions of an assistant count as those of a reader. */
  readers: { names: readonly string[]; mode: 'alone' | 'each'; isBlind: boolean; hasCountedAssistant?: boolean };
  /** Of the two people who read most of the same records. */
  agreement?: {
    readers: readonly [string, string];
    both: number;
    percent: number;
    kappa?: number;
    interval?: readonly [number, number];
  };
  /** Decisions that were made elsewhere; `made` are the others. */
  imported?: { made: number; files: readonly ImportedDecisions[] };
  conflicts?: { found: number; resolved: number };
  /** Records were shown in the order of a model that learned from the decisions. */
  ranking?: { model: string; priors: number };
  stop?: StopMethods;
  /** After how many decisions criteria, and the protocol beside its stopping rule, were changed. */
  changed?: { criteria: readonly number[]; protocol: readonly number[] };
  /** Each assistant that decided or suggested anything. */
  assistants: readonly AssistantMethods[];
  /** Each citation search that gave records. */
  citations?: readonly CitationMethods[];
};

/** Decisions that came in with one file on one day. */
export type ImportedDecisions = {
  file: string;
  /** Whose way of writing decisions the file has. */
  program?: string;
  /** ISO day. */
  on: string;
  decisions: number;
  /** The file does not say who decided. */
  namesNobody?: true;
};

type StopMethods = {
  rule: string;
  kind: 'heuristic' | 'test' | 'certificate';
  target?: number;
  confidence?: number;
  /** How many times as readily as chance the rule takes the ranking to find relevant records to the end. */
  bias?: number;
  isFixedBefore: boolean;
  /** Whether it holds now. */
  holds: boolean;
  unread: number;
};

/** RAISE (Thomas et al. 2025, osf.io/fwaud) asks for name, version, role, oversight, validation and limits. */
export type AssistantMethods = {
  name: string;
  /** Model and version as it declared them; absent if it did not. */
  model?: string;
  role: 'suggest' | 'second' | 'triage';
  decisions: number;
  /** Of the criteria that it was given (first characters of SHA-256), each version once. */
  criteriaHashes: readonly string[];
  /** Against people's decisions on the same records; absent if no person decided on any. */
  validation?: {
    sample: number;
    /** Of the sample, those that people included, and those of them that it did not exclude. */
    relevant: number;
    found: number;
    /** Absent without a relevant record. */
    sensitivity?: { value: number; interval: readonly [number, number] };
  };
};

/** TARCiS (Hirt et al. 2024, doi:10.1136/bmj-2023-078384) asks for seeds, directions, indexes, rounds and dates. */
export type CitationMethods = {
  seeds: number;
  directions: readonly ('backward' | 'forward')[];
  indexes: readonly string[];
  rounds: number;
  /** ISO days. */
  from: string;
  to: string;
  /** Identified, of which these were not known before, and of those these included; absent until all are judged. */
  records: number;
  newRecords: number;
  included?: number;
};
