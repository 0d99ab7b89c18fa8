import { MAX_ANSWER_CHARACTERS, sizeOf } from '../../jobs/answers/answer-size.ts';
import type { JobAnswerView } from '../../jobs/answers/answer-view.ts';
import { answerHead } from '../../jobs/answers/unfinished-answer.ts';
import { jobRef } from '../../jobs/job-refs.ts';
import { type AskedSource, type LookUpMatch, type LookUpRecord, worksIfAlone } from '../../jobs/ports/paper-finder.ts';
import type { JobRecord, JobStore } from '../../jobs/ports/store.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { type PaperView, viewPaper } from '../../papers/paper-view.ts';
import { retractionNotes } from '../../papers/retraction/retraction-marks.ts';
import { shorten } from '../../papers/text.ts';
import { type Advice, isLeading, isNote, type Note } from '../../wording/notes.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import { renderAnswer } from '../../wording/sentences/render.ts';

/** A paper, how it differs from the reference, and details of the reference that its record cannot confirm. */
export type LookUpPaper = PaperView & { differs?: string[]; notCompared?: string[] };

export type LookUpItem = Omit<LookUpMatch, 'papers'> & {
  item: string;
  papers: LookUpPaper[];
};

export type LookUpView = Pick<JobAnswerView, 'mode' | 'job' | 'credits'> & {
  items: LookUpItem[];
  /** Absent from look-ups of earlier versions. */
  asked?: AskedSource[];
  notes: Note[];
  next: Advice[];
};

/** Omitted one after the other, until an answer has the size that hosts allow. */
const SHORTENINGS = ['nothing', 'summaries', 'further papers', 'details'] as const;
type Shortening = (typeof SHORTENINGS)[number];

const SHORTENED: Note = { kind: 'shortened' };
const MAX_SHORT_TITLE_CHARACTERS = 120;

/** The answer about a recorded look-up, its items in the given order. */
export function viewLookUp(
  store: JobStore,
  job: JobRecord,
  { limitSize = true }: { limitSize?: boolean } = {},
): LookUpView {
  const { lookUp: recorded = { count: 0, items: [] } } = job;
  const { unconfirmed, items } = separateUnconfirmed(jobRef(job.number), recorded.items);
  const lookUp = { ...recorded, items };
  const papers = store.papers(job.number);
  const ref = jobRef(job.number);
  const make = (shortening: Shortening): LookUpView => ({
    ...answerHead(job),
    items: lookUp.items.map((item) => viewItem(ref, item, papers, shortening)),
    ...(lookUp.asked && { asked: lookUp.asked }),
    notes: [
      ...orderNotes(job, [...summary(ref, lookUp, papers), ...unconfirmed]),
      ...(isWhole(shortening) ? [] : [SHORTENED]),
    ],
    next: nextFor(ref, lookUp, job.notes),
  });
  if (!limitSize) return make('nothing');
  const shortened = SHORTENINGS.find(
    (each) => sizeOf(JSON.stringify(renderAnswer(make(each), PLAIN_WORDING))) <= MAX_ANSWER_CHARACTERS,
  );
  return make(shortened ?? 'details');
}

/** Says once of several papers that no source is known to have confirmed them. */
function separateUnconfirmed(
  ref: string,
  items: LookUpRecord['items'],
): { unconfirmed: Note[]; items: LookUpRecord['items'] } {
  const isUnconfirmed = ({ note }: LookUpRecord['items'][number]) => note?.kind === 'unconfirmed';
  const found = items.filter(isUnconfirmed).flatMap(({ papers: [first] }) => first?.paper ?? []);
  const papers = [...new Set(found)].map((position) => `${ref}-${position}`);
  if (papers.length < 2) return { unconfirmed: [], items };
  const others = items.map((item) => (isUnconfirmed(item) ? { ...item, note: undefined } : item));
  return { unconfirmed: [{ kind: 'papers-unconfirmed', papers }], items: others };
}

function viewItem(
  ref: string,
  {
    item,
    found,
    mayBeInvented,
    class: wrong,
    papers: matches,
    papersInLibrary,
    namesInLibrary,
    authors,
    note,
  }: LookUpRecord['items'][number],
  papers: readonly FoundPaper[],
  shortening: Shortening,
): LookUpItem {
  const shownMatches = isWhole(shortening) ? matches : matches.slice(0, 1);
  return {
    item,
    ...(found !== undefined && { found }),
    ...(mayBeInvented && { mayBeInvented }),
    ...(wrong && { class: wrong }),
    papers: shownMatches.flatMap(({ paper: position, differs, notCompared = [] }) => {
      const paper = papers[position - 1];
      if (!paper) return [];
      const view = shortened(viewPaper(`${ref}-${position}`, paper, 'compact'), shortening);
      const lists = { ...(differs.length > 0 && { differs }), ...(notCompared.length > 0 && { notCompared }) };
      return [{ ...view, ...lists }];
    }),
    ...(papersInLibrary !== undefined && { papersInLibrary }),
    ...(namesInLibrary !== undefined && { namesInLibrary }),
    ...(authors !== undefined && { authors }),
    ...(note !== undefined && { note }),
  };
}

/** Whether all papers have their usual fields. */
function isWhole(shortening: Shortening): boolean {
  return shortening === 'nothing' || shortening === 'summaries';
}

/** Notes on failed sources come first. */
function orderNotes({ notes }: JobRecord, summary: readonly Note[]): Note[] {
  return [...notes.filter(isLeading), ...summary, ...notes.filter((note) => !isLeading(note))];
}

function shortened(view: PaperView, shortening: Shortening): PaperView {
  if (shortening === 'nothing') return view;
  const { summary: _, ...paper } = view;
  if (shortening !== 'details') return paper;
  const { ref, retracted, retraction, title, year, doi } = paper;
  const short = { retracted, retraction, title: shorten(String(title), MAX_SHORT_TITLE_CHARACTERS), year, doi };
  return { ref, ...Object.fromEntries(Object.entries(short).filter(([, value]) => value !== undefined)) };
}

/** How many items were found, and which papers are retracted. */
function summary(ref: string, { items, asked = [] }: LookUpRecord, papers: readonly FoundPaper[]): Note[] {
  const missing = items.filter(({ found }) => found === 'none').length;
  const positions = new Set(items.flatMap((item) => item.papers.map(({ paper }) => paper)));
  const found = [...positions].flatMap((position) => {
    const paper = papers[position - 1];
    return paper ? [{ ref: `${ref}-${position}`, paper }] : [];
  });
  const isOpen = items.some((item) => item.papers.some((paper) => paper.notCompared !== undefined));
  return [
    ...(missing > 0 ? [{ kind: 'items-not-found', missing, items: items.length } as const] : []),
    ...notChecked(items, worksIfAlone(asked)),
    ...retractionNotes(found),
    ...(isOpen ? [{ kind: 'details-not-compared' } as const] : []),
  ];
}

/**
 * "Not in the library" if only the library was searched (it has `works` works), otherwise "not checked". A title that
 * the library has by others is in the library.
 */
function notChecked(items: LookUpRecord['items'], works: number | undefined): Note[] {
  const unchecked = items.filter(({ found }) => found === 'unchecked');
  const absent = unchecked.filter(({ note }) => note?.kind !== 'title-of-others').length;
  if (works === undefined)
    return unchecked.length === 0
      ? []
      : [{ kind: 'items-unchecked', unchecked: unchecked.length, items: items.length }];
  return absent === 0 ? [] : [{ kind: 'items-not-held', missing: absent, items: items.length, works }];
}

function nextFor(ref: string, { items, asked = [] }: LookUpRecord, notes: readonly Note[]): Advice[] {
  const missing = items.filter(({ found }) => found === 'none');
  const unchecked = items.filter(({ found }) => found === 'unchecked');
  // Differences do not apply to a person's papers.
  const isUnclear = items.some(
    ({ found, papers, authors }) =>
      (found === 'likely' && authors === undefined) || papers.some(({ differs }) => differs.length > 0),
  );
  const people = items.some(({ authors = [] }) => authors.length > 0);
  return [
    ...(missing.some(({ mayBeInvented }) => mayBeInvented) ? [{ kind: 'check-reference' } as const] : []),
    ...(missing.some(({ mayBeInvented }) => !mayBeInvented) ? [{ kind: 'trust-no-absence' } as const] : []),
    ...(unchecked.length > 0 ? [adviseOnUnchecked(unchecked, asked, notes)] : []),
    ...(items.some(({ found, papers }) => found === undefined && papers.length > 0)
      ? [{ kind: 'take-as-suggestions' } as const]
      : []),
    ...(isUnclear ? [{ kind: 'compare-differences' } as const] : []),
    ...(items.some(({ papers }) => papers.length > 0) ? [{ kind: 'use-found', job: ref } as const] : []),
    ...(people ? [{ kind: 'use-author' } as const] : []),
  ];
}

/**
 * Advises to try again after a failure, which may be temporary, or if time ran out; otherwise to configure the sources
 * that were not queried. If enough sources answered but none covers the year, neither helps.
 */
function adviseOnUnchecked(
  unchecked: LookUpRecord['items'],
  asked: readonly AskedSource[],
  notes: readonly Note[],
): Advice {
  const open = unchecked.filter(({ note }) => note?.kind !== 'year-not-covered');
  const missing = asked.filter(({ outcome }) => outcome === 'not-asked').map(({ source }) => source);
  const mayPass = asked.some(({ outcome }) => outcome === 'failed') || notes.some(isNote('items-not-asked'));
  const isLater = open.length > 0 && (mayPass || missing.length === 0);
  return {
    kind: 'check-unchecked',
    isOnlyLibrary: worksIfAlone(asked) !== undefined,
    isLater,
    sources: open.length > 0 ? missing : [],
    setting: 'PAPERQUEUE_SOURCES',
  };
}
