import { isFinal } from '../contract/answers.ts';
import { invalidInput } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import { shown } from '../lib/shown.ts';
import { visibleLine } from '../lib/visible-text.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { foldGroup, type ListedJob, listed, listGroups } from './answers/list.ts';
import { findJobs } from './answers/several-jobs.ts';
import { findJob, jobRef, noSuchJob } from './job-refs.ts';
import { type JobLabel, type JobRecord, type JobStore, watchSeries } from './ports/store.ts';

/** Keeping recorded jobs in order: names, and groups for projects. Free; nothing is sent. */
export type TidyCases = {
  /** Names a job; null removes the name. Throws JOB_NOT_FOUND and INVALID_INPUT. */
  nameJob(ref: string, name: string | null): Promise<ListedJob>;
  /** Stars a job, or removes the star. Throws JOB_NOT_FOUND. */
  starJob(ref: string, isStarred: boolean): Promise<ListedJob>;
  /** Moves jobs (`J2,J15`, `all`) into a group; null removes them from theirs. Throws like `nameJob`. */
  groupJobs(refs: string, group: string | null): Promise<ListedJob[]>;
  /** The jobs in `refs` (`J2,J15`, `all:thesis`), and why some cannot be removed. Throws JOB_NOT_FOUND. */
  findRemovable(refs: string): { jobs: ListedJob[]; kept: KeptJob[] };
  /**
   * Removes jobs with their papers, or none of them if one can no longer be removed. Their costs stay recorded, and the
   * library keeps their papers.
   */
  removeJobs(refs: string): Promise<{ kept: KeptJob[] }>;
  listGroups(): { group: string; jobs: number }[];
};

/** Why a job cannot be removed; `watch` is the watch that it belongs to. */
export type KeptJob = { ref: string; why: 'sending' | 'running' | 'charge-unknown' } | { ref: string; watch: string };

/** A search that seems to run for longer was forgotten by its service, and may be removed. */
const MAX_RUN_MS = 24 * 60 * 60 * 1000;

const MAX_NAME_CHARACTERS = 120;
const MAX_GROUP_CHARACTERS = 60;

type Deps = { store: JobStore; account: string };

export function createTidyCases({ store, account }: Deps): TidyCases {
  const labelJobs = async (jobs: readonly JobRecord[], label: JobLabel): Promise<ListedJob[]> => {
    const numbers = jobs.map(({ number }) => number);
    await whenStoreIsFree(() => store.label(numbers, label));
    return numbers.flatMap((number) => store.byNumber(number) ?? []).map(listed);
  };
  return {
    async nameJob(ref, name) {
      const label = checkLabel(store, { name });
      const job = findJob(store, ref, account);
      if (!job) throw noSuchJob(store, ref);
      const [named] = await labelJobs([job], label);
      return named ?? listed(job);
    },
    async starJob(ref, isStarred) {
      const job = findJob(store, ref, account);
      if (!job) throw noSuchJob(store, ref);
      const [starred] = await labelJobs([job], { isStarred });
      return starred ?? listed(job);
    },
    async groupJobs(refs, group) {
      const label = checkLabel(store, { group });
      return labelJobs(findJobs(store, refs, account), label);
    },
    findRemovable(refs) {
      const jobs = findJobs(store, refs, account);
      return { jobs: jobs.map(listed), kept: jobs.flatMap((job) => whyKept(store, job)) };
    },
    async removeJobs(refs) {
      const jobs = findJobs(store, refs, account);
      const kept: KeptJob[] = [];
      const allow = (job: JobRecord) => {
        kept.push(...whyKept(store, job));
        if (kept.length > 0) throw NOT_REMOVED;
      };
      await whenStoreIsFree(() =>
        store.remove(
          jobs.map(({ number }) => number),
          allow,
        ),
      ).catch((error) => {
        if (error !== NOT_REMOVED) throw error;
      });
      return { kept };
    },
    listGroups: () => listGroups(store),
  };
}

const NOT_REMOVED = new Error('a job cannot be removed');

function whyKept(store: JobStore, { number, status, createdAt }: JobRecord): KeptJob[] {
  const ref = jobRef(number);
  if (status === 'submitting') return [{ ref, why: 'sending' }];
  if (status === 'unknown') return [{ ref, why: 'charge-unknown' }];
  const isOld = Date.now() - Date.parse(createdAt) > MAX_RUN_MS;
  if (!isFinal(status) && status !== 'refused' && !isOld) return [{ ref, why: 'running' }];
  const watch = store.watchOf(number);
  return watch === undefined ? [] : [{ ref, watch: watchSeries(watch) }];
}

/**
 * A label as recorded: on one line, and a group with the spelling of an existing one that differs only in case. Throws
 * INVALID_INPUT.
 */
export function checkLabel(store: JobStore, { name, group }: JobLabel): JobLabel {
  const checked = {
    name: name == null ? name : checkText('name', name, MAX_NAME_CHARACTERS),
    group: group == null ? group : checkText('group', group, MAX_GROUP_CHARACTERS),
  };
  if (checked.group == null) return checked;
  if (/[,:]/.test(checked.group))
    throw invalidInput([invalidField('group', { kind: 'no-group-name', given: shown(group) })]);
  const folded = foldGroup(checked.group);
  const existing = listGroups(store).find((each) => foldGroup(each.group) === folded);
  return existing ? { ...checked, group: existing.group } : checked;
}

function checkText(field: 'name' | 'group', text: string, max: number): string {
  const line = visibleLine(text).trim();
  if (line.length >= 1 && line.length <= max) return line;
  throw invalidInput([invalidField(field, `1 to ${max} characters, got ${line.length}`)]);
}
