import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { NetworkProblem, UnreadableAnswer, UpstreamAdvice, UpstreamNote } from './notes.ts';

export const UPSTREAM_SENTENCES: SentencesOf<{ notes: UpstreamNote; advice: UpstreamAdvice }> = {
  notes: {
    'refused-as-invalid': ({ status }) => `${describeRefusal(status)}.`,
    'unknown-job-id': () => 'No job has this id: it never existed, has expired, or belongs to another account.',
    'no-answer': ({ address, why, isSent }) =>
      `${address} did not answer${why === undefined ? '' : ` (${NETWORK[why]})`}${isSent ? '.' : '; the request was not sent.'}`,
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
  },
  advice: {
    'correct-named': (_, { again }) => `Correct what the service names and ${again}.`,
    'check-service': ({ setting }, { again }) => `Check ${setting} and the network, then ${again}.`,
    'ask-service': ({ setting }) => `Ask those who run the service (${setting}) about it.`,
    'set-token': ({ token, address }) => `Set ${token} to a valid token of the service at ${address}.`,
    'set-address': ({ setting }) =>
      `Set ${setting} to the address of the service with its API prefix. At the present address the same search is not sent again unless you ask for it.`,
  },
};

export function describeRefusal(status: number): string {
  return `The search service refused the request${status === 400 ? ' as invalid' : ` (status ${status})`}`;
}

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
