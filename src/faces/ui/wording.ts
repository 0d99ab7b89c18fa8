import { ADVICE_WORDING, NOTE_WORDING, PLAIN_VOCABULARY } from '../../wording/sentences/plain.ts';
import { type AdviceWording, createWording, type NoteWording } from '../../wording/sentences/vocabulary.ts';

/** Sentences of the local page, which has forms and links where other faces name tools and commands. */

const NOTES: Partial<NoteWording> = {
  'text-sends-no-key': () =>
    'A search by a description alone sends no scraper key: its credits come from pro or basic.',
};

const ADVICE: Partial<AdviceWording> = {
  'ask-about': ({ job }) => `The page of ${job} compares balances again, free.`,
  'do-not-repeat': ({ job }) =>
    `Do not search again: it may be charged twice. The page of ${job} compares balances, free.`,
};

export const UI_WORDING = createWording(
  { ...NOTE_WORDING, ...NOTES },
  { ...ADVICE_WORDING, ...ADVICE },
  PLAIN_VOCABULARY,
);
