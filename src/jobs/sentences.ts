import { WHERE_SENTENCES } from '../papers/filters/sentences.ts';
import { RETRACTION_SENTENCES } from '../papers/retraction/sentences.ts';
import type { AdviceOf } from '../wording/notes.ts';
import { joinSentences, type SentencesOf } from '../wording/sentences/vocabulary.ts';
import { ANSWER_SENTENCES } from './answers/sentences.ts';
import type { NamedInstead } from './job-refs.ts';
import type { JobAdvice, JobNote, JobProblem } from './notes.ts';
import { SPENDING_SENTENCES } from './spending/sentences.ts';
import { UPSTREAM_SENTENCES } from './upstream/sentences.ts';

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
    reused: ({ job, createdAt }) => `Same search as ${job} (${createdAt}): this is that job, at no cost.`,
    'taken-over': ({ job, createdAt }) =>
      `This is ${job} (${createdAt}), begun by an earlier call that is still waiting or did not finish. No further cost; the next call searches again.`,
    'still-submitting': ({ job }) =>
      `${job} is still being submitted. Look at ${job} to see what became of it (free); the same search again attaches to it.`,
    'jobs-lost': ({ lostAt, begunAt }) =>
      `jobs.sqlite was missing or empty at ${lostAt} and was recreated: earlier jobs, papers and charges${begunAt === undefined ? '' : ` (since ${begunAt})`} are not known here, and the same search is a new job. Restore a copy of it; without one, the service still has the jobs, by their ids.`,
    'sources-not-told': () => 'The service does not say which sources it asks, or how.',
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
