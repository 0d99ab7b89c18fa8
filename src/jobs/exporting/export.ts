import { invalidInput, PaperqueueError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { Advice, Note } from '../../contract/notes.ts';
import { writeBibliography } from '../../formats/bibliography/bibliography.ts';
import type { BibliographyStyle } from '../../formats/bibliography/styles.ts';
import type { ExportedPaper } from '../../formats/format.ts';
import { EXPORT_FORMATS } from '../../formats/format-facts.ts';
import { writePapers } from '../../formats/write-papers.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { citationKeys } from '../../papers/citation-keys.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { retractionStatus } from '../../papers/retraction/status.ts';
import { jobRef, paperRef, readPaperRef } from '../job-refs.ts';
import type { ExportFolder } from '../ports/exports.ts';
import type { Mode } from '../ports/service.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { MAX_ANSWER_CHARACTERS, sizeOf } from '../reading/answer-size.ts';
import { extentNote } from '../reading/extent.ts';
import {
  type JobSelection,
  type JobSelectionRequest,
  leftOutNote,
  selectPapers,
  sortedNote,
  unknownRefsNote,
} from '../reading/job-selection.ts';
import { type KnownCounts, listMarks } from '../reading/retraction-marks.ts';
import { bestStored, groupStoredPapers } from '../reading/same-works.ts';
import { findJobs, jobOfPapers, readAll, readPaperRefs } from '../reading/several-jobs.ts';
import {
  EXPORT_KINDS,
  type ExportKind,
  hasPapers,
  isOfCitations,
  isPaperFormat,
  leavesAbstractsOut,
} from './export-kinds.ts';
import { noteIncomplete } from './incomplete-entries.ts';
import type { ReceiptDeps } from './receipt.ts';
import { makeSearchLog, type SearchLog } from './search-log.ts';
import { searchLogInAnswer, searchLogToMarkdown } from './search-log-markdown.ts';

export type ExportRequest = JobSelectionRequest & {
  /** A reference or id, several separated by commas, `all` that succeeded, or `all:GROUP`. Or references of papers. */
  jobId: string;
  format: ExportKind;
  /** Of a bibliography. Default: apa. */
  style?: BibliographyStyle | undefined;
  /** Papers, at most. Default: all. */
  count?: number | undefined;
  /** With the abstracts, in formats for reference managers. Default: not for an assistant, else yes. */
  abstracts?: boolean | undefined;
  /** `file`: a new file, however short the text is. */
  as?: 'text' | 'file' | undefined;
};

/** An export as one text of any length. */
export type Rendered = {
  text: string;
  /** Papers in it, or works that a receipt counts. */
  papers: number;
  /** Base of a file name: references and plain words only. */
  name: string;
  notes: Note[];
  /** Set if `where` filters by retraction. */
  known?: KnownCounts | undefined;
};

/** An export for an assistant: its text if it fits an answer, else the path of a new file. */
export type ExportView = {
  mode: Mode;
  export: { format: ExportKind; papers: number; characters: number; text?: string; path?: string };
  known?: KnownCounts;
  notes?: Note[];
  next: Advice[];
};

export type ExportDeps = ReceiptDeps & { mode: Mode; exports: ExportFolder };

/** Characters of an answer reserved for the other fields. */
const RESERVED_CHARACTERS = 3_000;

/**
 * Exports stored papers or receipts, without a request to the service; a report is always a file. Throws
 * PaperqueueError.
 */
export function exportPapers(deps: ExportDeps, request: ExportRequest, render = renderExport): ExportView {
  const { format, abstracts = false } = request;
  const wrong = wrongOptions(request);
  if (wrong) throw invalidInput([wrong]);
  const isReport = format === 'html';
  const asFile = request.as === 'file' || isReport;
  const view = ({ papers, text, notes, known }: Rendered, content: object, next: Advice[]): ExportView => ({
    mode: deps.mode,
    export: { format, papers, characters: text.length, ...content },
    ...(known && { known }),
    ...(notes.length > 0 && { notes }),
    next,
  });
  if (!asFile) {
    const short = render(deps, { ...request, abstracts });
    if (format === 'receipt') return receiptInAnswer(deps, request, short, view);
    const isLong = sizeOf(JSON.stringify(short.text)) > MAX_ANSWER_CHARACTERS - RESERVED_CHARACTERS;
    const couldHaveAbstracts = leavesAbstractsOut(format) && !abstracts;
    const passOn: Advice[] = short.papers === 0 ? [] : [{ do: 'pass-on', couldHaveAbstracts }];
    if (!isLong) return view(short, { text: short.text }, passOn);
  }
  // A table in a file is for screening, which needs them.
  const whole = render(deps, { ...request, abstracts: request.abstracts ?? !isOfCitations(format) });
  const path = deps.exports.write(whole.name, EXPORT_KINDS[format].ending, fileText(format, whole.text));
  return view(whole, { path }, [{ do: 'tell-of-file', path, isReport, isTooLong: !asFile }]);
}

/** A short receipt is the answer itself. For a longer one the answer has its beginning, and a new file the whole. */
function receiptInAnswer(
  deps: ExportDeps,
  request: ExportRequest,
  whole: Rendered,
  view: (rendered: Rendered, content: object, next: Advice[]) => ExportView,
): ExportView {
  const { text, isWhole } = searchLogInAnswer(logOf(deps, request).log);
  const next: Advice = { do: 'pass-on', couldHaveAbstracts: false };
  if (isWhole) return view(whole, { text }, [next]);
  if (request.as === 'text') return view(whole, { text }, [next, { do: 'see-whole-record' }]);
  const path = deps.exports.write(whole.name, EXPORT_KINDS.receipt.ending, whole.text);
  return view(whole, { text, path }, [next, { do: 'see-whole-record', path }]);
}

/** Refuses options that make no sense together, instead of ignoring them. */
function wrongOptions({ format, style, count }: ExportRequest) {
  if (style !== undefined && format !== 'bibliography')
    return invalidField('style', { is: 'other-format', format: 'bibliography' });
  if (count !== undefined && !hasPapers(format)) return invalidField('count', { is: 'other-format' });
  return undefined;
}

/** The text as a file holds it. */
export function fileText(format: ExportKind, text: string): string {
  return isPaperFormat(format) ? (EXPORT_FORMATS[format].mark ?? '') + text : text;
}

/** The jobs and papers of an export, before it is written. */
export type ExportSelection = {
  jobs: JobRecord[];
  selection: JobSelection;
  papers: ExportedPaper[];
  /** Base of a file name: references and plain words only. */
  name: string;
  notes: Note[];
};

/** Selects what to export. Throws JOB_NOT_FOUND, and INVALID_INPUT for a job without papers. */
export function selectForExport(deps: ExportDeps, exportRequest: ExportRequest): ExportSelection {
  const { refs, jobs, name } = namedJobs(deps, exportRequest);
  const request = refs ? { refs, ...exportRequest } : exportRequest;
  const selection = selectPapers(deps.store, jobs, request);
  const { count = Number.POSITIVE_INFINITY } = request;
  const papers = withKeys(deps.store, selection).slice(0, count);
  const parts = [request.refs, request.where, request.sort, request.count];
  return {
    jobs,
    selection,
    papers,
    name: parts.some((part) => part !== undefined) ? `${name}-selection` : name,
    notes: [
      ...unknownRefsNote(selection),
      ...sortedExtentNote(jobs, request),
      ...selectionNotes(selection, papers, request),
    ],
  };
}

/** Renders an export for other programs as one text. Throws as `selectForExport` does. */
export function renderExport(deps: ExportDeps, request: ExportRequest): Rendered {
  const { format, abstracts, style = 'apa' } = request;
  if (format === 'bibliography') {
    const { papers, name, notes, selection } = selectForExport(deps, request);
    const { known } = selection;
    const all = [...notes, ...noteIncomplete(papers)];
    return { text: writeBibliography(papers, style), papers: papers.length, name, notes: all, known };
  }
  if (isPaperFormat(format)) {
    const { papers, name, notes, selection } = selectForExport(deps, request);
    const text = writePapers(format, abstracts === false ? withoutAbstracts(format, papers) : papers);
    const all = isOfCitations(format) ? [...notes, ...noteIncomplete(papers)] : notes;
    return { text, papers: papers.length, name, notes: all, known: selection.known };
  }
  const { log, name } = logOf(deps, request);
  const text = format === 'receipt' ? searchLogToMarkdown(log) : `${JSON.stringify(log, undefined, 2)}\n`;
  return { text, papers: log.prisma.toScreen, name, notes: [] };
}

/** The record of the requested jobs, narrowed to the requested papers. */
function logOf(deps: ExportDeps, request: ExportRequest): { log: SearchLog; name: string } {
  const { refs, jobs, name } = namedJobs(deps, request);
  return { log: makeSearchLog(deps, jobs, refs ? { refs, ...request } : request), name };
}

/** The jobs that a request names, and the papers if it names those. */
function namedJobs(deps: ExportDeps, request: ExportRequest): { refs?: string[]; jobs: JobRecord[]; name: string } {
  const refs = readPaperRefs(request.jobId);
  const jobs = refs ? [jobOfPapers(deps.store, refs)] : jobsOf(deps, request);
  return { ...(refs && { refs }), jobs, name: fileName(jobs, request.jobId) };
}

function withoutAbstracts(format: ExportKind, papers: readonly ExportedPaper[]): ExportedPaper[] {
  if (!leavesAbstractsOut(format)) return [...papers];
  return papers.map(({ paper, ...rest }) => ({ ...rest, paper: withoutAbstract(paper) }));
}

/** Keeps what the abstract said about a retraction. */
function withoutAbstract(paper: FoundPaper): FoundPaper {
  const retraction = retractionStatus(paper);
  const { abstract: _, ...others } = paper;
  return { ...others, ...(retraction && { retraction }) };
}

/** That only the most relevant papers of a search were sorted. */
function sortedExtentNote([job, ...others]: readonly JobRecord[], { sort }: ExportRequest): Note[] {
  return job && others.length === 0 && sort !== undefined ? extentNote(job, sort) : [];
}

/** What the export leaves out, and which of its papers are marked. */
function selectionNotes(selection: JobSelection, papers: readonly ExportedPaper[], { where }: ExportRequest): Note[] {
  const { folded, papers: chosen } = selection;
  const notes: Note[] = [];
  if (papers.length < chosen.length) notes.push({ kind: 'first-in-export', papers: papers.length, of: chosen.length });
  if (folded > 0) notes.push({ kind: 'folded-in-export', records: folded });
  const marks = listMarks(papers);
  if (marks.length > 0) notes.push({ kind: 'marked', marks });
  notes.push(...leftOutNote(selection), ...sortedNote(selection));
  if (chosen.length === 0 && where)
    notes.push({ kind: 'nothing-meets-where', of: selection.stored, without: selection.withoutCondition });
  return notes;
}

function jobsOf({ store, account }: ExportDeps, { jobId, format }: ExportRequest): JobRecord[] {
  const needsPapers = hasPapers(format);
  const jobs = findJobs(store, jobId, account, needsPapers ? 'success' : undefined);
  const without = needsPapers && jobs.find(({ status }) => status !== 'success');
  if (without) throw withoutPapers(without);
  return jobs;
}

function withoutPapers(job: JobRecord): PaperqueueError {
  const ref = jobRef(job.number);
  return new PaperqueueError({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'job-without-papers', job: ref, status: job.status }],
    charged: 'no',
    retryable: true,
    advice: [{ do: 'see-job', job: ref }],
    fields: [invalidField('jobId', { is: 'job-without-papers', ref })],
  });
}

/**
 * The selected papers with their citation keys. Keys are assigned over the works of a whole job, so that an export of a
 * few papers has the same keys as one of all. If papers of several jobs would share a key, the reference makes it
 * unique.
 */
function withKeys(store: StoredJobs, { papers }: JobSelection): ExportedPaper[] {
  const keysOfJobs = new Map<number, string[]>();
  const usedKeys = new Set<string>();
  return papers.map(({ ref, paper, sameAs, relevance }) => {
    const { job, paper: number } = readPaperRef(ref) as { job: number; paper: number };
    const keys = keysOfJobs.get(job) ?? keysOfJob(store, job);
    keysOfJobs.set(job, keys);
    const jobKey = keys[number - 1] as string;
    const key = usedKeys.has(jobKey) ? `${jobKey}-${ref.toLowerCase()}` : jobKey;
    usedKeys.add(key);
    return { ref, key, paper, ...(sameAs.length > 0 && { sameAs }), ...omitUndefined({ match: relevance()?.match }) };
  });
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
  const refs = jobs.map(({ number }) => jobRef(number));
  const more = refs.length > MAX_NAMED_JOBS ? [`and-${refs.length - MAX_NAMED_JOBS}-more`] : [];
  return [...refs.slice(0, MAX_NAMED_JOBS), ...more].join('-');
}
