import { checkFilters, ignoredFilters, usedFilters } from '../../papers/filters/filter-meaning.ts';
import { describeTextCondition } from '../../papers/filters/text-condition.ts';
import type { Where } from '../../papers/filters/where.ts';
import { asksForDecision } from '../../papers/filters/where-filter.ts';
import { knownNote } from '../../papers/retraction/retraction-marks.ts';
import { isLeading, type Note } from '../../wording/notes.ts';
import { jobRef, someRefs } from '../job-refs.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import type { ComparedSearch } from './answer-view.ts';
import { extentOf } from './extent.ts';
import type { JobSelection } from './job-selection.ts';
import { aboutJob } from './list.ts';
import type { RelevanceView } from './relevance.ts';
import { describeReviewed } from './sentences.ts';
import type { PageRequest } from './show-page.ts';

/** How a page's text condition was parsed, and which review its decision condition refers to. */
export function readingOfWhere({ where }: PageRequest, { reviewed }: JobSelection): { whereRead?: string } {
  const parts = [
    ...(where?.text === undefined ? [] : [describeTextCondition(where.text)]),
    ...(where && asksForDecision(where) ? [describeReviewed(reviewed, where.by)] : []),
  ];
  return parts.length === 0 ? {} : { whereRead: parts.join('; ') };
}

/** The reviews that shown decisions come from, if no condition names them; otherwise what such a condition left out. */
export function decisionsNote({ reviewed, onlySuggested, papers }: JobSelection, { where }: PageRequest): Note[] {
  if (onlySuggested.length > 0) return onlySuggested.map((each) => ({ kind: 'only-suggested', ...each }));
  const isShown =
    !(where && asksForDecision(where)) && papers.some(({ decision }) => (decision() ?? 'none') !== 'none');
  return isShown ? [{ kind: 'decisions-of', reviewed }] : [];
}

/** What each of several searches contributes. */
export function compareSearches(jobs: readonly JobRecord[], selection: JobSelection): ComparedSearch[] {
  const contributions = new Map(selection.searches().map((each) => [each.job, each]));
  return jobs.map((job) => {
    const about = { job: jobRef(job.number), about: aboutJob(job) };
    const contribution = contributions.get(job.number);
    if (!contribution) return { ...about, status: job.status };
    const { works: papers, onlyHere, added } = contribution;
    const { of } = extentOf(job) ?? {};
    return { ...about, papers, ...(of !== undefined && { of }), onlyHere, added };
  });
}

/**
 * What the searches said, such as which sources failed: once if all of them said it, else with the jobs that did. What
 * hides papers comes first.
 */
export function notesOfSearches(jobs: readonly JobRecord[]): Note[] {
  const said = new Map<string, { note: Note; jobs: string[] }>();
  for (const { number, notes } of jobs)
    for (const note of notes) {
      // The time of the next attempt differs between searches of one call.
      const key = JSON.stringify(note, (name, value) => (name === 'againSeconds' ? undefined : value));
      const entry = said.get(key) ?? { note, jobs: [] };
      said.set(key, entry);
      entry.jobs.push(jobRef(number));
    }
  const all = [...said.values()];
  return [...all.filter(({ note }) => isLeading(note)), ...all.filter(({ note }) => !isLeading(note))].map((each) =>
    each.jobs.length === jobs.length ? each.note : { kind: 'of-searches', ...each },
  );
}

/** Tells which part of the question found nothing new, so that the next question can be better. */
export function notesOnNothingNew({ job, about, papers, added }: ComparedSearch): Note[] {
  return added === 0 && papers !== undefined ? [{ kind: 'search-adds-nothing', job, about, papers }] : [];
}

/** Unknown references, shown safely. */
export function unknownRefsNote({ unknown }: JobSelection): Note[] {
  if (unknown.length === 0) return [];
  return [{ kind: 'unknown-refs', ...someRefs(unknown) }];
}

/** Says how many papers come last because they lack the sort field. */
export function sortedNote({ sorted, papers }: JobSelection): Note[] {
  if (!sorted || sorted.unknown === 0) return [];
  return [{ kind: 'sorted-last', ...sorted, of: papers.length }];
}

/** What each part of `where.text` finds alone, if there are several parts and no paper meets all. */
export function textPartsNote({ textParts, stored: of }: JobSelection): Note[] {
  return textParts ? [{ kind: 'text-parts', of, ...textParts }] : [];
}

/**
 * How many records `where` excluded only because they lack a field, and, if it matters, how many have a known
 * retraction status: nothing is dropped silently.
 */
export function leftOutNote({ lacking, known }: JobSelection): Note[] {
  return [
    ...(lacking.length === 0 ? [] : [{ kind: 'facts-lacking', fields: lacking } as const]),
    ...(known ? [knownNote(known)] : []),
  ];
}

export function selectionNotes(selection: JobSelection, { where, refs }: PageRequest): Note[] {
  if (!where) return [];
  const { folded, stored: of } = selection;
  const { notIn, ...others } = where;
  const papers = selection.papers.length + folded;
  const isRerun = notIn !== undefined && Object.keys(others).length === 0;
  const summary: Note = isRerun
    ? { kind: 'not-in', jobs: notIn, papers, of }
    : { kind: 'left-by-where', papers, of, jobs: 'one' };
  return [...(refs ? [] : [summary]), ...textPartsNote(selection), ...leftOutNote(selection)];
}

/** Papers that the service returned although their own metadata contradicts its filters. */
export function ignoredNotes(store: StoredJobs, job: JobRecord, { where }: PageRequest): Note[] {
  if (where || !job.request || usedFilters(job.request.filters).length === 0) return [];
  const counts = checkFilters(store.papers(job.number), job.request.filters);
  return ignoredFilters(counts).map((filter) => ({
    kind: 'filter-ignored',
    filter,
    papers: counts[filter]?.unmet ?? 0,
  }));
}

/**
 * Explains why a keyword's count differs from that of a condition on the same words. Empty if the counts are equal, or
 * if the condition is not about a single keyword.
 */
export function keywordCountNote(
  { request }: JobRecord,
  where: Where,
  relevance: RelevanceView | undefined,
  found: number,
): Note[] {
  const { text, ...others } = where;
  if (text === undefined || Object.values(others).some((condition) => condition !== undefined)) return [];
  const words = plain(text);
  const [keyword, counted] = Object.entries(relevance?.keywords ?? {}).find(([name]) => plain(name) === words) ?? [];
  if (keyword === undefined || counted === undefined || counted === found) return [];
  const asWritten = request?.body.strategy !== undefined && ({ asWritten: true } as const);
  return [{ kind: 'keyword-counts', keyword, asKeyword: counted, asText: found, ...asWritten }];
}

function plain(text: string): string {
  return text.replaceAll('"', '').trim().replace(/\s+/g, ' ').toLowerCase();
}
