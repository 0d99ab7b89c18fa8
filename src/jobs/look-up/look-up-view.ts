import { isLeading } from '../../contract/note-kinds.ts';
import type { WirePaper } from '../../contract/paper.ts';
import { counted } from '../../lib/counted.ts';
import type { AuthorCandidate } from '../../papers/references/author-query.ts';
import { shorten } from '../../papers/text.ts';
import { type PaperView, viewPaper } from '../../papers/view.ts';
import type { MatchCertainty } from '../../works/match-reference.ts';
import { jobRef } from '../job-refs.ts';
import type { LookUpRecord } from '../ports/paper-finder.ts';
import type { JobRecord, JobStore } from '../ports/store.ts';
import { answerHead, type JobAnswerView } from '../reading/answer.ts';
import { MAX_ANSWER_CHARACTERS, sizeOf } from '../reading/answer-size.ts';

export type LookUpItem = {
  item: string;
  found: MatchCertainty;
  papers: (PaperView & { differs?: string[] })[];
  authors?: AuthorCandidate[];
  note?: string;
};

export type LookUpView = Pick<JobAnswerView, 'mode' | 'job' | 'credits'> & {
  items: LookUpItem[];
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
    notes: [...notesOf(job, summary(ref, lookUp, papers)), ...(isWhole(shortening) ? [] : [SHORTENED])],
    next: nextFor(ref, lookUp, job),
  });
  if (!limitSize) return make('nothing');
  const fitting = SHORTENINGS.find((each) => sizeOf(JSON.stringify(make(each))) <= MAX_ANSWER_CHARACTERS);
  return make(fitting ?? 'details');
}

function viewItem(
  ref: string,
  { item, found, papers: places, authors, note }: LookUpRecord['items'][number],
  papers: readonly WirePaper[],
  shortening: Shortening,
): LookUpItem {
  const shownPlaces = isWhole(shortening) ? places : places.slice(0, 1);
  return {
    item,
    found,
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
  const { ref, retracted, title, year, doi } = paper;
  const short = { retracted, title: shorten(String(title), MAX_SHORT_TITLE_CHARACTERS), year, doi };
  return { ref, ...Object.fromEntries(Object.entries(short).filter(([, value]) => value !== undefined)) };
}

/** How many items were found, and which papers are retracted. */
function summary(ref: string, { items }: LookUpRecord, papers: readonly WirePaper[]): string[] {
  const missing = items.filter(({ found }) => found === 'none').length;
  const places = new Set(items.flatMap((item) => item.papers.map(({ paper }) => paper)));
  const retracted = [...places].filter((place) => papers[place - 1]?.isRetracted === true);
  const refs = retracted.map((place) => `${ref}-${place}`).join(', ');
  return [
    ...(missing > 0 ? [`${missing} of ${counted(items.length, 'item')} not found.`] : []),
    ...(retracted.length > 0 ? [`Retracted: ${refs}.`] : []),
  ];
}

function nextFor(ref: string, { items }: LookUpRecord, { sources = [] }: Pick<JobRecord, 'sources'>): string {
  const isMissing = items.some(({ found }) => found === 'none');
  const isUnclear = items.some(
    ({ found, papers }) => found === 'likely' || papers.some(({ differs }) => differs.length > 0),
  );
  const isPartial = sources.some(({ failed }) => failed !== undefined);
  const people = items.some(({ authors = [] }) => authors.length > 0);
  return [
    isMissing && (isPartial ? UNSEEN : UNKNOWN),
    isUnclear && 'found likely: compare differs.',
    `get_job with jobId "${ref}" shows abstracts and export_papers writes BibTeX and others, both free.`,
    people && "related_papers with relation author and an author's id gives the papers.",
  ]
    .filter(Boolean)
    .join(' ');
}

const UNKNOWN = 'found none: no library or source knows it; check the reference, it may be invented.';
const UNSEEN =
  'found none: not every source could be asked, so that it may exist all the same; look it up again later.';
