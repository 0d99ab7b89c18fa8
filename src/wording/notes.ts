import type { Advice } from './notes/advice.ts';
import type { AnswerNote } from './notes/answer-notes.ts';
import type { FailureNote } from './notes/failure-notes.ts';
import { type SearchNote, searchNoteSchema } from './notes/search-notes.ts';
import type { SetupNote } from './notes/setup-notes.ts';
import type { SpendingNote } from './notes/spending-notes.ts';
import type { TextNote } from './notes/text-notes.ts';

/**
 * Besides its data, an answer or an error carries notes (what happened) and advice (what to do next), as values with
 * numbers and references. Faces render them: `wording/` has a sentence for each kind. A face has its own sentence if it
 * names a tool, command, flag or parameter. No program reads a sentence.
 */

export type Note = SearchNote | AnswerNote | SpendingNote | FailureNote | SetupNote | TextNote;
export type NoteOf<Kind extends Note['kind']> = Extract<Note, { kind: Kind }>;

export type { Advice };
export type AdviceOf<Kind extends Advice['kind']> = Extract<Advice, { kind: Kind }>;

export function textNote(text: string): NoteOf<'text'> {
  return { kind: 'text', text };
}

export function textAdvice(text: string): Advice {
  return { kind: 'text', text };
}

export function isNote<Kind extends Note['kind']>(kind: Kind): (note: Note) => note is NoteOf<Kind> {
  return (note): note is NoteOf<Kind> => note.kind === kind;
}

/** Whether a note reports a source that failed and returned nothing. */
export const isSourceFailure = isNote('sources-failed');

/** Whether a note reports that a full search would return other papers. */
export function isLeading({ kind }: Note): boolean {
  return kind === 'sources-failed' || kind === 'starter-only';
}

/** Whether a note belongs to the search itself and is stored with its job, rather than to the page shown. */
export function isOfSearch(note: Note): boolean {
  return searchNoteSchema.safeParse(note).success || (note.kind === 'best-of' && note.sort === undefined);
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
