import type { ListedJob } from '../../jobs/answers/list.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { Watches } from '../../jobs/watches.ts';
import type { ListedReview, Reviews } from '../../review/screening/reviewing.ts';

export type DeskWatch = ReturnType<Watches['listNews']>[number] & { name?: string | undefined };

/** A review, with how far it is at the first stage that has something to do. */
export type DeskReview = { ref: string; question: string; decided: number; records: number; conflicts: number };

/** What stands beside every page: the searches that a person keeps at hand, the watched ones, and the reviews. */
export type Desk = {
  mode: Mode;
  starred: ListedJob[];
  recent: ListedJob[];
  watched: DeskWatch[];
  reviews: DeskReview[];
};

/** Jobs that are looked through for starred ones. */
const MAX_LOOKED = 1_000;
const MAX_RECENT = 8;

/** Named searches stand before others that are as recent: somebody will look for them. */
export async function makeDesk(
  searches: Pick<Jobs, 'listJobs'>,
  watches: Pick<Watches, 'listNews'>,
  reviews: Pick<Reviews, 'list'>,
): Promise<Desk> {
  const { mode, jobs } = searches.listJobs({ count: MAX_LOOKED });
  const byRef = new Map(jobs.map((job) => [job.ref, job]));
  // Of a search that was made several times, the last is enough.
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
    // One that cannot be read says so on its own page, and hides nothing here.
    reviews: (await reviews.list().catch(() => ({ reviews: [] }))).reviews.reverse().map(deskReview),
  };
}

function deskReview({ ref, question, progress }: ListedReview): DeskReview {
  const here = progress.find(({ open, conflicts }) => open + conflicts > 0) ?? progress.at(-1);
  const { records = 0, include = 0, exclude = 0, maybe = 0 } = here ?? {};
  const conflicts = progress.reduce((sum, stage) => sum + stage.conflicts, 0);
  return { ref, question, decided: include + exclude + maybe, records, conflicts };
}
