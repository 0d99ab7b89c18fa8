import type { TextAdvice } from '../notes/advice.ts';
import type { AdviceOf } from '../notes.ts';
import { ANSWER_ADVICE } from './answer-advice.ts';
import { ANSWER_WORDING } from './answer-notes.ts';
import { FAILURE_ADVICE } from './failure-advice.ts';
import { FAILURE_WORDING } from './failure-notes.ts';
import { SEARCH_WORDING } from './search-notes.ts';
import { SETUP_ADVICE } from './setup-advice.ts';
import { SETUP_WORDING } from './setup-notes.ts';
import { SPENDING_WORDING } from './spending-notes.ts';
import { TEXT_WORDING } from './text-notes.ts';
import type { AdviceWordingOf } from './vocabulary.ts';
import { type AdviceWording, createWording, type NoteWording, type Vocabulary } from './vocabulary.ts';

/** What to do about a text, its passages and quotations, in words of no face. */
const TEXT_ADVICE: AdviceWordingOf<TextAdvice> = {
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
    return `${describeNoText(advice)} A file can be added${how} (PDF, JATS XML or HTML).`;
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
      : 'Found in the abstract. No full text is available.';
  },
  'cite-abstract': ({ verdict, hasText }) => {
    if (verdict === 'absent')
      return 'The sentence is not in the abstract; no full text is stored, so the paper may have it elsewhere.';
    const what = verdict === 'exact' ? 'Exact, in the abstract' : 'Compared with the abstract';
    return `${what}; ${hasText ? 'the full text does not have it word for word' : 'no full text is available'}.`;
  },
};

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

/** The sentence of each note in every face without one of its own. Names no tool, command, flag or parameter. */
export const NOTE_WORDING: NoteWording = {
  ...SEARCH_WORDING,
  ...ANSWER_WORDING,
  ...SPENDING_WORDING,
  ...FAILURE_WORDING,
  ...SETUP_WORDING,
  ...TEXT_WORDING,
};

/** The sentence of each advice, likewise. */
export const ADVICE_WORDING: AdviceWording = {
  // The text of another program that uses this package.
  text: ({ text }) => text,
  ...ANSWER_ADVICE,
  ...FAILURE_ADVICE,
  ...SETUP_ADVICE,
  ...TEXT_ADVICE,
};

export const PLAIN_VOCABULARY: Vocabulary = { name: (name) => name, where: 'the filter', again: 'try again' };

/** For readers outside the faces: other programs, files, the log. */
export const PLAIN_WORDING = createWording(NOTE_WORDING, ADVICE_WORDING, PLAIN_VOCABULARY);
