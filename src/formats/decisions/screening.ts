/**
 * Decisions on records as programs for screening exchange them. A file says who decided (`reader`), or only what was
 * decided (ASReview, Covidence).
 */
export type ScreeningDecision = 'include' | 'exclude' | 'maybe';

/** One reader's decision on one record, as a file has it. */
export type FileDecision = {
  /** Absent: the file does not say who. */
  reader?: string;
  /** Absent: the file does not say at which stage. */
  stage?: string;
  decision: ScreeningDecision;
  /** Names of criteria, or words. */
  reasons?: string[];
  note?: string;
  tags?: string[];
  /** ISO time. */
  at?: string;
};

/** What a file says about the screening of one record. */
export type Screening = {
  decisions: FileDecision[];
  /** It was known before the screening began. */
  prior?: true;
  /** Labels that say nothing we know: nothing was decided from them. */
  refused?: RefusedLabel[];
};

/** A label as the file has it, and where: the name of a column or of a note. */
type RefusedLabel = { label: string; in: string };

/** The decisions on a record that stand, on their way into a file. */
export type Screened = {
  decisions: (FileDecision & { reader: string })[];
  /** What the review counts for it; absent if it is undecided or its readers disagree. */
  verdict?: ScreeningDecision;
  prior?: boolean;
};

/** The reasons of those who decided what counts, each once. */
export function reasonsOf({ decisions, verdict }: Screened): string[] {
  return [...new Set(decisions.filter((each) => each.decision === verdict).flatMap(({ reasons = [] }) => reasons))];
}

/** The notes of those who decided what counts, each on a line. */
export function noteOf({ decisions, verdict }: Screened): string | undefined {
  const notes = decisions.filter((each) => each.decision === verdict).flatMap(({ note = '' }) => (note ? [note] : []));
  return notes.length > 0 ? notes.join('\n') : undefined;
}

/** When it was last decided; undefined if no decision has a time. */
export function decidedAt({ decisions }: Screened): string | undefined {
  return decisions
    .flatMap(({ at = '' }) => (at ? [at] : []))
    .sort()
    .at(-1);
}

const WORDS: readonly (readonly [ScreeningDecision, RegExp])[] = [
  ['include', /^(?:included?|yes|true|1(?:\.0)?|relevant|asreview_relevant)$/],
  ['exclude', /^(?:excluded?|no|false|0(?:\.0)?|irrelevant|asreview_irrelevant)$/],
  ['maybe', /^(?:maybe|unsure|unclear)$/],
];
/** What programs write where nothing was decided; ASReview's first versions wrote -1. */
const NOTHING = /^(?:|-1|nan|na|n\/a|none|null|undecided|not[_ ]seen|asreview_not_seen|unlabell?ed)$/;

/** A label as a decision; null where it says that nothing was decided, undefined where it is unknown. */
export function readLabel(label: string): ScreeningDecision | null | undefined {
  const word = label.trim().toLowerCase();
  if (NOTHING.test(word)) return null;
  return WORDS.find(([, pattern]) => pattern.test(word))?.[0];
}
