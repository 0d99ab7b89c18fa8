import type { ChoosingFilter } from '../../contract/filter-table.ts';
import { groupStoredPapers } from '../../jobs/answers/same-works.ts';
import { paperRef } from '../../jobs/job-refs.ts';
import type { JobRecord, ResultsDigest, StoredJobs } from '../../jobs/ports/store.ts';
import { addTo } from '../../lib/groups.ts';
import { checkFilters, ignoredFilters, type Verdict } from '../../papers/filters/filter-meaning.ts';
import { type FoundPaper, readEngine } from '../../papers/found-paper.ts';
import { countKnown, listMarks } from '../../papers/retraction/retraction-marks.ts';
import { describeMarks } from '../../papers/retraction/sentences.ts';
import { verdictOnRetraction } from '../../papers/retraction/status.ts';
import { cleanLine, shorten } from '../../papers/text.ts';

/** The stored papers of a job in numbers, for its receipt. */
export type ResultCounts = {
  counts: {
    /** Null for a job created elsewhere. */
    requested: number | null;
    returned: number;
    /** Records whose work another record of the same job represents. */
    duplicates: number;
    works: number;
    withoutDoi: number;
    withoutAbstract: number;
    withoutYear: number;
    /** How many records have a known retraction status, how many are retracted, and the marks with references. */
    retraction: { known: number; tableOf?: string; retracted: number; marks?: string };
    perYear: Record<string, number>;
    /** Records per engine, if the service reports it. */
    perEngine: Record<string, number>;
    removedCharacters: number;
  };
  /** For each filter sent, how many stored papers meet it. */
  applied: Partial<Record<ChoosingFilter, Record<Verdict, number>>>;
  /** Filters that some stored paper does not meet: the service ignored them or has other data. */
  ignored: ChoosingFilter[];
  stored: ResultsDigest | undefined;
};

const MAX_ENGINE_CHARACTERS = 60;

export function countResults(store: StoredJobs, job: JobRecord): ResultCounts {
  const papers = store.papers(job.number);
  const works = new Set(groupStoredPapers(papers)).size;
  const applied = job.request ? checkFilters(papers, job.request.filters) : {};
  const lacking = (has: (paper: FoundPaper) => unknown) => papers.filter((paper) => !has(paper)).length;
  return {
    counts: {
      requested: job.request?.filters.limit ?? job.related?.limit ?? null,
      returned: papers.length,
      duplicates: papers.length - works,
      works,
      withoutDoi: lacking((paper) => paper.doi),
      withoutAbstract: lacking((paper) => paper.abstract),
      withoutYear: lacking((paper) => paper.year),
      retraction: countRetractions(job, papers),
      perYear: count(papers.flatMap(({ year }) => (year === undefined ? [] : [String(year)]))),
      perEngine: count(papers.flatMap((paper) => enginesOf(readEngine(paper)))),
      removedCharacters: papers.reduce((sum, paper) => sum + (paper.search?.removedCharacters ?? 0), 0),
    },
    applied,
    ignored: ignoredFilters(applied),
    stored: store.digest(job.number),
  };
}

function countRetractions(job: JobRecord, papers: readonly FoundPaper[]) {
  const verdicts = papers.map(verdictOnRetraction);
  const { retraction: known, tableOf } = countKnown(papers);
  const marks = listMarks(papers.map((paper, index) => ({ ref: paperRef(job.number, index + 1), paper })));
  return {
    known,
    tableOf,
    retracted: verdicts.filter((verdict) => verdict === 'yes').length,
    ...(marks.length > 0 && { marks: describeMarks(marks) }),
  };
}

/** The embedded service lists all sources of a work. */
function enginesOf(engine: string | undefined): string[] {
  const names = (engine ?? '').split(',').map((name) => shorten(cleanLine(name), MAX_ENGINE_CHARACTERS));
  return [...new Set(names.filter((name) => name !== ''))];
}

function count(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) addTo(counts, name);
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b, 'en')));
}
