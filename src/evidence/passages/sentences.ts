import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { PassageNote } from './notes.ts';

export const PASSAGE_SENTENCES: SentencesOf<{ notes: PassageNote }> = {
  notes: {
    'texts-not-indexed': ({ texts }) =>
      `${texts} stored ${texts === 1 ? 'text was' : 'texts were'} not searched: the index does not have ${texts === 1 ? 'it' : 'them'} yet. Ask again in a minute.`,
  },
};
