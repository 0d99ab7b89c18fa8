import type { Advice, Note } from '../notes.ts';
import type { Wording } from './vocabulary.ts';

/** The parts of an answer that a face puts into words; other parts are data or third parties' text. */
export type Remarks = {
  notes?: Note[];
  next?: Advice[];
  /** The records to read next in a screening, which are its `next`. */
  toRead?: readonly object[];
  /** From a look-up. */
  items?: readonly object[];
  /** From the check of a draft. */
  rows?: readonly object[];
  /** The reference of a text, after its look-up. */
  lookedUp?: object;
  /** From a dry run of sources. */
  sources?: readonly object[];
};

type Part = { note?: Note; notes?: Note[] };

/** An answer with sentences in place of its notes and advice. */
export type Rendered<T> = {
  [Name in keyof T]: Name extends 'notes'
    ? string[]
    : Name extends 'next'
      ? string
      : Name extends 'lookedUp'
        ? RenderedPart<T[Name]>
        : Name extends 'items' | 'rows' | 'sources'
          ? T[Name] extends readonly (infer Entry)[]
            ? RenderedPart<Entry>[]
            : T[Name]
          : T[Name];
};
type RenderedPart<T> = { [Name in keyof T]: Name extends 'note' ? string : Name extends 'notes' ? string[] : T[Name] };

/** The answer with its notes and advice in the words of a face. */
export function renderAnswer<T extends Remarks>(answer: T, wording: Wording): Rendered<T> {
  const { toRead, next, ...others } = answer;
  const { notes, items, rows, sources, lookedUp } = others;
  const advice = next && wording.advice(next);
  const part = (entry: Part) => ({
    ...entry,
    ...(entry.note && { note: wording.note(entry.note) }),
    ...(entry.notes && { notes: wording.notes(entry.notes) }),
  });
  return {
    ...others,
    ...(items && { items: items.map(part) }),
    ...(rows && { rows: rows.map(part) }),
    ...(lookedUp && { lookedUp: part(lookedUp) }),
    ...(sources && { sources: sources.map(part) }),
    ...(notes && { notes: wording.notes(notes) }),
    ...(advice && { next: advice }),
    ...(toRead && { next: toRead }),
  } as Rendered<T>;
}
