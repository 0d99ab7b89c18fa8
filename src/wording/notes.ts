import { type SearchNote, searchNoteSchema } from './notes/search-notes.ts';

/**
 * Besides its data, an answer or an error carries notes (what happened) and advice (what to do next), as values with
 * numbers and references. Each feature adds its kinds here, in a `notes.ts` beside its code (declaration merging), and
 * has a sentence for each in the `sentences.ts` beside that. A face has its own sentence if it names a tool, command,
 * flag or parameter. No program reads a sentence.
 */

/** Values by their kind, to extend one of the interfaces below. */
export type ByKind<Some extends { kind: string }> = { [Value in Some as Value['kind']]: Value };

/** What happened. The notes of a search, which jobs store and services send, stand here, with their schema. */
export interface NoteKinds extends ByKind<SearchNote> {}

/** What to do next. Several steps form a paragraph. */
export interface AdviceKinds extends ByKind<CommonAdvice> {}

/** What is wrong with a field that no schema can find: a value conflicts with others, or names something missing. */
// biome-ignore lint/suspicious/noEmptyInterface: each feature extends it
export interface ProblemKinds {}

export type CommonAdvice =
  /** Text from another program that uses this package. */
  { kind: 'text'; text: string } | { kind: 'again'; when?: 'later' | 'in-a-minute'; seconds?: number };

export type Note = NoteKinds[keyof NoteKinds];
export type NoteOf<Kind extends keyof NoteKinds> = NoteKinds[Kind];

export type Advice = AdviceKinds[keyof AdviceKinds];
export type AdviceOf<Kind extends keyof AdviceKinds> = AdviceKinds[Kind];

export type FieldProblem = ProblemKinds[keyof ProblemKinds];
export type ProblemOf<Kind extends keyof ProblemKinds> = ProblemKinds[Kind];

export function textNote(text: string): NoteOf<'text'> {
  return { kind: 'text', text };
}

export function textAdvice(text: string): Advice {
  return { kind: 'text', text };
}

export function isNote<Kind extends keyof NoteKinds>(kind: Kind): (note: Note) => note is NoteOf<Kind> {
  return (note): note is NoteOf<Kind> => note.kind === kind;
}

/** Whether a note reports a source that failed and returned nothing. */
export const isSourceFailure = isNote('sources-failed');

/** Whether a note reports that a full search would return other papers. */
export function isLeading({ kind }: Note): boolean {
  return kind === 'sources-failed' || kind === 'starter-only';
}

/**
 * Reads stored or received notes: values of this version, and sentences of earlier versions and other services.
 * `sentences` are the same notes in words; they replace values that this version does not know.
 */
export function readNotes(values: unknown, sentences: unknown = values): SearchNote[] {
  const list = Array.isArray(values) ? values : [];
  const texts = Array.isArray(sentences) ? sentences : [];
  return list.flatMap((value, index): SearchNote[] => {
    const parsed = searchNoteSchema.safeParse(value);
    if (parsed.success) return [parsed.data];
    const sentence: unknown = typeof value === 'string' ? value : texts[index];
    return typeof sentence === 'string' ? [{ kind: 'text', text: sentence }] : [];
  });
}
