import { capitalised } from '../lib/line.ts';
import type { KnownFailure } from '../wording/notes/source-outcomes.ts';
import type { ByKind } from '../wording/notes.ts';
import { describeFailure } from '../wording/sentences/sources.ts';
import type { SentencesOf } from '../wording/sentences/vocabulary.ts';

/** Notes on how the program is set up. */
type AppNote =
  | { kind: 'needs-database' }
  | { kind: 'setting-missing'; setting: string }
  | { kind: 'no-file-to-copy'; file: string }
  | { kind: 'copy-unknown' }
  | { kind: 'retractions-not-fetched'; address: string; why: KnownFailure }
  | { kind: 'token-not-set'; address: string; token: string }
  | { kind: 'thread-ended'; what: 'searched' | 'read' };

type AppAdvice =
  | { kind: 'set-database'; setting: string }
  | { kind: 'set-empty-database'; setting: string }
  | { kind: 'set-service-folder'; setting: string }
  | { kind: 'copy-again' }
  | { kind: 'fetch-otherwise' }
  | { kind: 'set-token-or-leave'; token: string; address: string }
  | { kind: 'see-log' };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<AppNote> {}
  interface AdviceKinds extends ByKind<AppAdvice> {}
}

export const APP_SENTENCES: SentencesOf<{ notes: AppNote; advice: AppAdvice }> = {
  notes: {
    'needs-database': () => 'Sharing accounts and jobs with other processes needs PostgreSQL.',
    'setting-missing': ({ setting }) => `${setting} is not set.`,
    'no-file-to-copy': ({ file }) => `There is no ${file} to copy.`,
    'copy-unknown': () =>
      'The connection to the database broke while the copy was committed: it is unknown whether it was.',
    'retractions-not-fetched': ({ address, why }) =>
      `The table of Retraction Watch could not be fetched: ${address} ${describeFailure(why)}. The stored table stays as it is.`,
    'token-not-set': ({ address, token }) => `${address} names a hosted service, but ${token} is not set.`,
    'thread-ended': ({ what }) =>
      what === 'searched' ? 'The search thread has ended.' : 'The thread that reads stored papers has ended.',
  },
  advice: {
    'set-database': ({ setting }) => `Set ${setting} to its address (docs/lab/operations.md).`,
    'set-empty-database': ({ setting }) => `Set ${setting} to the address of an empty PostgreSQL database.`,
    'set-service-folder': ({ setting }) => `Set ${setting} to the folder of the service.`,
    'copy-again': (_, { again }) =>
      `${capitalised(again)} before you start a service: a finished copy is recognised, an unfinished one is made again.`,
    'fetch-otherwise': () => 'Try again later, or fetch the CSV file by other means and pass it.',
    'set-token-or-leave': ({ token, address }) =>
      `Set ${token} to your token for that service, or unset ${address} for embedded mode.`,
    'see-log': () => 'Search again; the log says what ended it.',
  },
};
