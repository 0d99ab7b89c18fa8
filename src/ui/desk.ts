import type { Mode } from '../jobs/ports/service.ts';
import type { ListedJob } from '../jobs/reading/list.ts';
import type { UseCases } from '../jobs/use-cases.ts';
import type { Watches } from '../jobs/watches.ts';

export type DeskWatch = ReturnType<Watches['listNews']>[number] & { name?: string | undefined };

/** What stands beside every page: the searches that a person keeps at hand, and the watched ones. */
export type Desk = { mode: Mode; starred: ListedJob[]; recent: ListedJob[]; watched: DeskWatch[] };

/** Jobs that are looked through for starred ones. */
const MAX_LOOKED = 1_000;
const MAX_RECENT = 8;

/** Named searches stand before others that are as recent: somebody will look for them. */
export function makeDesk(cases: Pick<UseCases, 'listJobs'>, watches: Pick<Watches, 'listNews'>): Desk {
  const { mode, jobs } = cases.listJobs({ count: MAX_LOOKED });
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
  };
}
