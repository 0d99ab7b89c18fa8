import { isLeading } from '../../contract/note-kinds.ts';
import type { WirePaper } from '../../contract/paper.ts';
import { counted } from '../../lib/counted.ts';
import { shorten } from '../../papers/text.ts';
import { type PaperView, viewPaper } from '../../papers/view.ts';
import { jobRef } from '../job-refs.ts';
import type { AskedSource, LookUpMatch, LookUpRecord } from '../ports/paper-finder.ts';
import type { JobRecord, JobStore } from '../ports/store.ts';
import { answerHead, type JobAnswerView } from '../reading/answer.ts';
import { MAX_ANSWER_CHARACTERS, sizeOf } from '../reading/answer-size.ts';
import { retractionNotes } from '../reading/retraction-marks.ts';

export type LookUpItem = Omit<LookUpMatch, 'papers'> & {
  item: string;
  papers: (PaperView & { differs?: string[] })[];
};

export type LookUpView = Pick<JobAnswerView, 'mode' | 'job' | 'credits'> & {
  items: LookUpItem[];
  /** Absent from look-ups of earlier versions. */
  asked?: AskedSource[];
  notes: string[];
  next: string;
};

/** What is left out, one after the other, until an answer has the size that hosts allow. */
const SHORTENINGS = ['nothing', 'summaries', 'further papers', 'details'] as const;
type Shortening = (typeof SHORTENINGS)[number];

const SHORTENED = 'Papers are shortened, to stay within the size that hosts allow: get_job shows them in full.';
const MAX_SHORT_TITLE_CHARACTERS = 120;

/** The answer about a recorded look-up, its items in the order asked. */
export function viewLookUp(
  store: JobStore,
  job: JobRecord,
  { limitSize = true }: { limitSize?: boolean } = {},
): LookUpView {
  const { lookUp = { count: 0, items: [] } } = job;
  const papers = store.papers(job.number);
  const ref = jobRef(job.number);
  const make = (shortening: Shortening): LookUpView => ({
    ...answerHead(job),
    items: lookUp.items.map((item) => viewItem(ref, item, papers, shortening)),
    ...(lookUp.asked && { asked: lookUp.asked }),
    notes: [...notesOf(job, summary(ref, lookUp, papers)), ...(isWhole(shortening) ? [] : [SHORTENED])],
    next: nextFor(ref, lookUp),
  });
  if (!limitSize) return make('nothing');
  const fitting = SHORTENINGS.find((each) => sizeOf(JSON.stringify(make(each))) <= MAX_ANSWER_CHARACTERS);
  return make(fitting ?? 'details');
}

function viewItem(
  ref: string,
  { item, found, mayBeInvented, papers: places, authors, note }: LookUpRecord['items'][number],
  papers: readonly WirePaper[],
  shortening: Shortening,
): LookUpItem {
  const shownPlaces = isWhole(shortening) ? places : places.slice(0, 1);
  return {
    item,
    ...(found !== undefined && { found }),
    ...(mayBeInvented && { mayBeInvented }),
    papers: shownPlaces.flatMap(({ paper: place, differs }) => {
      const paper = papers[place - 1];
      if (!paper) return [];
      const view = shortened(viewPaper(`${ref}-${place}`, paper, 'compact'), shortening);
      return [{ ...view, ...(differs.length > 0 && { differs }) }];
    }),
    ...(authors !== undefined && { authors }),
    ...(note !== undefined && { note }),
  };
}

/** Whether all papers are shown with their usual fields. */
function isWhole(shortening: Shortening): boolean {
  return shortening === 'nothing' || shortening === 'summaries';
}

/** What the answer lacks because a source failed comes before everything else. */
function notesOf({ notes }: JobRecord, own: readonly string[]): string[] {
  return [...notes.filter(isLeading), ...own, ...notes.filter((note) => !isLeading(note))];
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
function summary(ref: string, { items }: LookUpRecord, papers: readonly WirePaper[]): string[] {
  const [missing, unchecked] = (['none', 'unchecked'] as const).map(
    (verdict) => items.filter(({ found }) => found === verdict).length,
  ) as [number, number];
  const places = new Set(items.flatMap((item) => item.papers.map(({ paper }) => paper)));
  const found = [...places].flatMap((place) => {
    const paper = papers[place - 1];
    return paper ? [{ ref: `${ref}-${place}`, paper }] : [];
  });
  return [
    ...(missing > 0 ? [`${missing} of ${counted(items.length, 'item')} not found.`] : []),
    ...(unchecked > 0
      ? [`${unchecked} of ${counted(items.length, 'item')} not checked: no source that could know it answered.`]
      : []),
    ...retractionNotes(found),
  ];
}

function nextFor(ref: string, { items, asked = [] }: LookUpRecord): string {
  const missing = items.filter(({ found }) => found === 'none');
  const isUnclear = items.some(
    ({ found, papers }) => found === 'likely' || papers.some(({ differs }) => differs.length > 0),
  );
  const people = items.some(({ authors = [] }) => authors.length > 0);
  return [
    missing.some(({ mayBeInvented }) => mayBeInvented) && INVENTED,
    missing.some(({ mayBeInvented }) => !mayBeInvented) && UNKNOWN,
    items.some(({ found }) => found === 'unchecked') && uncheckedNext(asked),
    items.some(({ found }) => found === undefined) && TOPIC,
    isUnclear && 'found likely: compare differs.',
    `get_job with jobId "${ref}" shows abstracts and export_papers writes BibTeX and others, both free.`,
    people && "related_papers with relation author and an author's id as ref gives the papers.",
  ]
    .filter(Boolean)
    .join(' ');
}

const INVENTED = 'found none, and several sources that cover it answered: check the reference, it may be invented.';
const UNKNOWN =
  'found none: the sources that answered (asked) do not have it, which does not show that it is invented.';
const TOPIC = 'An item without found was read as a topic: its papers are suggestions, not a check of a reference.';

/** A failure may pass; a source that was never named has to be added. */
function uncheckedNext(asked: readonly AskedSource[]): string {
  const missing = asked.filter(({ outcome }) => outcome === 'not-asked').map(({ source }) => source);
  const hasFailed = asked.some(({ outcome }) => outcome === 'failed');
  const later = hasFailed || missing.length === 0 ? 'look it up again later' : undefined;
  const add = missing.length > 0 ? `PAPERQUEUE_SOURCES can name ${missing.join(', ')}` : undefined;
  return `unchecked says nothing about whether it exists: ${[later, add].filter(Boolean).join('; ')}.`;
}
