import type { ByKind } from '../wording/notes.ts';
import type { NamedInstead } from './job-refs.ts';

/** Notes on jobs, and on what cannot be read of them. */
export type JobNote =
  /** `is`: what the text names instead. `among`: it was one of several in a list. */
  | { kind: 'no-such-job'; text: string; is?: NamedInstead; among?: boolean }
  /** The user removed it. */
  | { kind: 'removed-job'; job: string; removedAt: string }
  /** `status`: the group exists, but none of its jobs has this status. `groups`: all existing groups. */
  | { kind: 'no-job-in-group'; group: string; status?: string | undefined; groups: readonly string[] }
  | { kind: 'no-such-paper'; ref: string }
  | { kind: 'forgotten-job'; job: string; createdAt: string }
  | { kind: 'job-of-another-account' }
  | { kind: 'never-created'; job: string }
  | { kind: 'job-failed'; job: string }
  | { kind: 'job-without-papers'; job: string; status: string }
  /** The following notes say why. */
  | { kind: 'first-look-failed' }
  | { kind: 'damaged-papers'; job: string }
  | { kind: 'nothing-reached' }
  | { kind: 'no-answer-in-time' }
  | { kind: 'too-much-to-read' }
  /** Reading a job is free; its credits are those of its creation. */
  | { kind: 'reading-is-free' }
  /** A search showed the stored results of an equal search. */
  | { kind: 'reused'; job: string; createdAt: string }
  /** A call for a new search got one that another call had started. */
  | { kind: 'taken-over'; job: string; createdAt: string }
  /** The call ran out of time before the service answered the creation. */
  | { kind: 'still-submitting'; job: string }
  /** The store was missing or empty at that time. An earlier store, begun at `begunAt` if known, had other jobs. */
  | { kind: 'jobs-lost'; lostAt: string; begunAt: string | undefined }
  | { kind: 'sources-not-told' };

export type JobAdvice =
  | { kind: 'use-job-ref'; canSearch: boolean }
  /** `job` is the recorded job that the reference names; `orId`: identifiers are accepted, too. */
  | { kind: 'use-paper-ref'; job?: string; orId: boolean }
  /** A hosted service may still have the papers of a removed job: reading them again is free. */
  | { kind: 'read-removed'; jobId: string }
  | { kind: 'search-anew' }
  | { kind: 'search-fresh' }
  /** `hasStarterOnly`: the library is the starter catalogue, which answers some searches without a network. */
  | { kind: 'check-network'; hasStarterOnly?: true }
  | { kind: 'restore-configuration'; settings: readonly string[] }
  | { kind: 'name-fewer-jobs' }
  | { kind: 'see-job'; job: string }
  | { kind: 'see-paper'; ref: string }
  | { kind: 'restore-backup'; setting: string }
  | { kind: 'look-up-instead' }
  /** The keywords of a text that is too short to search with. `language`: the text's, if it is not English. */
  | {
      kind: 'search-by-keywords';
      keywords: readonly string[];
      min: { keywords: number; characters: number };
      language?: string | undefined;
    }
  | { kind: 'read-listed' }
  | { kind: 'search-for-real' };

export type JobProblem =
  | { kind: 'no-search'; ref: string }
  | { kind: 'no-watch'; given: string }
  /** It contains characters with a meaning in names of groups. */
  | { kind: 'no-group-name'; given: string }
  | { kind: 'job-without-papers'; ref: string };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<JobNote> {}
  interface AdviceKinds extends ByKind<JobAdvice> {}
  interface ProblemKinds extends ByKind<JobProblem> {}
}
