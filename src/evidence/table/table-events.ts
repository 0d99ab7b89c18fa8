import * as z from 'zod';
import type { NamedText } from '../passages/named-texts.ts';
import { COLUMN_TYPES, type Column } from './columns.ts';

/** The events of a table. Its log is append-only; everything else about a table is derived from it. */

/** Who filled a cell: a person, or an assistant with the name that it stated. */
export type Extractor = { kind: 'human' | 'assistant'; name: string };

/** A paper of a table, with the data needed to cite it and to find its text after its job has been removed. */
export type TablePaper = NamedText;

/** The result of checking a cell. */
export type CellCheck = {
  /** Absent for a cell without a quotation. */
  verdict?: 'exact' | 'near' | 'altered' | 'loose' | 'absent' | 'no-text' | 'not-compared' | undefined;
  /** What was available to search: the text, only the abstract, or nothing. */
  held: 'text' | 'abstract' | 'none';
  /** The hash of the text to which the location `at` refers. */
  hash?: string | undefined;
  at?: string | undefined;
  /** The matching words of the document, and the paragraph that contains them. */
  text?: string | undefined;
  passage?: string | undefined;
  differences?: readonly { quote: string; document: string }[] | undefined;
  /** Other papers of the table that contain the quotation. */
  standsIn?: readonly string[] | undefined;
  /** The titles of the searched sections, for a value that is not reported. */
  searched?: readonly string[] | undefined;
};

export type FillAct = {
  what: 'fill';
  ref: string;
  column: string;
  value: string;
  quote?: string | undefined;
  check: CellCheck;
};

export type TableAct =
  /** The first event. */
  | { what: 'open'; title: string }
  /** Papers were added from a job, a review or refs; `left` are no longer included in the review. */
  | { what: 'papers'; from: string; papers: readonly TablePaper[]; left?: readonly string[] | undefined }
  /** A column was added, or changed under its id. */
  | { what: 'column'; column: Column }
  | { what: 'drop'; column: string }
  | FillAct
  /** The extractor withdraws its value of a cell. */
  | { what: 'clear'; ref: string; column: string }
  /** Chooses one of the values of a cell on which extractors differ. */
  | { what: 'settle'; ref: string; column: string; value: string; quote?: string | undefined; check: CellCheck }
  /** The quotation of event `of` was checked again, because the paper's text is now stored. */
  | { what: 'recheck'; of: number; check: CellCheck };

export type TableEvent = { n: number; at: string; who: Extractor } & TableAct;

const text = z.string();
const texts = z.array(text).optional();
const check = z.looseObject({
  verdict: z.enum(['exact', 'near', 'altered', 'loose', 'absent', 'no-text', 'not-compared']).optional(),
  held: z.enum(['text', 'abstract', 'none']),
  at: text.optional(),
  text: text.optional(),
  passage: text.optional(),
  standsIn: texts,
  searched: texts,
});
const column = z.looseObject({
  id: text.min(1),
  name: text.min(1),
  ask: text,
  type: z.enum(COLUMN_TYPES),
  unit: text.optional(),
  values: texts,
});
const cell = { ref: text, column: text };

const act = z.discriminatedUnion('what', [
  z.object({ what: z.literal('open'), title: text }),
  z.object({
    what: z.literal('papers'),
    from: text,
    papers: z.array(z.looseObject({ ref: text.min(1), title: text.optional(), year: z.number().optional() })),
    left: texts,
  }),
  z.object({ what: z.literal('column'), column }),
  z.object({ what: z.literal('drop'), column: text }),
  z.object({ what: z.literal('fill'), ...cell, value: text, quote: text.optional(), check }),
  z.object({ what: z.literal('clear'), ...cell }),
  z.object({ what: z.literal('settle'), ...cell, value: text, quote: text.optional(), check }),
  z.object({ what: z.literal('recheck'), of: z.int(), check }),
]);
const event = z.intersection(
  z.object({
    n: z.int(),
    at: z.iso.datetime(),
    who: z.object({ kind: z.enum(['human', 'assistant']), name: text.min(1) }),
  }),
  act,
);

/** Parses an event; undefined if this version does not know it. */
export function readTableEvent(stored: string): TableEvent | undefined {
  try {
    const read = JSON.parse(stored);
    return event.safeParse(read).success ? read : undefined;
  } catch {
    return undefined;
  }
}
