import type { ListedJob } from '../../jobs/answers/list.ts';
import type { Feature } from '../../jobs/features.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { Watches } from '../../jobs/watches.ts';

type Reviews = Feature<'reviews'>;
type ListedReview = Awaited<ReturnType<Reviews['list']>>['reviews'][number];

export type DeskWatch = ReturnType<Watches['listNews']>[number] & { name?: string | undefined };

/** A review, with its progress at the first stage that has work left. */
export type DeskReview = { ref: string; question: string; decided: number; records: number; conflicts: number };

/** What every page shows at its side: starred and recent searches, watched searches, and reviews. */
export type Desk = {
  mode: Mode;
  starred: ListedJob[];
  recent: ListedJob[];
  watched: DeskWatch[];
  reviews: DeskReview[];
};

/** Maximum jobs examined for starred ones. */
const MAX_LOOKED = 1_000;
const MAX_RECENT = 8;

/** Named searches come first among the recent ones, because someone will look for them. */
export async function makeDesk(
  searches: Pick<Jobs, 'listJobs'>,
  watches: Pick<Watches, 'listNews'>,
  reviews: Pick<Reviews, 'list'>,
): Promise<Desk> {
  const { mode, jobs } = searches.listJobs({ count: MAX_LOOKED });
  const byRef = new Map(jobs.map((job) => [job.ref, job]));
  // If a search was repeated, only the latest run is listed.
  const seen = new Set<string>();
  const others = jobs.filter(({ starred, name, about }) => {
    const isSeen = name === undefined && seen.has(about);
    seen.add(about);
    return !starred && !isSeen;
  });
  const named = others.filter(({ name }) => name !== undefined);
  const recent = [...named, ...others.filter(({ name }) => name === undefined)].slice(0, MAX_RECENT);
  return {
    mode,
    starred: jobs.filter(({ starred }) => starred),
    recent,
    watched: watches.listNews().map((watch) => ({ ...watch, name: byRef.get(watch.job)?.name })),
    // A review that cannot be read shows its error on its own page; it must not hide anything here.
    reviews: (await reviews.list().catch(() => ({ reviews: [] }))).reviews.reverse().map(deskReview),
  };
}

function deskReview({ ref, question, progress }: ListedReview): DeskReview {
  const here = progress.find(({ open, conflicts }) => open + conflicts > 0) ?? progress.at(-1);
  const { records = 0, include = 0, exclude = 0, maybe = 0 } = here ?? {};
  const conflicts = progress.reduce((sum, stage) => sum + stage.conflicts, 0);
  return { ref, question, decided: include + exclude + maybe, records, conflicts };
}
