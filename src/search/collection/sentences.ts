import { describeDetail, FAILURES } from '../../wording/sentences/sources.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { CollectionAdvice, CollectionFailure, CollectionNote } from './notes.ts';

export const COLLECTION_SENTENCES: SentencesOf<{ notes: CollectionNote; advice: CollectionAdvice }> = {
  notes: {
    'no-collection': ({ setting }) => `There is no collection: ${setting} is not set.`,
    'collection-failed': ({ failure, detail }) =>
      `The collection ${failure === 'key refused' ? 'does not accept the user and password' : FAILURES[failure]}${detail === undefined ? '' : ` (${describeDetail(detail)})`}.`,
  },
  advice: {
    'set-collection': ({ setting }) => `Set ${setting} to the address of an OpenSearch (docs/guide/scaling.md).`,
    'mend-collection': ({ failure, setting }) => MENDING[failure](setting),
    'load-collection': () => 'Load a file into it.',
    'reload-collection': () => 'Reload all files.',
    'install-client': ({ package: name, setting }) => `Install ${name} beside paperqueue, or unset ${setting}.`,
    'trust-certificate': () =>
      'Name a file with the certificate of its authority (PEM) in NODE_EXTRA_CA_CERTS, or correct the address.',
  },
};

const MENDING: Record<CollectionFailure, (setting: string) => string> = {
  unreachable: (setting) => `Check ${setting}, and whether the engine runs.`,
  'server error': () => "Look at the engine's log, and try again.",
  'too slow': () => 'Try again later, or give the engine more memory or machines.',
  'rate limited': () => 'Try again in a minute.',
  'key refused': (setting) => `Correct them in ${setting}.`,
  refused: () => 'Check the version of the engine: OpenSearch 2 or later.',
  unreadable: (setting) => `Check that ${setting} is the engine itself.`,
};
