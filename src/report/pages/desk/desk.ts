import type { Removals } from '../../../faces/ui/notices.ts';
import type { ListedJob } from '../../../jobs/answers/list.ts';
import type { SearchFacts } from '../../../jobs/answers/search-facts.ts';
import type { Features } from '../../../jobs/features.ts';
import type { Call } from '../../../jobs/ports/reviews.ts';
import type { Mode } from '../../../jobs/ports/service.ts';
import type { Watches } from '../../../jobs/watches.ts';
import { groupBy } from '../../../lib/groups.ts';
import { verdictOnRetraction } from '../../../papers/retraction/status.ts';
import type { Reader } from '../../../review/protocol.ts';
import { labelsThatCount, progressOf, type StageProgress } from '../../../review/queue.ts';
import { standingDecision } from '../../../review/review-outcomes.ts';
import type { OpenReview } from '../../../review/screening/review-log.ts';
import type { Reviews } from '../../../review/screening/reviewing.ts';

/** A search as the desk lists it; `earlier` are former runs of the same, latest first. */
export type DeskSearch = ListedJob & { earlier: string[]; facts?: SearchFacts | undefined };

export type DeskWatch = ReturnType<Watches['listNews']>[number] & { name?: string; ranAt?: string; isRunning: boolean };

/** A review with its progress at the first stage that has work left; `at`: the time of its last event. */
export type DeskReview = {
  ref: string;
  question: string;
  at?: string | undefined;
  here: StageProgress;
  conflicts: number;
  hasWork: boolean;
  /** The records that count at the stage (relevant or not), in the order of decision; unknown for a lab's review. */
  labels: readonly boolean[];
};

/** A paper that a review includes although it is retracted. */
export type KeptRetracted = { review: string; ref: string; title: string; year?: number | undefined };

/** What the desk shows. `searches` is one page of `total`. */
export type Desk = {
  mode: Mode;
  searches: DeskSearch[];
  page: { offset: number; total: number };
  watched: DeskWatch[];
  reviews: DeskReview[];
  kept: KeptRetracted[];
};

type Parts = {
  features: Pick<Features, 'jobs' | 'watches' | 'reviews' | 'exports'>;
  removals: Removals;
  factsOf: (ref: string) => SearchFacts | undefined;
  who: Reader;
  call: Call;
  offset: number;
};

const MAX_LOOKED = 5_000;
/** Searches on a page of the desk. */
export const PAGE_SEARCHES = 20;
/** The newest reviews, whose progress is drawn. */
const MAX_READ = 12;

export async function makeDesk({ features, removals, factsOf, who, call, offset }: Parts): Promise<Desk> {
  const searches = await features.jobs();
  const { mode, jobs } = searches.listJobs({ count: MAX_LOOKED });
  const present = jobs.filter(({ ref }) => !removals.isGone(ref));
  const lines = foldRuns(present, (ref) => JSON.stringify(searches.jobStatus(ref)?.request));
  const sorted = [...lines.filter(({ starred }) => starred), ...lines.filter(({ starred }) => !starred)];
  const shown = sorted.slice(offset, offset + PAGE_SEARCHES);
  const byRef = new Map(jobs.map((job) => [job.ref, job]));
  const watches = await features.watches();
  // A review that cannot be read shows its error on its own page; it must not hide anything here.
  const { reviews, open } = await readReviews(await features.reviews(call), who).catch(() => NO_REVIEWS);
  return {
    mode,
    searches: shown.map((search) => ({ ...search, facts: factsOf(search.ref) })),
    page: { offset, total: sorted.length },
    watched: watches
      .listNews()
      .filter(({ watch }) => !removals.isGone(watch))
      .map((watch) => {
        const last = watch.lastRun === null ? undefined : byRef.get(watch.lastRun);
        const { name } = byRef.get(watch.job) ?? {};
        return {
          ...watch,
          ...(name !== undefined && { name }),
          ...(last && { ranAt: last.createdAt }),
          isRunning: last !== undefined && last.papers === undefined && last.status !== 'error',
        };
      })
      .sort((a, b) => (b.news?.papers ?? 0) - (a.news?.papers ?? 0)),
    reviews,
    kept: await keptRetracted(features, open).catch(() => []),
  };
}

/** Merges the runs of the same search into one line, except named or starred runs and runs without papers. */
function foldRuns(jobs: readonly ListedJob[], requestOf: (ref: string) => string | undefined): DeskSearch[] {
  const isSeparate = ({ name, starred, about, status }: ListedJob) =>
    name !== undefined || starred || status !== 'success' || about === '';
  const alike = groupBy(jobs, (job) => (isSeparate(job) ? job.ref : `${job.operation} ${job.about}`));
  const lines = [...alike.values()].flatMap((group) =>
    // Reads and compares the requests only of searches with equal texts.
    group.length === 1 ? [group] : [...groupBy(group, ({ ref }) => requestOf(ref)).values()],
  );
  const newest = (ref: string) => Number(ref.slice(1));
  return lines
    .map(([job, ...earlier]) => ({ ...job, earlier: earlier.map(({ ref }) => ref) }))
    .sort((a, b) => newest(b.ref) - newest(a.ref));
}

const NO_REVIEWS = { reviews: [], open: [] };

async function readReviews(all: Reviews, who: Reader): Promise<{ reviews: DeskReview[]; open: OpenReview[] }> {
  const listed = (await all.list()).reviews.reverse();
  const open: OpenReview[] = [];
  const reviews: DeskReview[] = [];
  for (const { ref, question, progress } of listed) {
    const isRead = ref.startsWith('R') && open.length < MAX_READ;
    const review = isRead ? await all.read(ref).catch(() => undefined) : undefined;
    if (review) open.push(review);
    const stages = review ? progressOf(review.state, who) : progress;
    const here = stages.find(({ open, conflicts }) => open + conflicts > 0) ?? stages.at(-1);
    if (!here) continue;
    reviews.push({
      ref,
      question,
      at: review?.events.at(-1)?.at,
      here,
      conflicts: stages.reduce((sum, { conflicts }) => sum + conflicts, 0),
      hasWork: stages.some(({ open, conflicts }) => open + conflicts > 0),
      labels: review ? labelsThatCount(review.state, who, here.stage).map(({ isRelevant }) => isRelevant) : [],
    });
  }
  // Unfinished reviews first, the most recently used at the top.
  reviews.sort((a, b) => Number(b.hasWork) - Number(a.hasWork) || (b.at ?? '').localeCompare(a.at ?? ''));
  return { reviews, open };
}

/** Retracted papers that reviews include now, with the status that is known today. */
async function keptRetracted({ exports }: Parts['features'], open: readonly OpenReview[]): Promise<KeptRetracted[]> {
  const kept: KeptRetracted[] = [];
  for (const { ref: review, state, records } of open) {
    const included = [...records.values()].filter(({ ref }) => standingDecision(state, ref) === 'include');
    const stored = new Map(included.map(({ ref, paper }) => [ref, paper]));
    for (const [job, papers] of groupBy(included, ({ ref }) => (/^J\d+(?=-)/.exec(ref) ?? [''])[0])) {
      if (job === '') continue;
      const refs = papers.map(({ ref }) => ref);
      // A search that was removed has no papers; the review has its own records of them.
      const now = await (await exports()).exportedPapers({ jobId: job, refs }).catch(() => []);
      for (const { ref, paper } of now) stored.set(ref, paper);
    }
    for (const [ref, paper] of stored) {
      const { title = ref, year } = paper;
      if (verdictOnRetraction(paper) === 'yes') kept.push({ review, ref, title, year });
    }
  }
  return kept;
}
