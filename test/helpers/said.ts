import type { ErrorDetails } from '../../src/contract/errors.ts';
import { MCP_WORDING } from '../../src/mcp/wording.ts';
import type { SearchNote } from '../../src/wording/notes/search-notes.ts';
import { type Advice, type Note, textNote } from '../../src/wording/notes.ts';
import { PLAIN_WORDING } from '../../src/wording/sentences/plain.ts';
import { type Remarks, type Rendered, renderAnswer } from '../../src/wording/sentences/render.ts';

/** An answer in the words that an assistant reads. */
export function said<T extends Remarks>(answer: T): Rendered<T> {
  return renderAnswer(answer, MCP_WORDING);
}

/** Notes in the words for readers outside the faces. */
export const inWords = PLAIN_WORDING.notes;

/** Notes of another service, which are shown unchanged. */
export function textNotes(...texts: string[]): SearchNote[] {
  return texts.map((text) => textNote(text));
}

/** Notes in the words that an assistant reads. */
export function saidNotes(notes: readonly Note[] | undefined): string[] {
  return MCP_WORDING.notes(notes ?? []);
}

/** Advice in the words that an assistant reads. */
export function saidNext(advice: readonly Advice[] | undefined): string {
  return MCP_WORDING.advice(advice ?? []);
}

/** The facts of an error in the words that an assistant reads. */
export function saidError({ problem, advice, ...facts }: ErrorDetails): Omit<ErrorDetails, 'problem' | 'advice'> {
  return { ...facts, message: saidNotes(problem).join(' '), next: saidNext(advice) };
}
