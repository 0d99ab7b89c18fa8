import { capitalised } from '../../lib/line.ts';
import type { SetupAdvice } from '../notes/advice.ts';
import type { CollectionFailure } from '../notes/setup-notes.ts';
import type { AdviceWordingOf } from './vocabulary.ts';

/** What to do about the surroundings, in words of no face. */
export const SETUP_ADVICE: AdviceWordingOf<SetupAdvice> = {
  'check-data-folder': ({ setting }, { again }) =>
    `Check that the data folder (${setting}) is writable, has space and is not held by another program, then ${again}.`,
  'newer-node': () =>
    'Use Node.js 22.13 or later, which has SQLite built in, or run npm install libsql beside paperqueue, then start again.',
  'look-at-changed': () => 'Compare them with their sources; a copy of the data folder may have them as they were.',
  'newer-version': () => 'Use the newest version of paperqueue.',
  'check-export-folder': ({ setting }) =>
    `Check that the folder "exports" in the data folder (${setting}) is writable and has space, or export fewer papers as text.`,
  'stop-other-service': ({ setting }) => `Stop that one first, or give this one a folder of its own (${setting}).`,
  'use-copied-database': ({ setting, file, name }) =>
    `Set ${setting} to its address; or, only if nothing was done there since, rename ${file} back to ${name}.`,
  'set-database': ({ setting }) => `Set ${setting} to its address (docs/lab/operations.md).`,
  'set-empty-database': ({ setting }) => `Set ${setting} to the address of an empty PostgreSQL database.`,
  'set-service-folder': ({ setting }) => `Set ${setting} to the folder of the service.`,
  'check-database': ({ setting }, { again }) =>
    `Check that the database of ${setting} runs and can be reached, then ${again}.`,
  'copy-into-empty': () => 'Copy into an empty database; what is in this one stays.',
  'copy-again': (_, { again }) =>
    `${capitalised(again)} before you start a service: a copy that is there is recognised, else it is made.`,
  'report-copy': () => 'Nothing was copied. Report it, with this line.',
  'install-package': ({ package: name }) => `Install the package ${name} beside paperqueue, and start again.`,
  'see-feed': () => 'What is new was printed, and stays in the feed.',
  'set-collection': ({ setting }) => `Set ${setting} to the address of an OpenSearch (docs/guide/scaling.md).`,
  'mend-collection': ({ failure, setting }) => MENDING[failure](setting),
  'load-collection': () => 'Load a file into it.',
  'reload-collection': () => 'Reload all files.',
  'install-client': ({ package: name, setting }) => `Install ${name} beside paperqueue, or unset ${setting}.`,
  'trust-certificate': () =>
    'Name a file with the certificate of its authority (PEM) in NODE_EXTRA_CA_CERTS, or correct the address.',
  'fetch-otherwise': () => 'Try again later, or fetch the CSV file by other means and pass it.',
  'open-zotero': ({ setting }) => `Open Zotero 10 or later, or ${describeKey(setting)}.`,
  'allow-zotero': ({ setting }) =>
    `In Zotero, under Settings, Advanced, allow other applications to communicate with Zotero; or ${describeKey(setting)}.`,
  'update-zotero': ({ setting }) =>
    `Update Zotero, or ${describeKey(setting)}; or export a RIS file and import it there (File, Import).`,
  'choose-allow': (_, { again }) => `${capitalised(again)} and choose Allow.`,
  'check-zotero-key': ({ setting }) => `Check it, or ${describeKey(setting)}.`,
  'change-zotero-key': (_, { again }) =>
    `Change its permissions at https://www.zotero.org/settings/keys, then ${again}.`,
  'zotero-again': ({ isAfterWait }, { again }) => {
    const repeat = `${capitalised(again)}: what Zotero has by then is not added twice.`;
    return isAfterWait ? `Wait that long. ${repeat}` : repeat;
  },
  'check-zotero-address': (_, { again }) => `Check that the address is that of Zotero; ${again} later.`,
};

export function describeKey(setting: string): string {
  return `make a key at https://www.zotero.org/settings/keys and set ${setting}`;
}

const MENDING: Record<CollectionFailure, (setting: string) => string> = {
  unreachable: (setting) => `Check ${setting}, and whether the engine runs.`,
  'server error': () => "Look at the engine's log, and try again.",
  'too slow': () => 'Try again later, or give the engine more memory or machines.',
  'rate limited': () => 'Try again in a minute.',
  'key refused': (setting) => `Correct them in ${setting}.`,
  refused: () => 'Check the version of the engine: OpenSearch 2 or later.',
  unreadable: (setting) => `Check that ${setting} is the engine itself.`,
};
