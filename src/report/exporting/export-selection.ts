import { type BibliographyStyle, type ExportKind, hasPapers } from '../../formats/export-kinds.ts';
import type { ExportedPaper } from '../../formats/format.ts';
import { extentNote } from '../../jobs/answers/extent.ts';
import type { SelectedPaper } from '../../jobs/answers/job-candidates.ts';
import { type JobSelection, type JobSelectionRequest, selectPapers } from '../../jobs/answers/job-selection.ts';
import { bestStored, groupStoredPapers } from '../../jobs/answers/same-works.ts';
import { leftOutNote, sortedNote, unknownRefsNote } from '../../jobs/answers/selection-notes.ts';
import { findJobs, findJobsWithPapers, jobOfPapers, readAll, readPaperRefs } from '../../jobs/answers/several-jobs.ts';
import { jobRef, LIBRARY, noSuchJob, paperRef, readPaperRef } from '../../jobs/job-refs.ts';
import type { JobRecord, StoredJobs } from '../../jobs/ports/store.ts';
import { citationKeys } from '../../papers/citation-keys.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { listMarks } from '../../papers/retraction/retraction-marks.ts';
import type { Note } from '../../wording/notes.ts';

/** The jobs and papers to export. */

export type ExportRequest = JobSelectionRequest & {
  /** A reference or id, several separated by commas, `all` that succeeded, or `all:GROUP`. Or references of papers. */
  jobId: string;
  format: ExportKind;
  /** The style of a bibliography. Default: apa. */
  style?: BibliographyStyle | undefined;
  /** Maximum papers. Default: all. */
  count?: number | undefined;
  /** Of CSV, in this order. Default: all. */
  columns?: readonly string[] | undefined;
  /** Whether to include abstracts, in formats for reference managers. Default: false for an assistant, else true. */
  abstracts?: boolean | undefined;
  /** `file`: always a new file, however short the text is. */
  as?: 'text' | 'file' | undefined;
  /** HTML that follows the view of a report. */
  appendix?: string | undefined;
};

type Deps = { store: StoredJobs; account: string };

/** The selected jobs and papers of an export. */
export type ExportSelection = {
  jobs: JobRecord[];
  selection: JobSelection;
  papers: ExportedPaper[];
  /** Base name of a file: references and plain words only. */
  name: string;
  notes: Note[];
};

/** Selects what to export. Throws JOB_NOT_FOUND, and INVALID_INPUT for a job without papers. */
export function selectForExport(deps: Deps, exportRequest: ExportRequest): ExportSelection {
  const { refs, jobs, name } = namedJobs(deps, exportRequest);
  const request = refs ? { refs, ...exportRequest } : exportRequest;
  const selection = selectPapers(deps.store, jobs, request);
  const { count = Number.POSITIVE_INFINITY } = request;
  const papers = withKeys(deps.store, selection).slice(0, count);
  const parts = [request.refs, request.where, request.sort, request.count];
  const [job, ...others] = jobs;
  return {
    jobs,
    selection,
    papers,
    name: parts.some((part) => part !== undefined) ? `${name}-selection` : name,
    notes: [
      ...unknownRefsNote(selection),
      ...(job && others.length === 0 && request.sort !== undefined ? extentNote(job, request.sort) : []),
      ...selectionNotes(selection, papers, request),
    ],
  };
}

/** The jobs in a request, and the papers if it lists papers. */
export function namedJobs(deps: Deps, request: ExportRequest): { refs?: string[]; jobs: JobRecord[]; name: string } {
  const refs = readPaperRefs(request.jobId);
  const first = refs && jobOfPapers(deps.store, refs);
  // A receipt describes a search, but papers of the library alone belong to none.
  if (refs && !first && !hasPapers(request.format)) throw noSuchJob(deps.store, refs[0] ?? '');
  const jobs = refs ? (first ? [first] : []) : jobsOf(deps, request);
  return { ...(refs && { refs }), jobs, name: fileName(jobs, request.jobId) };
}

/** Notes on papers that the export excludes, and on marked papers in it. */
export function selectionNotes(
  selection: JobSelection,
  papers: readonly ExportedPaper[],
  { where }: JobSelectionRequest,
): Note[] {
  const { folded, papers: chosen } = selection;
  const notes: Note[] = [];
  if (papers.length < chosen.length) notes.push({ kind: 'first-in-export', papers: papers.length, of: chosen.length });
  if (folded > 0) notes.push({ kind: 'folded-in-export', records: folded });
  const marks = listMarks(papers);
  if (marks.length > 0) notes.push({ kind: 'marked', marks });
  notes.push(...leftOutNote(selection), ...sortedNote(selection));
  if (chosen.length === 0 && where)
    notes.push({
      kind: 'nothing-meets-where',
      of: selection.stored,
      without: selection.withoutCondition,
      undecided: selection.undecided(),
    });
  return notes;
}

function jobsOf({ store, account }: Deps, { jobId, format }: ExportRequest): JobRecord[] {
  return hasPapers(format) ? findJobsWithPapers(store, jobId, account, 'jobId') : findJobs(store, jobId, account);
}

/**
 * The selected papers with their citation keys. Keys are assigned over the works of a whole job, so that an export of a
 * few papers has the same keys as one of all. If papers of several jobs would share a key, their reference makes it
 * unique.
 */
function withKeys(store: StoredJobs, { papers }: JobSelection): ExportedPaper[] {
  const keysOfJobs = new Map<number, string[]>();
  const usedKeys = new Set<string>();
  return papers.map((selected) => {
    const { ref } = selected;
    const { job, paper: number } = readPaperRef(ref) as { job: number; paper: number };
    const keys = keysOfJobs.get(job) ?? keysOfJob(store, job);
    keysOfJobs.set(job, keys);
    const [ofPaper = ref] = job === LIBRARY ? citationKeys([selected.paper]) : [];
    const jobKey = keys[number - 1] ?? ofPaper;
    const key = usedKeys.has(jobKey) ? `${jobKey}-${ref.toLowerCase()}` : jobKey;
    usedKeys.add(key);
    return toExported(selected, key);
  });
}

/** A selected paper with its citation key. */
export function toExported(
  { ref, paper, sameAs, relevance, decision: readDecision }: SelectedPaper,
  key: string,
): ExportedPaper {
  const decision = readDecision();
  return {
    ref,
    key,
    paper,
    ...(sameAs.length > 0 && { sameAs }),
    match: relevance()?.match,
    ...(decision !== undefined && decision !== 'none' && { decision }),
  };
}

/** A citation key per stored paper. Records of one work share it. */
function keysOfJob(store: StoredJobs, job: number): string[] {
  const papers = store.papers(job);
  const works = groupStoredPapers(papers);
  const records = new Map<number, [FoundPaper, ...FoundPaper[]]>();
  papers.forEach((paper, index) => {
    const work = works[index] as number;
    records.set(work, [...(records.get(work) ?? []), paper] as [FoundPaper, ...FoundPaper[]]);
  });
  const best = [...records.values()].map((same) => bestStored(same, (paper) => paper));
  const keys = citationKeys(best);
  const keyOfWork = new Map([...records.keys()].map((work, index) => [work, keys[index]]));
  return works.map((work, index) => keyOfWork.get(work) ?? paperRef(job, index + 1));
}

const MAX_NAMED_JOBS = 4;

function fileName(jobs: readonly JobRecord[], text: string): string {
  const all = readAll(text);
  if (all) return ['all-jobs', ...(all.group?.match(/[a-z0-9]+/gi) ?? [])].join('-');
  if (jobs.length === 0) return 'library';
  const refs = jobs.map(({ number }) => jobRef(number));
  const more = refs.length > MAX_NAMED_JOBS ? [`and-${refs.length - MAX_NAMED_JOBS}-more`] : [];
  return [...refs.slice(0, MAX_NAMED_JOBS), ...more].join('-');
}
