import type { Advice, AdviceOf, Note, NoteOf } from '../notes.ts';

/** A face's names for things. */
export type Vocabulary = {
  /** A parameter, filter or field of a request. */
  name: (name: string) => string;
  /** The conditions that choose among stored papers. */
  where: string;
  /** To make the call again: `call again`, `run it again`. */
  again: string;
  /** A command of this program with its arguments and perhaps a flag; absent if the reader has no commands. */
  command?: (words: string, flag?: string) => string;
};

/** As an assistant or a person at a terminal would type it. */
export function wordCommand(words: string, flag?: string): string {
  return `${PROGRAM} ${words}${flag === undefined ? '' : ` --${flag}`}`;
}

const PROGRAM = 'paperqueue';

/** A sentence for each kind of some notes. */
export type NoteWordingOf<Some extends Note> = {
  [Kind in Some['kind']]: (note: NoteOf<Kind>, say: Vocabulary) => string;
};
export type NoteWording = NoteWordingOf<Note>;
/** A sentence for each kind of some advice; empty if a face has nothing to say. */
export type AdviceWordingOf<Some extends Advice> = {
  [Kind in Some['kind']]: (advice: AdviceOf<Kind>, say: Vocabulary) => string;
};
export type AdviceWording = AdviceWordingOf<Advice>;

/** The sentences of a face. */
export type Wording = {
  note(note: Note): string;
  notes(notes: readonly Note[]): string[];
  advice(advice: readonly Advice[]): string;
};

/** The wording of a face: its own sentences, otherwise those of all faces. */
export function createWording(notes: NoteWording, advice: AdviceWording, say: Vocabulary): Wording {
  const note = (value: Note) => (notes[value.kind] as (note: Note, say: Vocabulary) => string)(value, say);
  const step = (value: Advice) => (advice[value.kind] as (advice: Advice, say: Vocabulary) => string)(value, say);
  return {
    note,
    notes: (values) => values.map(note),
    advice: (values) => values.map(step).filter(Boolean).join(' '),
  };
}
