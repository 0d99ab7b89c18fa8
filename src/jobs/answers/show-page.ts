import { type JoinedName, listJoinedNames } from '../../papers/author-forms.ts';
import { countFacets, type Facets } from '../../papers/facets.ts';
import { listJoinedVenues, nameVenues } from '../../papers/journals/venue-names.ts';
import { fitToSize, MAX_SUMMARY_CHARACTERS, type PaperView, viewPaper } from '../../papers/paper-view.ts';
import type { View } from '../../papers/source-words.ts';
import type { Advice, Note } from '../../wording/notes.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import { type Remarks, renderAnswer } from '../../wording/sentences/render.ts';
import { MAX_ANSWER_CHARACTERS, sizeOf } from './answer-size.ts';
import type { SelectedPaper } from './job-candidates.ts';
import type { JobSelection, JobSelectionRequest } from './job-selection.ts';

/** Papers per page, unless another number is requested. */
const DEFAULT_COUNT = 20;

/** Reserved for what depends on the chosen papers: page numbers and notes. */
const RESERVED_CHARACTERS = 1_000;

/** Maximum mean size of compact papers: 20 with facets then cost at most 3,000 tokens. */
const MAX_MEAN_CHARACTERS = 470;
/** Summaries are shortened step by step until the mean size is below it. */
const SUMMARY_CHARACTERS = [MAX_SUMMARY_CHARACTERS, 160, 120, 80];

/** Which papers of a job to show, and how. */
export type PageRequest = JobSelectionRequest & {
  offset?: number | undefined;
  count?: number | undefined;
  view?: View | undefined;
  /** True: in full; false: none. Default: in brief, on the first page only. */
  facets?: boolean | undefined;
  /** The reader has had an answer about the job: its notes are left out, unless `facets` asks for the whole. */
  isFollowUp?: boolean | undefined;
  /** False: as many papers as requested, for readers without a limit. */
  limitSize?: boolean | undefined;
};

type Page = {
  offset: number;
  count: number;
  /** Works selected by the request, over all pages. */
  total: number;
  /** Further records of the same works, not shown separately. */
  folded?: number;
  nextOffset: number | null;
};

export type ShownPage = { page: Page; papers: PaperView[]; facets?: Facets; notes: Note[] };

/**
 * One page of the selected papers. `others` is the rest of the answer; together they stay within the size limit. If
 * necessary it shows fewer papers, or omits the longest fields of a single one and says so.
 */
export function showPage(
  selection: JobSelection,
  request: PageRequest,
  others: Remarks & Record<string, unknown>,
): ShownPage {
  const { offset = 0, count = DEFAULT_COUNT, view = 'compact', limitSize = true, isOwned } = request;
  const total = selection.papers.length;
  const pagePapers = selection.papers
    .slice(offset, offset + count)
    .map((selected) => ({ ...selected, inLibrary: isOwned?.(selected.paper) }));
  const views = limitSize
    ? presentInBrief(pagePapers, view)
    : pagePapers.map((selected) => ({ ...present(selected, view), ...pickFamilyNames(selected) }));
  const facets = facetsFor(selection, request, offset);
  const usedCharacters = sizeOf(JSON.stringify({ ...inWords(others), facets })) + RESERVED_CHARACTERS;
  const papers = limitSize ? fitPapers(views, MAX_ANSWER_CHARACTERS - usedCharacters) : views;
  const end = offset + papers.length;
  const { folded } = selection;
  return {
    page: {
      offset,
      count: papers.length,
      total,
      ...(folded > 0 ? { folded } : {}),
      nextOffset: end < total ? end : null,
    },
    papers,
    ...(facets ? { facets } : {}),
    notes: [...pastTheEnd(offset, total), ...pageNotes(views, papers, folded), ...joinedNames(facets, selection)],
  };
}

/** Each face words it differently, at about this length. */
function inWords(others: Remarks): object {
  return renderAnswer(others, PLAIN_WORDING);
}

/** The papers, with summaries as long as the mean allows. */
function presentInBrief(papers: readonly PagePaper[], view: View): PaperView[] {
  let views: PaperView[] = [];
  for (const characters of view === 'compact' ? SUMMARY_CHARACTERS : [MAX_SUMMARY_CHARACTERS]) {
    views = papers.map((paper) => present(paper, view, characters));
    if (JSON.stringify(views).length <= MAX_MEAN_CHARACTERS * papers.length) break;
  }
  return views;
}

/** Family names that a reader would not find by itself; only for readers without a size limit. */
const pickFamilyNames = ({ paper: { familyNames } }: SelectedPaper) => ({ familyNames });

type PagePaper = SelectedPaper & { inLibrary?: boolean | undefined };

function present(selected: PagePaper, view: View, characters?: number): PaperView {
  const { ref, paper, sameAs, foundBy, relevance, inLibrary } = selected;
  const citedWithin = selected.citedWithin();
  const decision = selected.decision();
  const suggested = selected.suggestion();
  const presented = {
    ...viewPaper(ref, paper, view, relevance(), characters),
    ...(citedWithin ? { citedWithin } : {}),
    ...(inLibrary ? { inLibrary } : {}),
    ...(decision !== undefined && decision !== 'none' ? { decision } : {}),
    ...(suggested !== undefined && suggested !== 'none' ? { suggested } : {}),
  };
  return { ...presented, ...(foundBy && { foundBy }), ...(sameAs.length > 0 && { sameAs }) };
}

function facetsFor({ papers, folded }: JobSelection, request: PageRequest, offset: number): Facets | undefined {
  const isBegun = offset === 0 && !request.refs;
  const brief = request.facets === undefined && isBegun && papers.length + folded > 0;
  if (!brief && request.facets !== true) return undefined;
  const pagePapers = papers.map(({ paper }) => paper);
  const matches = papers.flatMap(({ relevance }) => relevance()?.match ?? []);
  const decisions = papers.flatMap(({ decision }) => decision() ?? []);
  const facets = countFacets(pagePapers, brief ? 'brief' : 'whole', matches, decisions);
  return Object.keys(facets).length > 0 ? facets : undefined;
}

/** Says which of the authors and venues counted have several forms of a name. */
function joinedNames(facets: Facets | undefined, selection: JobSelection): Note[] {
  const papers = selection.papers.map(({ paper }) => paper);
  const { author, venue } = facets ?? {};
  return [
    ...noteJoined('author', author ? listJoinedNames(papers) : [], author),
    ...noteJoined('venue', venue ? listJoinedVenues(nameVenues(papers)) : [], venue),
  ];
}

function noteJoined(of: 'author' | 'venue', names: readonly JoinedName[], counted: Facets[string] = {}): Note[] {
  const joined = names.filter(({ name }) => name in counted);
  const [first] = joined;
  const [form] = first?.forms ?? [];
  if (first === undefined || form === undefined) return [];
  return [{ kind: 'names-joined', of, names: joined.length, example: { name: first.name, form } }];
}

/** As many papers as fit into `room`, in order; at least one, without its longest fields if necessary. */
function fitPapers(papers: readonly PaperView[], room: number): PaperView[] {
  let charactersLeft = room;
  const tooLong = papers.findIndex((paper) => {
    charactersLeft -= sizeOf(JSON.stringify(paper)) + 1;
    return charactersLeft < 0;
  });
  const [first] = papers;
  if (tooLong === 0 && first) return [fitToSize(first, room, sizeOf)];
  return tooLong < 0 ? [...papers] : papers.slice(0, tooLong);
}

/** How to read the next page. Pages are consistent only in one sort order. */
export function whatNext(offset: number, { sort }: PageRequest): Advice {
  return { kind: 'next-page', offset, ...(sort && { sort }) };
}

/** The note on an empty page whose offset is too high. */
export function pastTheEnd(offset: number, total: number, what: 'paper' | 'job' = 'paper'): Note[] {
  if (total === 0 || offset < total) return [];
  return [{ kind: 'past-the-end', offset, total, what }];
}

function pageNotes(views: readonly PaperView[], shown: readonly PaperView[], folded: number): Note[] {
  const notes: Note[] = [];
  if (shown.length < views.length) notes.push({ kind: 'size-limited', shown: shown.length, of: views.length });
  if (shown.some(({ leftOut }) => leftOut !== undefined)) notes.push({ kind: 'fields-left-out' });
  if (folded > 0) notes.push({ kind: 'folded', records: folded });
  const characters = shown.reduce((sum, paper) => sum + Number(paper.removedCharacters ?? 0), 0);
  if (characters > 0) notes.push({ kind: 'characters-removed', characters });
  return notes;
}
