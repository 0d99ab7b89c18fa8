import type { ReferenceClass } from '../../papers/works/match-reference.ts';
import type { QuoteCheck } from '../../reading/full-text.ts';
import type { NamedPaper } from '../../reading/text-as-paper.ts';
import type { Advice, Note } from '../../wording/notes.ts';

/** What a check of a draft finds. No verdict of entailment, and no accusation of what could not be checked. */

/** A work that the draft cites or lists. */
export type CheckedReference = {
  /** Where it is first cited, else where it is listed; absent: in a file beside the draft. */
  at?: number;
  /** How it is cited there, as written. */
  cited?: string;
  /** The entry, or what was cited where the draft needs none. */
  reference: string;
  /**
   * `exists`; `differs` (a real work, wrongly described); `none`; `unchecked`; `not-a-reference`; `missing` (cited, and
   * not among the references).
   */
  verdict: 'exists' | 'differs' | 'none' | 'unchecked' | 'not-a-reference' | 'missing';
  class?: ReferenceClass;
  mayBeInvented?: true;
  /** Listed, and cited nowhere. */
  isUncited?: true;
  ref?: string;
  title?: string;
  differs?: string[];
  notCompared?: string[];
  retracted?: true;
  retraction?: NamedPaper['retraction'];
  note?: Note;
};

export type CheckedQuotation = {
  at: number;
  quote: string;
  /**
   * Of the cited paper's text. `not-in-abstract`: only an abstract is held; `no-text`: no text of it is held or free;
   * `no-citation`: nothing is cited beside it; `unchecked`: the work is unknown, or the time was over.
   */
  verdict: QuoteCheck['verdict'] | 'not-in-abstract' | 'no-text' | 'no-citation' | 'unchecked';
  ref?: string;
  place?: string;
  /** The paper's own words. */
  text?: string;
  differences?: { quote: string; document: string }[];
};

/** A sentence with a citation, and the passage of a cited paper that fits it best. */
export type CheckedStatement = {
  at: number;
  sentence: string;
  ref: string;
  place: string;
  passage: string;
  /** The numbers of the sentence that the passage has, and those that it has not. */
  numbers?: { agree: string[]; absent: string[] };
};

/** One line of the answer. */
export type DraftRow =
  | ({ kind: 'reference' } & CheckedReference)
  | ({ kind: 'quotation' } & CheckedQuotation)
  | ({ kind: 'statement' } & CheckedStatement);

export type DraftCounts = {
  citations: number;
  references: { [Verdict in CheckedReference['verdict']]?: number } & { retracted?: number; uncited?: number };
  quotations: { [Verdict in CheckedQuotation['verdict']]?: number };
  /** Sentences with a citation; `withPassage`: those for which a text is held. */
  statements: { all: number; withPassage: number };
  addresses: number;
};

export type DraftCheck = {
  unit: 'line' | 'paragraph';
  counts: DraftCounts;
  /** Most serious first. */
  rows: DraftRow[];
  /** The rows in all, and the offset of the next page. */
  page: { offset: number; total: number; nextOffset: number | null };
  /** The look-ups of its references. */
  jobs: string[];
  notes: Note[];
  next: Advice[];
};

/** Before it is cut to a page. */
export type WholeCheck = Omit<DraftCheck, 'page'>;

/** How serious a row is, 0 most; `isFine`: nothing is to be done about it. */
export function rankRow(row: DraftRow): { rank: number; isFine: boolean } {
  const rank =
    row.kind === 'reference'
      ? rankReference(row)
      : row.kind === 'quotation'
        ? QUOTATIONS[row.verdict]
        : rankStatement(row);
  return { rank, isFine: rank >= FINE };
}

const FINE = 20;

const QUOTATIONS: Record<CheckedQuotation['verdict'], number> = {
  altered: 2,
  absent: 3,
  loose: 8,
  'not-in-abstract': 14,
  'no-text': 15,
  unchecked: 15,
  'no-citation': 16,
  near: 21,
  exact: 22,
};

function rankReference({ verdict, class: wrong, retracted, retraction, isUncited }: CheckedReference): number {
  if (retracted) return 0;
  const ranks = { none: 1, missing: 4, differs: wrong === 'hallucinated' ? 1 : 6, 'not-a-reference': 9, unchecked: 12 };
  if (verdict !== 'exists') return ranks[verdict];
  if (retraction && retraction.kind !== 'corrected') return 5;
  return isUncited ? 10 : 23;
}

const rankStatement = ({ numbers }: CheckedStatement) => (numbers && numbers.absent.length > 0 ? 7 : 24);

/** Whether a strict check fails for it: no such reference, a retracted one, none in the list, or words not so said. */
export function isUnsound(row: DraftRow): boolean {
  if (row.kind === 'reference') return row.retracted === true || row.verdict === 'none' || row.verdict === 'missing';
  return row.kind === 'quotation' && (row.verdict === 'altered' || row.verdict === 'absent');
}

/** Whether no source that could know it answered about a reference. */
export function isUnchecked(row: DraftRow): boolean {
  return row.kind === 'reference' && row.verdict === 'unchecked';
}
