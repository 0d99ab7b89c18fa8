import type { AdviceOf } from '../wording/notes.ts';
import { describeFailure, FAILURES } from '../wording/sentences/sources.ts';
import type { SentencesOf } from '../wording/sentences/vocabulary.ts';
import type { ReadingProblem, TextAdvice, TextFailure, TextNote, TextOutcome, TextProblem } from './notes.ts';

export const TEXT_SENTENCES: SentencesOf<{ notes: TextNote; advice: TextAdvice; problems: TextProblem }> = {
  notes: {
    'pages-not-read': ({ read, of }) => `Only the first ${read} of ${of} pages were read.`,
    'pages-without-text': ({ pages, of }) => `${pages} of ${of} pages have no text; they may be pictures.`,
    'order-is-a-guess': () => 'The file does not say in which order to read its text; the order is a guess.',
    'letters-unknown': () => 'The fonts of this PDF do not say which letters they show; words may be wrong.',
    'file-names-other': ({ other }) =>
      `The attached file says that it is ${other}, another paper; only its text was taken. Check that it belongs here.`,
    'text-attempt': ({ from, outcome }) => `${describeOutcome(from, outcome)}.`,
    'no-text-source': () => 'No source of full texts is available for this paper.',
    'quote-not-checked': () => 'The quotation was not checked: there is no text of the paper to compare it with.',
    'text-not-compared': ({ ref }) =>
      `${ref ? `The text of ${ref}` : 'The text'} was not searched: that takes too much time or memory.`,
    'abstract-stored': ({ isStored, isShown }) => {
      if (!isStored) return 'No abstract is stored either.';
      return isShown ? 'Only the abstract of the record is shown, not the text.' : 'Its abstract is stored.';
    },
    'quoted-elsewhere': ({ refs }) =>
      `${refs.join(', ')} of the same search ${refs.length === 1 ? 'has' : 'have'} these words in title or abstract.`,
    'passages-cut': ({ counted: what, shown, of, hasPhrase, find }) => {
      const start = find === undefined ? 'Shown' : `For ${find}, shown`;
      const have = `that have ${hasPhrase ? 'the phrase' : 'any of these words'}`;
      if (what === 'passages') return `${start} are the best ${shown} of ${of} passages ${have}.`;
      const papers = what === 'papers' ? have : 'with the best texts or abstracts; others may fit, too';
      return `${start} are the best passages, from ${shown} of the ${of} papers ${papers}.`;
    },
    'no-passage': ({ find }) => `For ${find}, no passage.`,
    'text-not-fetched': ({ ref }) => `The open text of ${ref} could not be fetched.`,
    'not-read-elsewhere': ({ title, why }) =>
      `Texts of papers that were not read could not be searched: ${title} ${describeFailure(why)}.`,
    'retrieval-recorded': ({ reviews, found }) =>
      found
        ? `Recorded in ${reviews.join(', ')}: its full text was found.`
        : `Recorded in ${reviews.join(', ')}: its full text was not found. A reader who has it can still decide.`,
    'switched-off': ({ setting }) => `Reading full texts is switched off (${setting}=off).`,
    'no-file-folder': ({ setting }) => `No file may be read: ${setting} names no folder, and the host gives no roots.`,
  },
  advice: {
    set: ({ setting, value }) => `Set ${setting}${value === undefined ? '' : `=${value}`}.`,
    'read-on': ({ offset }) => `More text: continue at ${offset}.`,
    'read-tables': ({ places }) => `Only the first rows of ${places.join(', ')} are shown; that section has all.`,
    'fewer-words': () => 'No passage holds these words; try fewer or other words.',
    'do-not-quote': ({ address, isTried }) =>
      `An open PDF is at ${address}, but it ${isTried === false ? 'was not asked for' : 'could not be read'}. Nothing of the text was read, so do not quote it.`,
    'try-pdf': ({ address }) => `An open PDF is at ${address}, but it could not be read.`,
    'name-folder': ({ setting }, { command }) => {
      const other = command ? `, or attach it at a terminal: ${command('attach FILE')}` : '';
      return `Let the user name the folder of the file in ${setting} and restart the server${other}.`;
    },
    'attach-file': (advice, { command }) => {
      const how = command ? `: ${command(`attach ${advice.ref} FILE`)}` : '';
      return `${describeNoText(advice)} A file can be added${how} (PDF, .docx, EPUB, JATS XML or arXiv HTML).`;
    },
    'read-abstract': ({ ref }) => `Reading the abstract of ${ref} shows it.`,
    'read-another': ({ read, of, abstracts }) => {
      const others = abstracts > 0 ? `, and the abstracts of ${abstracts} others` : '';
      return `Searched the texts of ${read} of ${of} papers${others}.`;
    },
    'read-before-quoting': () =>
      'Passages with a source come from papers that were not read: read them before you quote.',
    'do-not-cite': () => 'The sentence is not in this text. Do not cite it as a quotation.',
    'check-published': ({ copy }) =>
      `The sentence is not in this version, which is ${OTHER_COPIES[copy]}; the published one may have it.`,
    'found-in-abstract': ({ isFound, hasText }) => {
      if (!isFound)
        return 'Not in the abstract; no full text is stored, so the paper may have it elsewhere. Try fewer or other words.';
      return hasText
        ? 'In the abstract of the record; the full text has no passage with these words.'
        : 'Found in the abstract. No full text is stored.';
    },
    'cite-abstract': ({ verdict, hasText }) => {
      if (verdict === 'absent')
        return 'The sentence is not in the abstract; no full text is stored, so the paper may have it elsewhere.';
      const what = verdict === 'exact' ? 'Exact, in the abstract' : 'Compared with the abstract';
      return `${what}; ${hasText ? 'the full text does not have it word for word' : 'no full text is stored'}.`;
    },
  },
  problems: {
    'not-attached': ({ path, why }) => `${path} was not attached: ${NOT_ATTACHED[why]}`,
    'of-one-paper': () => 'only for one paper, not for several',
    questions: ({ most }) => `at most ${most} questions at once`,
    'no-words-to-find': () => 'the words to look for in these papers',
    'no-paper-id': ({ given, job }) =>
      `a reference such as J12-3 or L17, a DOI, an arXiv or a PMC id, got ${given}${job === undefined ? '' : `, a job; its papers are ${job}-1, ${job}-2 ...`}`,
    'no-pages': () => 'this text has no pages; ask for a section',
    'past-last-page': ({ page, last }) => `nothing is on page ${page}; the last is ${last}`,
    'other-copy': ({ given, hash }) =>
      `${given} belongs to an earlier copy of this text; this one has the hash ${hash}. Ask for the outline again`,
    'no-section': ({ given, sections }) => `no section is called ${given}. There are: ${sections.join(', ')}`,
    'no-reference': ({ given, last }) =>
      `no entry is called ${given}; ${last === undefined ? 'this text has no list of references' : `the list goes to ${last}`}`,
  },
};

function describeOutcome(from: string, outcome: TextOutcome): string {
  if (outcome === 'no-text-named') return `The page at ${from} names no open text`;
  if (typeof outcome === 'string') return `${from} ${OUTCOMES[outcome]}`;
  if ('problem' in outcome) return `The text of ${from} was not used: ${READING_PROBLEMS[outcome.problem]}`;
  return `${from} ${TEXT_FAILURES[outcome.failure]}`;
}

const OUTCOMES = {
  'no-text': 'has no open text of this paper',
  'no-number': 'was not asked: the identifier of this paper there is not known',
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

const READING_PROBLEMS: Record<ReadingProblem, string> = {
  'not a document': 'it is no PDF, Word document (.docx), EPUB, JATS XML or arXiv HTML; print another page to a PDF',
  'cut off': 'it breaks off before its end',
  'no body': 'it has no text beyond title and abstract',
  'own entities': 'it declares entities of its own, which are not expanded',
  'nested too deeply': 'its elements are nested too deeply',
  'too large': 'it is larger than 8 MB, or as a PDF, .docx or EPUB than 50 MB, packed or unpacked',
  password: 'it is a PDF that needs a password',
  'pictures of pages': 'it is a scanned PDF without text, which would need text recognition',
  'broken PDF': 'it is a PDF that is broken or empty',
  'broken archive': 'it is a zipped file that is damaged, encrypted or cut off',
  'parts missing': 'the parts of it that hold the text are missing',
  'copy protection': 'it is a book with copy protection (DRM), which is not removed',
  'took too long': 'reading it took more than 30 seconds',
  'process ended': 'reading it needed too much memory',
};

const NOT_ATTACHED = {
  ...READING_PROBLEMS,
  unopened: 'it cannot be opened',
  'no-file': 'it is not a file',
  absent: 'there is no such file',
  outside: 'it is not in a folder that may be read',
  nameless: 'it names neither the title nor an identifier of its paper',
} as const;

/** "Not found" may only be said if a source was asked. */
function describeNoText({ paper, isAsked }: AdviceOf<'attach-file'>): string {
  return isAsked
    ? `No open full text of ${paper} was found.`
    : `No full text of ${paper} is stored, and no source was asked for one.`;
}

const OTHER_COPIES = {
  preprint: 'a preprint',
  accepted: 'an accepted manuscript',
  unknown: 'perhaps not the published one',
} as const;
