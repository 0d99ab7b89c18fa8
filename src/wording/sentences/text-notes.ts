import type { ReadingProblem, TextFailure, TextNote, TextOutcome } from '../notes/text-notes.ts';
import { describeFailure, FAILURES } from './sources.ts';
import type { NoteWordingOf } from './vocabulary.ts';

/** Statements about full texts, in words of no face. */
export const TEXT_WORDING: NoteWordingOf<TextNote> = {
  'pages-not-read': ({ read, of }) => `Only the first ${read} of ${of} pages were read.`,
  'pages-without-text': ({ pages, of }) => `${pages} of ${of} pages have no text; they may be pictures.`,
  'order-is-a-guess': () => 'The file does not say in which order to read its text; the order is a guess.',
  'letters-unknown': () => 'The fonts of this PDF do not say which letters they show; words may be wrong.',
  'file-names-other': ({ other }) =>
    `The attached file says that it is ${other}, another paper; only its text was taken. Check that it belongs here.`,

  'text-attempt': ({ from, outcome }) => `${describeOutcome(from, outcome)}.`,
  'no-text-source': () => 'No source that gives texts may be asked for this paper.',
  'quote-not-checked': () => 'The quotation was not checked: there is no text of the paper to compare it with.',
  'text-not-compared': ({ ref }) =>
    `${ref ? `The text of ${ref}` : 'The text'} was not searched: that takes too much time or memory.`,
  'abstract-stored': ({ isStored, isShown }) => {
    if (!isStored) return 'No abstract is stored either.';
    return isShown ? 'Only the abstract of the record is shown, not the text.' : 'Its abstract is stored.';
  },
  'quoted-elsewhere': ({ refs }) =>
    `${refs.join(', ')} of the same search ${refs.length === 1 ? 'has' : 'have'} these words in title or abstract.`,
  'passages-cut': ({ counted: what, shown, of }) =>
    what === 'papers'
      ? `Shown are the best passages, from ${shown} of the ${of} papers that have any of these words.`
      : `Shown are the best ${shown} of ${of} passages that have any of these words.`,
  'text-not-fetched': ({ ref }) => `The open text of ${ref} could not be fetched.`,
  'not-read-elsewhere': ({ title, why }) =>
    `Texts of papers that were not read could not be searched: ${title} ${describeFailure(why)}.`,
};

function describeOutcome(from: string, outcome: TextOutcome): string {
  if (outcome === 'no-text-named') return `The page at ${from} names no open text`;
  if (typeof outcome === 'string') return `${from} ${OUTCOMES[outcome]}`;
  if ('problem' in outcome) return `The text of ${from} was not used: ${READING_PROBLEMS[outcome.problem]}`;
  return `${from} ${TEXT_FAILURES[outcome.failure]}`;
}

const OUTCOMES = {
  'no-text': 'has no open text of this paper',
  'no-number': 'was not asked: no number of this paper there is known',
  'nothing-there': 'has nothing at the address',
  'page-instead': 'sent a page instead of the PDF, such as a browser check',
} as const;

const TEXT_FAILURES: Record<TextFailure, string> = {
  ...FAILURES,
  'not allowed': 'was not asked, because the address is not a public one with https',
  robots: 'does not allow programs to fetch the text (robots.txt)',
  closed: 'asks for a login, a payment or a browser check',
  'too large': 'has a file of more than 20 MB',
  'library alone': 'was not asked, because only the library may be asked',
};

export const READING_PROBLEMS: Record<ReadingProblem, string> = {
  'not a document': 'it is neither a PDF nor an article in JATS XML or HTML',
  'cut off': 'it breaks off before its end',
  'no body': 'it has no text beyond title and abstract',
  'own entities': 'it declares entities of its own, which are not expanded',
  'nested too deeply': 'its elements are nested too deeply',
  'too large': 'it is larger than 8 MB, or as a PDF than 50 MB',
  password: 'it is a PDF that needs a password',
  'pictures of pages': 'it is a scanned PDF without text, which would need text recognition',
  'broken PDF': 'it is a PDF that is broken or empty',
  'took too long': 'reading it took more than 30 seconds',
  'process ended': 'reading it needed too much memory',
};
