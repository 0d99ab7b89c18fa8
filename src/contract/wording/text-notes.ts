import type { TextNote } from '../notes/text-notes.ts';
import type { NoteWordingOf } from './vocabulary.ts';

/** What is said of full texts, in words that name nothing of a face. */
export const TEXT_WORDING: NoteWordingOf<TextNote> = {
  'pages-not-read': ({ read, of }) => `Only the first ${read} of ${of} pages were read.`,
  'pages-without-text': ({ pages, of }) => `Pages without text, such as pictures: ${pages} of ${of}.`,
  'order-is-a-guess': () => 'The file does not say in which order its text is read; the order is a guess.',
  'letters-unknown': () => 'The fonts of this PDF do not say which letters they show; words may be wrong.',
  'file-names-other': ({ other }) =>
    `The file says that it is ${other}, another paper: only its text was taken. Check that it belongs here.`,

  'text-attempt': ({ text }) => text,
  'no-text-source': () => 'No source that gives texts may be asked for this paper.',
  'abstract-stored': ({ isStored }) => (isStored ? 'Its abstract is stored.' : 'No abstract is stored either.'),
  'text-not-fetched': ({ ref }) => `The open text of ${ref} could not be fetched.`,
  'no-open-text': ({ paper }) => `No open full text of ${paper} was found.`,
  'pdf-not-read': ({ address }) => `An open PDF is at ${address}, but it could not be read.`,
  'not-read-elsewhere': ({ title, why }) => `Papers that were not read: ${title} ${why}.`,
};
