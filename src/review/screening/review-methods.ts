import type { MaybeCountsAs } from './compare-readers.ts';

/** The details of screening that a review must report: the items of PRISMA 2020, RAISE and TARCiS. */
export type ReviewMethods = {
  software: string;
  /** The review's first stage, which is described. */
  stage: 'title-abstract' | 'full-text';
  /** ISO days of the first and the last standing decision that was made here. */
  from?: string;
  to?: string;
  records: number;
  screened: number;
  /** Excluded by an assistant's triage, and not counted as screened. */
  triaged?: number;
  /** `each`: two people decided on each record; `alone`: one reader a record, or an assistant was the second. */
  /** `hasCountedAssistant`: decisions of an assistant count as those of a reader. */
  readers: { names: readonly string[]; mode: 'alone' | 'each'; isBlind: boolean; hasCountedAssistant?: boolean };
  /** For the two people who read most of the same records. */
  agreement?: AgreementMethods;
  /** The full texts, if the first stage was titles and abstracts, once one was sought or assessed. */
  fullTexts?: FullTextMethods;
  /** Decisions that were made elsewhere; `made` are the others. */
  imported?: { made: number; files: readonly ImportedDecisions[] };
  conflicts?: { found: number; resolved: number };
  /** Of the `read` records, how many were shown in the order of a model that had learned from decisions. */
  ranking?: { model: string; priors: number; shown: number; read: number };
  stop?: StopMethods;
  /** After how many decisions the criteria, and the protocol except its stopping rule, were changed. */
  changed?: { criteria: readonly number[]; protocol: readonly number[] };
  /** Each assistant that decided or suggested anything. */
  assistants: readonly AssistantMethods[];
  /** Each citation search that added records. */
  citations?: readonly CitationMethods[];
};

type AgreementMethods = {
  readers: readonly [string, string];
  maybeCountsAs: MaybeCountsAs;
  both: number;
  percent: number;
  kappa?: number;
  interval?: readonly [number, number];
};

/** Numbers of reports, as in the flow. */
type FullTextMethods = {
  sought: number;
  notRetrieved?: number;
  assessed: number;
  included: number;
  /** The excluded ones by their first reason. */
  excluded: readonly { reason: string; reports: number }[];
  readers: number;
  agreement?: AgreementMethods;
  conflicts: { found: number; resolved: number };
};

/** Decisions imported from one file on one day. */
export type ImportedDecisions = {
  file: string;
  /** The program whose notation the file uses. */
  program?: string;
  /** ISO day. */
  on: string;
  decisions: number;
  /** The file does not name who decided. */
  namesNobody?: true;
};

type StopMethods = {
  rule: string;
  kind: 'heuristic' | 'test' | 'certificate';
  target?: number;
  confidence?: number;
  /** How many times more readily than chance the rule assumes that the ranking finds relevant records up to the end. */
  bias?: number;
  isFixedBefore: boolean;
  /** Whether it holds now. */
  holds: boolean;
  unread: number;
};

/** RAISE (Thomas et al. 2025, osf.io/fwaud) requires name, version, role, oversight, validation and limits. */
export type AssistantMethods = {
  name: string;
  /** Model and version as declared by the assistant; absent if it declared none. */
  model?: string;
  role: 'suggest' | 'second' | 'triage';
  decisions: number;
  /** Those that a person confirmed in one step; they do not count for `validation`. */
  confirmed?: number;
  /** Each version of the criteria that the program received (first characters of SHA-256). */
  criteriaHashes: readonly string[];
  /** Compared with people's decisions on the same records; absent if no person decided on any. */
  validation?: {
    sample: number;
    /** Of the sample: how many people included, and how many of those it did not exclude. */
    relevant: number;
    found: number;
    /** Absent without a relevant record. */
    sensitivity?: { value: number; interval: readonly [number, number] };
  };
};

/** TARCiS (Hirt et al. 2024, doi:10.1136/bmj-2023-078384) requires seeds, directions, indexes, rounds and dates. */
export type CitationMethods = {
  seeds: number;
  directions: readonly ('backward' | 'forward')[];
  indexes: readonly string[];
  rounds: number;
  /** ISO days. */
  from: string;
  to: string;
  /**
   * Records identified, how many of them were new, and how many of those were included; absent until all are judged.
   */
  records: number;
  newRecords: number;
  included?: number;
};
