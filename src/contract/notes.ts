import type { ByKind } from '../wording/notes.ts';

/** Notes on values that break a rule. */
export type ContractNote =
  /** The error names the fields. `isRequest`: the values belong to a search that would have been sent. */
  { kind: 'wrong-values'; rules: readonly string[]; isRequest: boolean };

export type ContractAdvice = { kind: 'correct'; fields: readonly string[]; isRequest: boolean };

export type ContractProblem =
  /** Exactly one of these groups of fields is needed. */
  { kind: 'either'; groups: readonly (readonly string[])[] };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<ContractNote> {}
  interface AdviceKinds extends ByKind<ContractAdvice> {}
  interface ProblemKinds extends ByKind<ContractProblem> {}
}
