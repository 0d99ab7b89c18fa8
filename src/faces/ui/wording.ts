import { createWording, PLAIN_VOCABULARY } from '../../wording/sentences/plain.ts';
import type { AdviceSentences, NoteSentences } from '../../wording/sentences/vocabulary.ts';

/** Sentences of the local page, which has forms and links where other faces name tools and commands. */

const NOTES: Partial<NoteSentences> = {
  'text-sends-no-key': () =>
    'A search by a description alone sends no scraper key: its credits come from pro or basic.',
};

const ADVICE: Partial<AdviceSentences> = {
  'ask-about': ({ job }) => `The page of ${job} compares balances again, free.`,
  'do-not-repeat': ({ job }) =>
    `Do not search again: it may be charged twice. The page of ${job} compares balances, free.`,
};

export const UI_WORDING = createWording({ notes: NOTES, advice: ADVICE }, PLAIN_VOCABULARY);
