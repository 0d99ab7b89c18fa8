import { counted } from '../../lib/counted.ts';
import { capitalised } from '../../lib/line.ts';
import { describeFailure } from '../../wording/sentences/sources.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { ZoteroAdvice, ZoteroNote, ZoteroProblem } from './notes.ts';

export const ZOTERO_SENTENCES: SentencesOf<{ notes: ZoteroNote; advice: ZoteroAdvice; problems: ZoteroProblem }> = {
  notes: {
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
  },
  advice: {
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
  },
  problems: {
    'not-in-zotero': ({ wanted, given }) => `${IN_ZOTERO[wanted]}, got ${given}`,
    'several-collections': ({ keys, given }) =>
      `one collection; several have this name, choose by key: ${keys.join(', ')}, got ${given}`,
  },
};

const ZOTERO = {
  busy: 'does not take the change: it is busy or changed all the time',
  'other-database': 'was opened with another database meanwhile',
  'no-consent': 'got no answer to its question',
} as const;

const IN_ZOTERO = {
  collection: 'the key or name of a collection',
  'collection-key': 'the key of a collection',
  group: 'the number of a group',
  'own-group': 'the number of a group of yours',
} as const;

export function describeKey(setting: string): string {
  return `make a key at https://www.zotero.org/settings/keys and set ${setting}`;
}
