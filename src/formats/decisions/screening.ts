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
  /** Words of the record's text. */
  quote?: string;
  tags?: string[];
  /** ISO time. */
  at?: string;
};

/** What one reader noted on one record without a decision, as a file has it. */
export type FileNote = Pick<FileDecision, 'reader' | 'stage' | 'note' | 'tags'>;

/** How a conflict between readers was settled, as a file has it. */
export type FileResolution = {
  stage: string;
  /** Absent: the file does not say who. */
  by?: string;
  decision: ScreeningDecision;
  reasons?: string[];
  note?: string;
};

/** What a file says about the screening of one record. */
export type Screening = {
  decisions: FileDecision[];
  notes?: FileNote[];
  resolutions?: FileResolution[];
  /** Whose way of writing decisions it is; absent where it could be anybody's. */
  program?: 'ASReview' | 'Covidence' | 'paperqueue' | 'Rayyan';
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
  notes?: (FileNote & { reader: string })[];
  /** What the review counts for it; absent if it is undecided or its readers disagree. */
  verdict?: ScreeningDecision;
  prior?: boolean;
  resolutions?: FileResolution[];
  /** What the reasons say that are ids of criteria. */
  criteria?: Readonly<Record<string, string>>;
};

/** The reasons for what counts, each once: of those who decided so, and of whoever settled a conflict so. */
export function reasonsOf(screened: Screened): string[] {
  return [...new Set(whatCounts(screened).flatMap(({ reasons = [] }) => reasons))];
}

/** The same in words, for programs that do not know the criteria. */
export function reasonsInWords(screened: Screened): string[] {
  return reasonsOf(screened).map((reason) => inWords(screened, reason));
}

/** What a reason says. */
export function inWords({ criteria = {} }: Screened, reason: string): string {
  return criteria[reason] ?? reason;
}

/** The notes on what counts, of the same, each on a line. */
export function noteOf(screened: Screened): string | undefined {
  const notes = whatCounts(screened).flatMap(({ note = '' }) => (note ? [note] : []));
  return notes.length > 0 ? notes.join('\n') : undefined;
}

/** The decisions and resolutions that agree with what counts. */
export function whatCounts({ decisions, resolutions = [], verdict }: Screened) {
  return [...decisions, ...resolutions].filter((each) => each.decision === verdict);
}

/** The last decision of each reader. */
export function lastOfEach({ decisions }: Pick<Screened, 'decisions'>): Screened['decisions'] {
  return [...new Map(decisions.map((each) => [each.reader, each])).values()];
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
