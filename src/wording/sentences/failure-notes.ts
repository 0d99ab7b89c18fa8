import { counted } from '../../lib/counted.ts';
import type { FailureNote, NetworkProblem, RelatedWhat, UnreadableAnswer } from '../notes/failure-notes.ts';
import type { NoteWordingOf } from './vocabulary.ts';

/** Failures of a job, a call or the search service, in words of no face. */
export const FAILURE_WORDING: NoteWordingOf<FailureNote> = {
  'wrong-values': ({ rules }) => rules.join('; '),
  'refused-as-invalid': ({ status }) => `${describeRefusal(status)}.`,

  'no-such-job': ({ text, isPaper }) =>
    `There is no job ${text} on this machine${isPaper ? ': it is a paper; name jobs only, or papers only.' : '.'}`,
  'removed-job': ({ job, removedAt }) => `${job} was removed on ${removedAt.slice(0, 10)}, with its papers.`,
  'no-job-in-group': ({ group, status, groups }) =>
    status === undefined
      ? `There is no group ${group} on this machine; ${groups.length > 0 ? `groups: ${groups.join(', ')}.` : 'no job is in a group.'}`
      : `No job of the group ${group} has the status ${status}.`,
  'no-such-paper': ({ ref }) => `There is no paper ${ref} on this machine.`,
  'unknown-job-id': () => 'No job has this id: it never existed, has expired, or belongs to another account.',
  'forgotten-job': ({ job, createdAt }) =>
    `The service no longer knows ${job}, created at ${createdAt}: its results have expired there, and none were stored on this machine.`,
  'job-of-another-account': () =>
    'This job belongs to another account or mode than the one configured now, and none of its papers are stored.',
  'never-created': ({ job }) => `${job} was never created.`,
  'job-failed': ({ job }) => `The service ended job ${job} with an error and returned no papers.`,
  'job-without-papers': ({ job, status }) => `${job} has no papers: its status is ${status}.`,
  'first-look-failed': () => 'The job was created, but its state could not be read yet.',
  'damaged-papers': ({ job }) => `The stored papers of ${job} are damaged.`,
  'not-on-the-web': ({ ref }) => `${ref} has no DOI and no link.`,

  'no-such-review': ({ given, known, isOfLab }) =>
    isOfLab
      ? `You are no member of a review ${given} of the lab${known.length > 0 ? `; you are of ${known.join(', ')}` : ''}.`
      : `There is no review ${given} on this machine; ${known.length > 0 ? `reviews: ${known.join(', ')}.` : 'none was begun.'}`,
  'changed-records': ({ review, records }) =>
    `${counted(records, 'record')} of ${review} ${records === 1 ? 'is' : 'are'} not what the log sealed when they came in.`,
  'damaged-review': ({ review, n, isUnknown }) =>
    isUnknown
      ? `Event ${n} of ${review} is none that this version knows: ${n === 1 ? 'nothing of it can be read.' : 'what stands before it is shown, and nothing can be added after it.'}`
      : n === 1
        ? `The log of ${review} is damaged at its opening: nothing of it can be read.`
        : `The log of ${review} is damaged at event ${n}: what stands before it is intact, and nothing can be added after it.`,
  'review-full': ({ review }) =>
    `You have added as much to ${review} as the lab's service takes of one member; nothing more was added, and what is there stays.`,
  'too-many-reviews': ({ what, name }) =>
    what === 'invited'
      ? `${name} has as many invitations waiting as the lab's service keeps for one account, or from one owner; nobody was invited.`
      : `You have ${what} as many reviews as the lab's service takes of one account.`,
  'owner-only': () => 'Only the owner of the review may add records to it, change it, or share it.',
  'no-lab': () => 'No service is configured that keeps reviews for a lab, or it cannot be asked now.',
  'review-busy': ({ review }) => `Others kept writing to ${review}, and nothing was added.`,

  'nothing-reached': () => 'No source could be reached, and no paper of the library fits the query.',
  'no-able-source': ({ what, able, setting }) => {
    const last = able.at(-1);
    const named = able.length > 1 ? `none of ${able.slice(0, -1).join(', ')} and ${last}` : `no ${last}`;
    return `No source that ${ABILITIES[what]} may be asked: ${setting} names ${named}.`;
  },
  'relation-not-told': ({ relation, ref }) => `No source that may be asked knows the ${relation} of ${ref}.`,
  'related-not-found-out': () => 'The related papers could not be fetched.',
  'no-author-id': ({ given }) =>
    `ref: an ORCID, an author id that a look-up gave (A5023888391), or "author: NAME" for people of the library, got ${given}`,
  'no-paper-ref': ({ given }) => `ref: a reference such as J12-3, or an identifier such as a DOI, got ${given}`,
  'identifier-not-found': ({ given, isUnknown }) =>
    isUnknown
      ? `No paper has the identifier ${given}: its register does not know it.`
      : `No paper was found for ${given}, but too few sources that would know it answered.`,

  'no-answer': ({ address, why, isSent }) =>
    `${address} did not answer${why === undefined ? '' : ` (${NETWORK[why]})`}${isSent ? '.' : '; the request was not sent.'}`,
  'no-answer-in-time': () => 'The search service did not answer in the time that a call has.',
  'too-much-to-read': () => 'Reading so many stored papers takes longer than a call may take.',
  'status-to-a-read': ({ status }) => `The search service answered with status ${status}.`,
  'unreadable-answer': ({ what }) => `The search service's answer could not be read: ${UNREADABLE[what]}.`,
  'no-further-request': () => 'The search service allows no further request now.',
  'token-refused': () => 'The search service does not accept the token.',
  'access-denied': () => 'The search service denies access.',
  'service-said': ({ text }) => {
    // The service's words end where the quotation does.
    const words = text.replaceAll(/[“”]/g, '"');
    return `The service said: “${words}”${/[.!?…]$/.test(words) ? '' : '.'}`;
  },
  'another-server': ({ setting }) =>
    `What answers at ${setting} does not look like the search service: it knows neither searches nor credits. If it is the service after all, the search may have been charged.`,
  'token-not-set': ({ address, token }) => `${address} names a hosted service, but ${token} is not set.`,

  internal: () => 'An error inside paperqueue stopped this call.',
  'too-many-files': () => 'This process has as many open files as the system allows it.',
  'program-replaced': () => 'Files of paperqueue were replaced or removed while this process ran.',
  'thread-ended': ({ what }) =>
    what === 'searched' ? 'The search thread has ended.' : 'The thread that reads stored papers has ended.',
};

export function describeRefusal(status: number): string {
  return `The search service refused the request${status === 400 ? ' as invalid' : ` (status ${status})`}`;
}

const ABILITIES: Record<RelatedWhat, string> = {
  references: 'knows what papers cite',
  citations: 'knows what cites papers',
  similar: 'finds similar papers',
  author: 'finds people',
  'author-id': 'finds people by their ids',
};

const NETWORK: Record<NetworkProblem, string> = {
  refused: 'connection refused',
  broken: 'connection broken',
  'unknown-host': 'unknown host name',
  'no-names': 'host names cannot be looked up',
  'too-slow': 'no connection in time',
  'no-network': 'no network',
  'no-way': 'no route to the host',
  'certificate-refused': 'its certificate is refused',
};

const UNREADABLE: Record<UnreadableAnswer, string> = {
  'too-large': 'it is larger than any job can be',
  'no-json': 'it is not JSON',
  'no-status': 'it says nothing about a job',
  'no-verdict': 'it does not say whether there is a job',
  'secret-in-id': 'the job id repeats a secret',
};
