/**
 * Decisions on records as screening programs exchange them. A file names the reader (`reader`), or contains only the
 * decision (ASReview, Covidence).
 */
export type ScreeningDecision = 'include' | 'exclude' | 'maybe';

/** One reader's decision on one record, as in a file. */
export type FileDecision = {
  /** Absent: the file does not name the reader. */
  reader?: string;
  /** Absent: the file does not name the stage. */
  stage?: string;
  decision: ScreeningDecision;
  /** Names of criteria, or free text. */
  reasons?: string[];
  note?: string;
  /** A quotation from the record's text. */
  quote?: string;
  tags?: string[];
  /** ISO time. */
  at?: string;
};

/** One reader's note on one record without a decision, as in a file. */
export type FileNote = Pick<FileDecision, 'reader' | 'stage' | 'note' | 'tags'>;

/** The resolution of a conflict between readers, as in a file. */
export type FileResolution = {
  stage: string;
  /** Absent: the file does not name the person. */
  by?: string;
  decision: ScreeningDecision;
  reasons?: string[];
  note?: string;
};

/** A file's data about the screening of one record. */
export type Screening = {
  decisions: FileDecision[];
  notes?: FileNote[];
  resolutions?: FileResolution[];
  /** The program whose format of decisions this is; absent if several programs use it. */
  program?: 'ASReview' | 'Covidence' | 'paperqueue' | 'Rayyan';
  /** Whether it was known before the screening began. */
  prior?: true;
  /** Unknown labels, from which no decision was derived. */
  refused?: RefusedLabel[];
  /** The words of reasons that are codes of the review that wrote the file. */
  criteria?: Readonly<Record<string, string>>;
  /** The record's reference and citation key in the program that wrote the file. */
  record?: { ref?: string; key?: string };
};

/** A label as in the file, and the name of its column or note. */
type RefusedLabel = { label: string; in: string };

/** The current decisions on a record, for writing a file. */
export type Screened = {
  decisions: (FileDecision & { reader: string })[];
  notes?: (FileNote & { reader: string })[];
  /** The review's decision on it; absent if it is undecided or its readers disagree. */
  verdict?: ScreeningDecision;
  prior?: boolean;
  resolutions?: FileResolution[];
  /** The texts of reasons that are ids of criteria. */
  criteria?: Readonly<Record<string, string>>;
};

/** The distinct reasons for the verdict: of the readers who decided so, and of a resolution to the same effect. */
export function reasonsOf(screened: Screened): string[] {
  return [...new Set(decisive(screened).flatMap(({ reasons = [] }) => reasons))];
}

/** The reasons as texts, for programs that do not know the criteria. */
export function reasonsInWords(screened: Screened): string[] {
  return reasonsOf(screened).map((reason) => inWords(screened, reason));
}

/** The words of all reasons that are codes, for a reader whose review has other codes. */
export function legendOf({ decisions, resolutions = [], criteria = {} }: Screened): [code: string, words: string][] {
  const named = new Set([...decisions, ...resolutions].flatMap(({ reasons = [] }) => reasons));
  return [...named].flatMap((code) => (criteria[code] === undefined ? [] : [[code, criteria[code]]]));
}

/** The text of a reason. */
export function inWords({ criteria = {} }: Screened, reason: string): string {
  return criteria[reason] ?? reason;
}

/** The notes of the same decisions and resolutions, one per line. */
export function noteOf(screened: Screened): string | undefined {
  const notes = decisive(screened).flatMap(({ note = '' }) => (note ? [note] : []));
  return notes.length > 0 ? notes.join('\n') : undefined;
}

/** The decisions and resolutions that agree with the verdict. */
export function decisive({ decisions, resolutions = [], verdict }: Screened) {
  return [...decisions, ...resolutions].filter((each) => each.decision === verdict);
}

export function lastOfEach({ decisions }: Pick<Screened, 'decisions'>): Screened['decisions'] {
  return [...new Map(decisions.map((each) => [each.reader, each])).values()];
}

/** The time of the last decision; undefined if no decision has a time. */
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
/** Labels of undecided records; ASReview's first versions wrote -1. */
const UNDECIDED = /^(?:|-1|nan|na|n\/a|none|null|undecided|not[_ ]seen|asreview_not_seen|unlabell?ed)$/;

/** A label as a decision; null if it means undecided, undefined if it is unknown. */
export function readLabel(label: string): ScreeningDecision | null | undefined {
  const word = label.trim().toLowerCase();
  if (UNDECIDED.test(word)) return null;
  return WORDS.find(([, pattern]) => pattern.test(word))?.[0];
}
