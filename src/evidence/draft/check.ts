import type { ReferenceClass } from '../../papers/works/match-reference.ts';
import type { QuoteCheck } from '../../reading/full-text.ts';
import type { NamedPaper } from '../../reading/text-as-paper.ts';
import type { Advice, Note } from '../../wording/notes.ts';

/** The result of checking a draft. It does not judge whether a passage supports a sentence. */

/** A work that the draft cites or lists. */
export type CheckedReference = {
  /** Line or paragraph of its first citation, else of its entry; absent for an entry in a separate file. */
  at?: number;
  /** The citation as written. */
  cited?: string;
  /** The entry, or the citation itself if it needs no entry. */
  reference: string;
  /**
   * `exists`; `differs` (an existing work with wrong details); `none`; `unchecked`; `not-a-reference`. Not looked up:
   * `not-listed` (cited, but not in the draft's references) and `unknown-ref` (such as `J1-3`, of no paper here).
   */
  verdict: 'exists' | 'differs' | 'none' | 'unchecked' | 'not-a-reference' | 'not-listed' | 'unknown-ref';
  class?: ReferenceClass;
  mayBeInvented?: true;
  /** Listed but never cited. */
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
   * Compared with the cited paper's text. `not-in-abstract`: only the abstract is available; `no-text`: no text is
   * stored or free; `no-citation`: the quotation has no citation; `unchecked`: the work is unknown, or the time ran
   * out.
   */
  verdict: QuoteCheck['verdict'] | 'not-in-abstract' | 'no-text' | 'no-citation' | 'unchecked';
  ref?: string;
  place?: string;
  /** The words of the paper. */
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
  /** The numbers of the sentence that the passage contains, and those that it lacks. */
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
  /** Sentences with a citation; `withPassage`: those with a passage in a stored text. */
  statements: { all: number; withPassage: number };
  addresses: number;
};

export type DraftCheck = {
  unit: 'line' | 'paragraph';
  counts: DraftCounts;
  /** Most serious first. */
  rows: DraftRow[];
  /** `total`: the number of all rows. */
  page: { offset: number; total: number; nextOffset: number | null };
  /** The look-up jobs of its references. */
  jobs: string[];
  notes: Note[];
  next: Advice[];
};

/** A check with all rows. */
export type WholeCheck = Omit<DraftCheck, 'page'>;

/** How serious a row is; 0 is the most serious. `isFine`: it needs no action. */
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
  if (verdict === 'differs') return wrong === 'hallucinated' ? 1 : 6;
  const ranks = { none: 1, 'unknown-ref': 4, 'not-listed': 4, 'not-a-reference': 9, unchecked: 12 };
  if (verdict !== 'exists') return ranks[verdict];
  if (retraction && retraction.kind !== 'corrected') return 5;
  return isUncited ? 10 : 23;
}

const rankStatement = ({ numbers }: CheckedStatement) => (numbers && numbers.absent.length > 0 ? 7 : 24);

/** Whether a strict check fails: a reference that does not exist, is retracted or not listed, or a wrong quotation. */
export function isUnsound(row: DraftRow): boolean {
  if (row.kind === 'reference')
    return row.retracted === true || ['none', 'not-listed', 'unknown-ref'].includes(row.verdict);
  return row.kind === 'quotation' && (row.verdict === 'altered' || row.verdict === 'absent');
}

/** Whether too few sources answered to judge a reference. */
export function isUnchecked(row: DraftRow): boolean {
  return row.kind === 'reference' && row.verdict === 'unchecked';
}
