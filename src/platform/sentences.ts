import type { ByKind } from '../wording/notes.ts';
import type { SentencesOf } from '../wording/sentences/vocabulary.ts';

/** Notes on this program and the files of this machine. */
type PlatformNote =
  | { kind: 'store-unusable'; what: string; why: string }
  | { kind: 'store-read-only'; file: string }
  | { kind: 'no-regular-file'; file: string }
  | { kind: 'no-sqlite'; node: string; system: string; why?: string }
  | { kind: 'internal' }
  | { kind: 'too-many-files' }
  | { kind: 'program-replaced' };

type PlatformAdvice =
  | { kind: 'check-data-folder'; setting: string }
  | { kind: 'newer-node' }
  /** For this program: another version wrote something it does not know. */
  | { kind: 'newer-version' }
  | { kind: 'allow-more-files' }
  | { kind: 'start-again' }
  | { kind: 'report'; setting: string };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<PlatformNote> {}
  interface AdviceKinds extends ByKind<PlatformAdvice> {}
}

export const PLATFORM_SENTENCES: SentencesOf<{ notes: PlatformNote; advice: PlatformAdvice }> = {
  notes: {
    'store-unusable': ({ what, why }) => `The local store could not be used (${what}): ${why}`,
    'store-read-only': ({ file }) =>
      `${file} cannot be written to: what it holds can be read, and nothing new can be kept or paid for.`,
    'no-regular-file': ({ file }) =>
      `${file} is a folder, a pipe, a socket or a device, not a regular file; it was not opened.`,
    'no-sqlite': ({ node, system, why }) =>
      `There is no SQLite here: Node.js ${node} has none built in, and no prebuilt libsql for ${system} is installed${why === undefined ? '' : `, nor could npm fetch it (${why})`}.`,
    internal: () => 'An error inside paperqueue stopped this call.',
    'too-many-files': () => 'This process has as many open files as the system allows it.',
    'program-replaced': () => 'Files of paperqueue were replaced or removed while this process ran.',
  },
  advice: {
    'check-data-folder': ({ setting }, { again }) =>
      `Check that the data folder (${setting}) is writable, has space and is not held by another program, then ${again}.`,
    'newer-node': () =>
      'Use Node.js 22.13 or later, which has SQLite built in, or run npm install libsql beside paperqueue, then start again.',
    'newer-version': () => 'Use the newest version of paperqueue.',
    'allow-more-files': () => 'Raise the limit (ulimit -n 1024), and start it again.',
    'start-again': () => 'Restart it.',
    report: ({ setting }) => `Do not repeat a search blindly; report this with the log on stderr (${setting}=debug).`,
  },
};
