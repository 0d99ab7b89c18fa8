import type { ByKind } from '../../wording/notes.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';

/** Statements about passages of stored texts. */
type PassageNote =
  /** Stored texts that were not searched, because the index did not have them yet. */
  { kind: 'texts-not-indexed'; texts: number };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<PassageNote> {}
}

export const PASSAGE_SENTENCES: SentencesOf<{ notes: PassageNote }> = {
  notes: {
    'texts-not-indexed': ({ texts }) =>
      `${texts} stored ${texts === 1 ? 'text was' : 'texts were'} not searched: the index does not have ${texts === 1 ? 'it' : 'them'} yet. Ask again in a minute.`,
  },
};
