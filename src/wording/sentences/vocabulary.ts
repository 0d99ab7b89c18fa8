import type { Advice, AdviceKinds, ByKind, FieldProblem, Note, NoteKinds, ProblemKinds } from '../notes.ts';

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

/** A sentence for each kind; an empty one is left out. */
type SentenceOf<Kinds> = { [Kind in keyof Kinds]: (value: Kinds[Kind], say: Vocabulary) => string };
export type NoteSentences = SentenceOf<NoteKinds>;
export type AdviceSentences = SentenceOf<AdviceKinds>;

/** A sentence for each kind of notes, of advice and of wrong fields: a kind without one is an error of types. */
export type Sentences = { notes: NoteSentences; advice: AdviceSentences; problems: SentenceOf<ProblemKinds> };

/** The sentences of one feature, for all of its kinds. */
export type SentencesOf<Said extends { [Part in keyof Sentences]?: { kind: string } }> = {
  [Part in keyof Said]-?: SentenceOf<ByKind<Extract<Said[Part], { kind: string }>>>;
};

/** The sentences of a face. */
export type Wording = {
  note(note: Note): string;
  notes(notes: readonly Note[]): string[];
  advice(advice: readonly Advice[]): string;
  problem(problem: FieldProblem): string;
};

type Some = { [Part in keyof Sentences]?: object };
/** The intersection of the members of a union. */
type Joined<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The sentences of several features in one. */
export function joinSentences<const Each extends readonly Some[]>(...each: Each): Joined<Each[number]> {
  const all = { notes: {}, advice: {}, problems: {} };
  for (const [part, sentences] of Object.entries(all)) {
    Object.assign(sentences, ...each.map((some) => some[part as keyof Some]));
  }
  return all as Joined<Each[number]>;
}
