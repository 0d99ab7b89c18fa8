import type { TextNote } from '../notes/text-notes.ts';
import type { NoteWordingOf } from './vocabulary.ts';

/** What is said of full texts, in words that name nothing of a face. */
export const TEXT_WORDING: NoteWordingOf<TextNote> = {
  'pages-not-read': ({ read, of }) => `Only the first ${read} of ${of} pages were read.`,
  'pages-without-text': ({ pages, of }) => `${pages} of ${of} pages have no text; they may be pictures.`,
  'order-is-a-guess': () => 'The file does not say in which order to read its text; the order is a guess.',
  'letters-unknown': () => 'The fonts of this PDF do not say which letters they show; words may be wrong.',
  'file-names-other': ({ other }) =>
    `The file says that it is ${other}, another paper: only its text was taken. Check that it belongs here.`,

  'text-attempt': ({ text }) => text,
  'no-text-source': () => 'No source that gives texts may be asked for this paper.',
  'abstract-stored': ({ isStored }) => (isStored ? 'Its abstract is stored.' : 'No abstract is stored either.'),
  'text-not-fetched': ({ ref }) => `The open text of ${ref} could not be fetched.`,
  'not-read-elsewhere': ({ title, why }) => `Papers that were not read could not be searched: ${title} ${why}.`,
};
