import type { ByKind } from '../wording/notes.ts';
import type { SentencesOf } from '../wording/sentences/vocabulary.ts';
import type { SendProblem } from './callbacks/send-result.ts';
import { SENDING } from './callbacks/send-result.ts';

/** Notes on the lab's service. */
type ServiceNote =
  | { kind: 'already-serving' }
  | { kind: 'copied-away' }
  | { kind: 'database-unusable'; why: string }
  | { kind: 'database-in-use' }
  | { kind: 'copy-differs'; what: string }
  | { kind: 'driver-missing'; setting: string; package: string }
  | { kind: 'report-not-taken'; outcome: SendProblem | { status: number } };

type ServiceAdvice =
  | { kind: 'stop-other-service'; setting: string }
  | { kind: 'use-copied-database'; setting: string; file: string; name: string }
  | { kind: 'check-database'; setting: string }
  | { kind: 'copy-into-empty' }
  | { kind: 'report-copy' }
  | { kind: 'install-package'; package: string }
  | { kind: 'see-feed' };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<ServiceNote> {}
  interface AdviceKinds extends ByKind<ServiceAdvice> {}
}

export const SERVICE_SENTENCES: SentencesOf<{ notes: ServiceNote; advice: ServiceAdvice }> = {
  notes: {
    'already-serving': (_, { command }) =>
      `Another ${command ? `\`${command('serve')}\`` : 'service'} is running on this data folder.`,
    'copied-away': () => 'The accounts and jobs of this folder were copied to PostgreSQL, where they are now.',
    'database-unusable': ({ why }) => `The database could not be used: ${why}`,
    'database-in-use': () => 'The database has accounts already.',
    'copy-differs': ({ what }) => `The database differs from the file in ${what}.`,
    'driver-missing': ({ setting, package: name }) =>
      `${setting} is set, but the package ${name}, which connects to PostgreSQL, is not installed.`,
    'report-not-taken': ({ outcome }) =>
      `The callback address did not take the report: ${typeof outcome === 'string' ? SENDING[outcome] : `status ${outcome.status}`}.`,
  },
  advice: {
    'stop-other-service': ({ setting }) => `Stop that one first, or give this one a folder of its own (${setting}).`,
    'use-copied-database': ({ setting, file, name }) =>
      `Set ${setting} to its address; or, only if nothing was done there since, rename ${file} back to ${name}.`,
    'check-database': ({ setting }, { again }) =>
      `Check that the database of ${setting} runs and can be reached, then ${again}.`,
    'copy-into-empty': () => 'Copy into an empty database; what is in this one stays.',
    'report-copy': () => 'Nothing was copied. Report it, with this line.',
    'install-package': ({ package: name }) => `Install the package ${name} beside paperqueue, and start again.`,
    'see-feed': () => 'What is new was printed, and stays in the feed.',
  },
};
