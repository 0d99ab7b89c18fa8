import { ADVICE_WORDING } from '../contract/wording/advice.ts';
import { NOTE_WORDING } from '../contract/wording/notes.ts';
import { type AdviceWording, createWording, type NoteWording } from '../contract/wording/vocabulary.ts';

/** What the local page says: it has forms and links where other faces have names of tools and commands. */

const NOTES: Partial<NoteWording> = {
  'text-sends-no-key': () => 'A search by a description alone sends no scraper key: it takes from pro or basic.',
};

const ADVICE: Partial<AdviceWording> = {
  'ask-about': ({ job }) => `The page of ${job} compares balances again, free.`,
  'do-not-repeat': ({ job }) =>
    `Do not search again: it may be charged twice. The page of ${job} compares balances, free.`,
};

export const UI_WORDING = createWording(
  { ...NOTE_WORDING, ...NOTES },
  { ...ADVICE_WORDING, ...ADVICE },
  {
    name: (name) => name,
    where: 'the filter',
    again: 'try again',
  },
);
