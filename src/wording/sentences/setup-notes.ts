import { counted } from '../../lib/counted.ts';
import type { SendProblem, SetupNote } from '../notes/setup-notes.ts';
import { describeDetail, describeFailure, FAILURES } from './sources.ts';
import type { NoteWordingOf } from './vocabulary.ts';

/** Problems of the surroundings, in words of no face. */
export const SETUP_WORDING: NoteWordingOf<SetupNote> = {
  'store-unusable': ({ what, why }) => `The local store could not be used (${what}): ${why}`,
  'no-regular-file': ({ file }) => `${file} is no file but a folder, a pipe, a socket or a device; it was not opened.`,
  'index-unusable': ({ why }) => `The index of the library could not be used: ${why}`,
  'no-sqlite': ({ node, system, why }) =>
    `There is no SQLite here: Node.js ${node} has none built in, and no prebuilt libsql for ${system} is installed${why === undefined ? '' : `, nor could npm fetch it (${why})`}.`,
  'export-not-written': ({ why }) => `The export could not be written: ${why}.`,

  'already-serving': (_, { command }) =>
    `Another ${command ? `\`${command('serve')}\`` : 'service'} is running on this data folder.`,
  'copied-away': () => 'The accounts and jobs of this folder were copied to PostgreSQL, where they are now.',
  'needs-database': () => 'Sharing accounts and jobs with other processes needs PostgreSQL.',
  'setting-missing': ({ setting }) => `${setting} is not set.`,
  'no-file-to-copy': ({ file }) => `There is no ${file} to copy.`,
  'database-unusable': ({ why }) => `The database could not be used: ${why}`,
  'database-in-use': () => 'The database has accounts already.',
  'copy-differs': ({ what }) => `The database differs from the file in ${what}.`,
  'copy-unknown': () =>
    'The connection to the database broke while the copy was committed: it is unknown whether it was.',
  'driver-missing': ({ setting, package: name }) =>
    `${setting} is set, but the package ${name}, which connects to PostgreSQL, is not installed.`,
  'report-not-taken': ({ outcome }) =>
    `The callback address did not take the report: ${typeof outcome === 'string' ? SENDING[outcome] : `status ${outcome.status}`}.`,

  'no-file-folder': ({ setting }) => `No file may be read: ${setting} names no folder, and the host gives no roots.`,
  'switched-off': ({ setting }) => `Reading full texts is switched off (${setting}=off).`,
  'no-collection': ({ setting }) => `There is no collection: ${setting} is not set.`,
  'collection-failed': ({ failure, detail }) =>
    `The collection ${failure === 'key refused' ? 'does not accept the user and password' : FAILURES[failure]}${detail === undefined ? '' : ` (${describeDetail(detail)})`}.`,
  'retractions-not-fetched': ({ address, why }) =>
    `The table of Retraction Watch could not be fetched: ${address} ${describeFailure(why)}. The stored table stays as it is.`,

  'zotero-not-there': ({ setting }) => `${setting} is not set, and Zotero is not open on this machine.`,
  'zotero-closed': () => 'Zotero on this machine does not answer other programs.',
  'zotero-read-only': () =>
    'Other programs can only read from this version of Zotero; Zotero 10 and later can be written to.',
  'zotero-denied': () => 'The change was not allowed in Zotero’s window.',
  'zotero-key-refused': ({ setting }) => `Zotero does not accept the key in ${setting}.`,
  'zotero-not-allowed': ({ setting, what, library }) =>
    `The key in ${setting} may not ${what === 'read' ? 'read' : 'write to'} ${library}.`,
  'zotero-rate-limited': ({ seconds }) => `Zotero allows no more requests for ${seconds} s.`,
  'zotero-unavailable': ({ why }) => `Zotero ${typeof why === 'string' ? ZOTERO[why] : describeFailure(why)}.`,
  'zotero-unexpected': ({ status }) =>
    `Zotero gave an unexpected answer${status === undefined ? '' : ` (status ${status})`}.`,
  'zotero-added-before': ({ added, of }) => `${added} of ${counted(of, 'paper')} had been added by then.`,
};

export const SENDING: Record<SendProblem, string> = {
  address_not_allowed: 'the address is not allowed',
  name_not_found: 'the name was not found',
  tls_failed: 'TLS failed',
  timed_out: 'timed out',
  connection_broken: 'the connection could not be made or broke',
};

const ZOTERO = {
  busy: 'does not take the change: it is busy or changed all the time',
  'other-database': 'was opened with another database meanwhile',
  'no-consent': 'got no answer to its question',
} as const;
