import { counted } from '../lib/counted.ts';
import { WHERE_SENTENCES } from '../papers/filters/sentences.ts';
import { RETRACTION_SENTENCES } from '../papers/retraction/sentences.ts';
import type { AdviceOf, ByKind } from '../wording/notes.ts';
import { joinSentences, type SentencesOf } from '../wording/sentences/vocabulary.ts';
import { ANSWER_SENTENCES } from './answers/sentences.ts';
import type { NamedInstead } from './job-refs.ts';
import { SPENDING_SENTENCES } from './spending/sentences.ts';
import { UPSTREAM_SENTENCES } from './upstream/sentences.ts';

/** Notes on jobs, and on what cannot be read of them. */
type JobNote =
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
  /** The job was created elsewhere: what it cost is not recorded here. */
  | { kind: 'made-elsewhere' }
  /** The papers came in the answer to the creation, which named no job. */
  | { kind: 'came-without-id' }
  /** A search showed the stored results of an equal search. */
  | { kind: 'reused'; job: string; createdAt: string }
  /** A call for a new search got one that another call had started. */
  | { kind: 'taken-over'; job: string; createdAt: string }
  /** The call ran out of time before the service answered the creation. */
  | { kind: 'still-submitting'; job: string }
  /** The store was missing or empty at that time. An earlier store, begun at `begunAt` if known, had other jobs. */
  | { kind: 'jobs-lost'; lostAt: string; begunAt: string | undefined }
  | { kind: 'share-nothing'; job: string; jobs: number }
  | { kind: 'sources-not-told' }
  /** The creation of a search that was only tried; `hasKey`: the scraper key would be sent, too. */
  | { kind: 'would-send'; path: string; body: string; hasKey: boolean };

type JobAdvice =
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

type JobProblem =
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

const JOB_SENTENCES: SentencesOf<{ notes: JobNote; advice: JobAdvice; problems: JobProblem }> = {
  notes: {
    'no-such-job': ({ text, is, among }) =>
      is === undefined
        ? `There is no job ${text} on this machine.`
        : `${text} ${NAMED_INSTEAD[is]}${among ? '; name jobs only, or papers only' : ''}.`,
    'removed-job': ({ job, removedAt }) => `${job} was removed on ${removedAt.slice(0, 10)}, with its papers.`,
    'no-job-in-group': ({ group, status, groups }) =>
      status === undefined
        ? `There is no group ${group} on this machine; ${groups.length > 0 ? `groups: ${groups.join(', ')}.` : 'no job is in a group.'}`
        : `No job of the group ${group} has the status ${status}.`,
    'no-such-paper': ({ ref }) => `There is no paper ${ref} on this machine.`,
    'forgotten-job': ({ job, createdAt }) =>
      `The service no longer knows ${job}, created at ${createdAt}: its results have expired there, and none were stored on this machine.`,
    'job-of-another-account': () =>
      'This job belongs to another account or mode than the one configured now, and none of its papers are stored.',
    'never-created': ({ job }) => `${job} was never created.`,
    'job-failed': ({ job }) => `The service ended job ${job} with an error and returned no papers.`,
    'job-without-papers': ({ job, status }) => `${job} has no papers: its status is ${status}.`,
    'first-look-failed': () => 'The job was created, but its state could not be read now.',
    'damaged-papers': ({ job }) => `The stored papers of ${job} are damaged.`,
    'nothing-reached': () => 'No source could be reached, and no paper of the library fits the query.',
    'no-answer-in-time': () => 'The search service did not answer in the time that a call has.',
    'too-much-to-read': () => 'Reading so many stored papers takes longer than a call may take.',
    'reading-is-free': () => 'Reading a job is free; credits show what creating it took.',
    'made-elsewhere': () =>
      'What this job cost is not known here: no search of this machine recorded its id. Reading it is free.',
    'came-without-id': () => 'The service gave this job no id: its papers are stored on this machine only.',
    reused: ({ job, createdAt }) => `Same search as ${job} (${createdAt}): this is that job, at no cost.`,
    'taken-over': ({ job, createdAt }) =>
      `This is ${job} (${createdAt}), begun by an earlier call that is still waiting or did not finish. No further cost; the next call searches again.`,
    'still-submitting': ({ job }) =>
      `${job} is still being submitted. Look at ${job} to see what became of it (free); the same search again attaches to it.`,
    'share-nothing': ({ job, jobs }) =>
      `${counted(jobs, 'job')} of this page ${jobs === 1 ? 'shares' : 'share'} no paper with ${job}, and ${jobs === 1 ? 'is' : 'are'} left out.`,
    'jobs-lost': ({ lostAt, begunAt }) =>
      `jobs.sqlite was missing or empty at ${lostAt} and was recreated: earlier jobs, papers and charges${begunAt === undefined ? '' : ` (since ${begunAt})`} are not known here, and the same search is a new job. Restore a copy of it; without one, the service still has the jobs, by their ids.`,
    'sources-not-told': () => 'The service does not say which sources it asks, or how.',
    'would-send': ({ path, body, hasKey }) =>
      `The search would send POST ${path} with the body ${body}${hasKey ? ', and the scraper key in it' : ''}.`,
  },
  advice: {
    'use-job-ref': ({ canSearch }) =>
      `Use a reference (J1, J2 ...) that an earlier answer gave${canSearch ? ', or run a search; reading jobs is free' : ''}.`,
    'use-paper-ref': ({ job, orId }) =>
      `Use the reference of a paper that a search${job === undefined ? '' : ` or ${job}`} gave${orId ? ', or a DOI, an arXiv or a PMC id' : ''}.`,
    'read-removed': ({ jobId }) =>
      `The search service knows it as ${jobId}: reading that brings its papers back as long as it keeps them, free.`,
    'search-anew': () => 'Run the search again; if it is refused, the answer says what to correct.',
    'search-fresh': () => 'Only a new search can bring its papers; it is charged again.',
    'check-network': (_, { command }) =>
      command
        ? `Check the network, then search again: \`${command('doctor', 'online')}\` says which sources answer. \`${command('import FILE')}\` adds papers that need no network.`
        : 'Check the network, then search again. Papers that you import need no network.',
    'restore-configuration': ({ settings }, { again }) =>
      `Restore the configuration (${settings.join(', ')}) that created it, then ${again}.`,
    'name-fewer-jobs': () => 'Name fewer jobs.',
    'see-job': ({ job }) => `Look at ${job}, free: that waits for a running job, and says what became of any other.`,
    'see-paper': ({ ref }) => `Look at ${ref} to see what is known of it.`,
    'restore-backup': ({ setting }) =>
      `Restore the data folder (${setting}) from a backup; otherwise only a new search brings these papers.`,
    'look-up-instead': () => 'For a few words, a title or a DOI use a look-up, which is free.',
    'search-by-keywords': (advice) => describeKeywords(advice),
    'read-listed': () => 'Reading the papers of a job is free, and waits for a running job.',
    'search-for-real': () => 'No job was made and nothing was spent.',
  },
  problems: {
    'no-search': ({ ref }) => `${ref} is not a search of this machine`,
    'no-watch': ({ given }) => `there is no ${given}`,
    'no-group-name': ({ given }) => `a name without comma and colon, got ${given}`,
    'job-without-papers': ({ ref }) => `a job that has papers, got ${ref}`,
  },
};

/** What a text names in place of a job, to follow the text. */
const NAMED_INSTEAD: Record<NamedInstead, string> = {
  paper: 'is a paper, not a job (a search)',
  review: 'is the name of a review, not of a job',
  table: 'is the name of an evidence table, not of a job',
  watch: 'is the name of a watched search, not of a job',
  group: 'is a group of jobs: write all: before its name',
  key: 'looks like a citation key, which names no job; papers go by references (J1-3, L17) and DOIs',
};

/** How to search for a short text by its keywords; `search` begins the sentence, before the keywords. */
export function describeKeywords(
  { keywords, min, language }: AdviceOf<'search-by-keywords'>,
  search = 'Search by the keywords ',
): string {
  const named = JSON.stringify(keywords);
  const longer = `a text of ${min.characters} characters or more`;
  if (language !== undefined)
    return `It is in ${language}, and most papers are in English: translate it into ${longer}, or into ${min.keywords} keywords or more.`;
  if (keywords.length >= min.keywords) return `${search}${named}, or describe the topic in ${longer}.`;
  const has =
    keywords.length === 0 ? 'no keywords' : `only ${named} as ${keywords.length === 1 ? 'a keyword' : 'keywords'}`;
  return `It gives ${has}: add terms that papers on it use, such as synonyms, until there are ${min.keywords}, or describe the topic in ${longer}.`;
}

/** The sentences of the core: on jobs, credits, the service and papers. */
export const JOBS_SENTENCES = joinSentences(
  JOB_SENTENCES,
  SPENDING_SENTENCES,
  UPSTREAM_SENTENCES,
  ANSWER_SENTENCES,
  RETRACTION_SENTENCES,
  WHERE_SENTENCES,
);
