import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { identifyRecords } from '../../jobs/answers/identification.ts';
import { findJobsWithPapers } from '../../jobs/answers/several-jobs.ts';
import type { ReviewRecord, ReviewStore } from '../../jobs/ports/reviews.ts';
import type { JobRecord, StoredJobs } from '../../jobs/ports/store.ts';
import { memberOf } from '../check-writer.ts';
import type { ReviewAct } from '../events.ts';
import type { SearchedRecords } from '../prisma/prisma-flow.ts';
import type { Criterion, Protocol, Reader, RecordSource } from '../protocol.ts';
import { beginProtocol, type ProtocolChange } from './amendments.ts';
import { mustName, type NamesIn } from './find-in-review.ts';
import { gatherSources, lastNumber, numberRecords, recordsOfJob } from './gather-records.ts';
import {
  type OpenReview,
  placeOf,
  type ReviewLog,
  type ReviewLogs,
  type ReviewPlace,
  type ReviewSummary,
  summarize,
} from './review-log.ts';

/** Opens a review over jobs, without duplicates, and adds jobs to it. */

/** A new review: its question, criteria, jobs and protocol. Without jobs its records come from files. */
type NewReview = {
  question: string;
  criteria: readonly Omit<Criterion, 'id'>[];
  /** `J1,J2`. */
  jobs?: string | undefined;
  protocol?: ProtocolChange | undefined;
  /** `lab`: at the lab's service, if it stores reviews. Default: on this machine. */
  place?: ReviewPlace | undefined;
};

/** A review's beginning, and the jobs added to it. */
export type Beginnings = {
  /**
   * Opens a review; an equal one without decisions is returned instead. Throws INVALID_INPUT, and JOB_NOT_FOUND for
   * unknown jobs.
   */
  open(review: NewReview, who: Reader): Promise<ReviewSummary>;
  /** Adds the records of jobs. Returns how many were new, and how many existed already. */
  addJobs(ref: string, jobs: string, who: Reader): Promise<{ records: number; duplicates: number }>;
};

export type BeginDeps = { store: StoredJobs & ReviewStore; account: string };

export function createBeginnings({ store, account }: BeginDeps, logs: ReviewLogs, names: NamesIn): Beginnings {
  return {
    async open({ question, criteria, jobs, protocol, place = 'here' }, who) {
      const trimmed = question.trim();
      if (trimmed === '') throw invalidInput([invalidField('question', { kind: 'no-question' })]);
      const found = jobs === undefined ? [] : findJobsWithPapers(store, jobs, account, 'jobs');
      const asDefault = namePriors(store, found, beginProtocol(protocol), names);
      const target = logs.at(place);
      const opening = {
        what: 'open' as const,
        question: trimmed,
        criteria: criteria.map((criterion, index) => ({ id: `C${index + 1}`, ...criterion })),
        protocol: target === logs.here ? asDefault : { ...asDefault, priors: [] },
      };
      const gather = (ref: string) => gatherFirst(store, found, ref, asDefault);
      const ref = (await findEqual(target, opening, who, gather)) ?? (await target.create([opening], who));
      const { review } = await target.write(ref, who, ({ state }) =>
        state.imports.length > 0 ? { acts: [] } : gather(ref),
      );
      return summarize(review);
    },
    async addJobs(ref, jobs, who) {
      const found = jobs === undefined ? [] : findJobsWithPapers(store, jobs, account, 'jobs');
      const { acts } = await logs.all.write(ref, who, (review) =>
        gatherJobs(store, found, { ...review, records: [...review.records.values()] }),
      );
      const imports = acts.flatMap((act) => (act.what === 'import' ? [act] : []));
      const sum = (count: (act: (typeof imports)[number]) => number) =>
        imports.reduce((all, act) => all + count(act), 0);
      return { records: sum((act) => act.records.length), duplicates: sum((act) => act.duplicates.length) };
    },
  };
}

type Opening = Extract<ReviewAct, { what: 'open' }>;
type Gathered = { acts: ReviewAct[]; records: ReviewRecord[] };
type Known = Pick<OpenReview, 'ref' | 'state'> & { records: readonly ReviewRecord[] };

/** The imports of those jobs that a review does not contain yet. */
function gatherJobs(store: StoredJobs, jobs: readonly JobRecord[], { ref, state, records: known }: Known) {
  let last = lastNumber(ref, state);
  const named = new Set(state.imports.flatMap(({ source }) => (source.from === 'file' ? [] : source.job)));
  const sources: Parameters<typeof gatherSources>[1][number][] = [];
  for (const job of jobs) {
    const name = nameOfJob(placeOf(ref), job);
    if (named.has(name)) continue;
    const papers = recordsOfJob(store, job);
    // In a shared review, each member has their own jobs, and `J1-3` would be a different paper for each.
    const identified = placeOf(ref) === 'here' ? papers : numberRecords(ref, papers, last);
    last += identified.length;
    const origin = { job: name, sources: job.sources.map(({ source }) => source) };
    const source: RecordSource = isOfCitations(job) ? citationsOf(job, origin) : { from: 'job', ...origin };
    sources.push({ source, identified, search: searchOf(job) });
  }
  const imported = gatherSources(known, sources);
  return { acts: imported.map(({ act }) => act), records: imported.flatMap(({ records }) => records) } as Gathered;
}

/** The counts of records in a job's receipt. */
function searchOf({ sources, flow, related, notes, papers, request }: JobRecord): SearchedRecords | undefined {
  if (!flow) return undefined;
  const failed = new Set(sources.flatMap((each) => (each.failed === undefined ? [] : each.source)));
  const counts = { returned: papers ?? 0, requested: request?.filters.limit ?? null };
  const search = identifyRecords({ service: '', sources, failed, flow, related, notes, ...counts });
  return {
    identified: search.identified.map(({ database: name, records }) => ({ name, records })),
    duplicates: search.duplicates,
    automation: Object.values(search.leftOut).reduce((sum, count) => sum + count, 0),
    otherReasons: search.belowLimit,
  };
}

/**
 * Whether a job lists references or citations of papers, which is not a database search: the flow has a separate column
 * for them.
 */
function isOfCitations({ related }: Pick<JobRecord, 'related'>): boolean {
  const relation = related?.relation;
  return related?.search !== undefined || relation === 'references' || relation === 'citations';
}

/** The log records how citations were followed, because other members of a lab do not have the job. */
function citationsOf(job: JobRecord, origin: { job: string; sources: string[] }): RecordSource {
  const followed = job.notes.find((note) => note.kind === 'citations-followed');
  const byIndex = job.notes.find((note) => note.kind === 'citations-by-index');
  const source = { from: 'citations', ...origin } as const;
  if (!followed) return source;
  const { seeds, directions, progress } = followed;
  const indexes = byIndex?.indexes.map(({ title }) => title) ?? [];
  const { createdAt: from, finishedAt } = job;
  return { ...source, search: { seeds, directions, indexes, rounds: progress.round, from, to: finishedAt ?? from } };
}

/** In a shared review, a job's name must be unique among all members' jobs. */
export function nameOfJob(place: ReviewPlace, { number, jobId, createdAt }: JobRecord): string {
  return place === 'here' ? `J${number}` : (jobId ?? `${number} ${createdAt}`);
}

const NOTHING: Known['state'] = { imports: [] as Known['state']['imports'] } as Known['state'];

/** The protocol with its priors as a review of these jobs names them. Throws JOB_NOT_FOUND for unknown records. */
function namePriors(store: StoredJobs, jobs: readonly JobRecord[], protocol: Protocol, names: NamesIn): Protocol {
  if (protocol.priors.length === 0) return protocol;
  const { acts, records } = gatherJobs(store, jobs, { ref: 'R0', state: NOTHING, records: [] });
  const byRef = new Map(records.map((record) => [record.ref, record]));
  const duplicates = new Map(acts.flatMap((act) => (act.what === 'import' ? act.duplicates : [])));
  const find = names({ state: { records: byRef, duplicates }, records: byRef });
  return { ...protocol, priors: [...new Set(protocol.priors.map((prior) => mustName(find, prior)))] };
}

/**
 * The events that follow the opening of a review: its imports and, if records get references of the review, its priors
 * by these.
 */
function gatherFirst(store: StoredJobs, jobs: readonly JobRecord[], ref: string, protocol: Protocol): Gathered {
  const { acts, records } = gatherJobs(store, jobs, { ref, state: NOTHING, records: [] });
  const { priors } = protocol;
  if (placeOf(ref) === 'here' || priors.length === 0) return { acts, records };
  const jobRefs = jobs.flatMap((job) => recordsOfJob(store, job).map((record) => record.ref));
  const named = priors.map((prior) => `${ref}-${jobRefs.indexOf(prior.trim().toUpperCase()) + 1}`);
  return { acts: [...acts, { what: 'protocol', protocol: { ...protocol, priors: named } }], records };
}

/**
 * An equal review, with the same text over the same records and without decisions; also one that has no records yet
 * because its process was killed. In a lab, only one of the reader's own.
 */
async function findEqual(
  log: Pick<ReviewLog, 'refs' | 'peek'>,
  opening: Opening,
  who: Reader,
  gather: (ref: string) => Pick<Gathered, 'acts'>,
): Promise<string | undefined> {
  // Imports of earlier versions have no content hashes and no numbers of their search.
  const asText = (acts: readonly ReviewAct[]) =>
    JSON.stringify(acts, (key, value) => (key === 'contents' || key === 'search' ? undefined : value));
  for (const ref of [...(await log.refs())].reverse()) {
    const { state, events, damagedAt } = (await log.peek(ref)) ?? {};
    const [first, ...others] = events ?? [];
    if (!first || !state || state.decisions > 0 || damagedAt !== undefined) continue;
    if (placeOf(ref) === 'lab' && memberOf(first.who) !== memberOf(who)) continue;
    if (asText([actOf(first)]) !== asText([opening])) continue;
    if (others.length === 0) return ref;
    const acts = others.filter(({ what }) => what === 'import' || what === 'protocol').map(actOf);
    if (asText(acts) === asText(gather(ref).acts)) return ref;
  }
  return undefined;
}

function actOf({ n: _, at: __, who: ___, ...act }: OpenReview['events'][number]): ReviewAct {
  return act as ReviewAct;
}
