import { capitalised } from '../../lib/line.ts';
import type { SearchNote } from '../notes/search-notes.ts';
import type { Advice, CommonAdvice, Note } from '../notes.ts';
import { SEARCH_WORDING } from './search-notes.ts';
import type { AdviceSentences, NoteSentences, Sentences, SentencesOf, Vocabulary, Wording } from './vocabulary.ts';

export const COMMON_SENTENCES: SentencesOf<{ notes: SearchNote; advice: CommonAdvice }> = {
  notes: SEARCH_WORDING,
  advice: {
    text: ({ text }) => text,
    again: ({ when, seconds }, { again }) => {
      if (seconds !== undefined) return `Wait ${seconds.toLocaleString('en')} seconds and ${again}.`;
      return `${capitalised(again)}${when === undefined ? '' : when === 'later' ? ' later' : ' in a minute'}.`;
    },
  },
};

/** The sentences of all features that this process has loaded, by kind. */
const SENTENCES = { notes: { ...COMMON_SENTENCES.notes }, advice: { ...COMMON_SENTENCES.advice }, problems: {} };

/**
 * Adds the sentences of features: rooms below a feature need them for an error's message or the size of an answer. Each
 * entry of the program does so when it is loaded (`app/all-sentences.ts`, `faces/sdk/sentences.ts`).
 */
export function addSentences(some: { [Part in keyof Sentences]?: Partial<Sentences[Part]> }): void {
  Object.assign(SENTENCES.notes, some.notes);
  Object.assign(SENTENCES.advice, some.advice);
  Object.assign(SENTENCES.problems, some.problems);
}

/** The sentence of the first table that has one; the kind's name if the process lacks its feature. */
function describe<Value extends { kind: string }>(
  tables: readonly (Partial<Record<string, unknown>> | undefined)[],
  value: Value,
  say: Vocabulary,
): string {
  const sentence = tables.map((table) => table?.[value.kind]).find((each) => each !== undefined);
  return sentence ? (sentence as (value: Value, say: Vocabulary) => string)(value, say) : value.kind;
}

/** The sentence of a note for faces without one of their own. */
export function plainNote(note: Note, say: Vocabulary): string {
  return describe([SENTENCES.notes], note, say);
}

/** The sentence of an advice, likewise. */
export function plainAdvice(advice: Advice, say: Vocabulary): string {
  return describe([SENTENCES.advice], advice, say);
}

/** The wording of a face: its own sentences, otherwise those of all faces. */
export function createWording(
  overrides: { notes?: Partial<NoteSentences>; advice?: Partial<AdviceSentences> },
  say: Vocabulary,
): Wording {
  const note = (value: Note) => describe([overrides.notes, SENTENCES.notes], value, say);
  const step = (value: Advice) => describe([overrides.advice, SENTENCES.advice], value, say);
  return {
    note,
    notes: (values) => values.map(note),
    advice: (values) => values.map(step).filter(Boolean).join(' '),
    problem: (value) => describe([SENTENCES.problems], value, say),
  };
}

export const PLAIN_VOCABULARY: Vocabulary = { name: (name) => name, where: 'the filter', again: 'try again' };

/** For readers outside the faces: other programs, files, the log. */
export const PLAIN_WORDING = createWording({}, PLAIN_VOCABULARY);
