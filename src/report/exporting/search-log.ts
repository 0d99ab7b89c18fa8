import { isCitationSearch } from '../../jobs/answers/identification.ts';
import { type JobSelectionRequest, selectPapers } from '../../jobs/answers/job-selection.ts';
import { findRemoved } from '../../jobs/answers/several-jobs.ts';
import type { JobRecord } from '../../jobs/ports/store.ts';
import { finalCharge } from '../../jobs/spending/charges.ts';
import type { IdentifiedRecords } from '../../library/ports/library.ts';
import { STOP_STEMS } from '../../papers/analysis/stop-words.ts';
import { splitConditions } from '../../papers/filters/where.ts';
import { readQueryTokens } from '../../papers/query/terms.ts';
import type { Mark } from '../../papers/retraction/notes.ts';
import { countSearches, listWorkMarks } from './count-searches.ts';
import { methodsParagraph } from './methods-paragraph.ts';
import { duplicatesByRule, type Prisma, type PrismaSItem, prismaFlow, prismaS } from './prisma.ts';
import { makeReceipt, type Receipt, type ReceiptDeps } from './receipt.ts';

/** The record of searches for a systematic review: the items of PRISMA-S and the first numbers of its flow diagram. */
export type SearchLog = {
  made: string;
  /** A paragraph for the methods section. */
  methods: string;
  /** The identification stage of the PRISMA 2020 flow diagram, without look-ups of known papers. */
  prisma: Prisma;
  /** Records of the files that were imported into the library: databases that a person searched. Not in `prisma`. */
  imported?: IdentifiedRecords;
  /** Retracted papers and other marks among the record's works, each once, with references. */
  marks: Mark[];
  totals: {
    /** Searches, excluding those from a paper or an author, and look-ups. */
    searches: number;
    citationSearches: number;
    /** Searches for an author's papers, and for papers similar to one. */
    otherMethods: number;
    lookUps: number;
    /** Searches of any kind without results: running, failed or of unknown outcome. */
    withoutResults: number;
    /** Credits that were certainly charged, by pool. */
    creditsCharged: Record<string, number>;
    /** Credits of searches whose charge is unknown, by pool: they may have been charged, too. */
    creditsUnknown: Record<string, number>;
    /** Jobs that the user removed, which this record does not contain. Absent if there are none. */
    removed?: { jobs: number; creditsCharged: Record<string, number> };
  };
  /** The references of the searches on each topic. */
  topics: string[][];
  searches: Receipt[];
  deduplication: string;
  /** Records that the search itself merged, by rule. */
  duplicatesByRule: Record<string, number>;
  prismaS: PrismaSItem[];
};

const DEDUPLICATION =
  'Records are of one work when their arXiv numbers are equal, or their DOIs or ids with titles that have words in common, or their titles and first ' +
  'authors, with equal years or a preprint at most three years apart. Published versions with different DOIs are different works.';

/**
 * The log of some jobs, oldest first. `request` narrows it to a part of their papers; its `jobId` named the jobs.
 */
export function makeSearchLog(
  deps: ReceiptDeps,
  jobs: readonly JobRecord[],
  request: JobSelectionRequest & { jobId?: string } = {},
): SearchLog {
  const ordered = [...jobs].sort((a, b) => a.number - b.number);
  const receipts = new Map(ordered.map((job) => [job, makeReceipt(deps, job)]));
  const searched = ordered.filter(({ lookUp }) => !lookUp);
  const { searches, works } = countSearches(deps, searched, receipts);
  const direct = searched.filter(({ related }) => !related);
  const flow = prismaFlow(searches, works);
  const narrowed = narrow(flow, deps, searched, request);
  const { prisma } = narrowed;
  const marks = listWorkMarks(deps, ordered, narrowed.refs);
  const imported = deps.identifiedRecords?.();
  const removed = request.jobId === undefined ? [] : findRemoved(deps.store, request.jobId);
  const topics = groupByTopic(direct.filter(({ papers }) => papers !== null)).map((group) =>
    group.flatMap((job) => receipts.get(job)?.ref ?? []),
  );
  return {
    made: new Date().toISOString(),
    methods: methodsParagraph(searches, prisma, topics),
    prisma,
    ...(imported && { imported }),
    marks,
    totals: {
      searches: direct.length,
      citationSearches: searched.filter(({ related }) => isCitationSearch(related)).length,
      otherMethods: searched.filter(({ related }) => related && !isCitationSearch(related)).length,
      lookUps: ordered.length - searched.length,
      withoutResults: searched.filter(({ papers }) => papers === null).length,
      creditsCharged: creditsByPool(ordered, 'yes'),
      creditsUnknown: creditsByPool(ordered, 'unknown'),
      ...(removed.length > 0 && {
        removed: { jobs: removed.length, creditsCharged: creditsByPool(removed, 'yes') },
      }),
    },
    topics,
    searches: [...receipts.values()],
    deduplication: DEDUPLICATION,
    duplicatesByRule: duplicatesByRule(searches.map(({ receipt, update }) => (update ? undefined : receipt.flow))),
    prismaS: prismaS(searches, prisma, DEDUPLICATION),
  };
}

/** The flow without the papers that `refs` and `where` exclude, and the references of the remaining papers. */
function narrow(
  flow: Omit<Prisma, 'outside'>,
  { store }: ReceiptDeps,
  jobs: readonly JobRecord[],
  request: JobSelectionRequest,
): { prisma: Prisma; refs?: ReadonlySet<string> } {
  const { refs, where } = request;
  if (!refs && !where) return { prisma: flow };
  const finished = jobs.filter(({ papers }) => papers !== null);
  const selection = selectPapers(store, finished, request);
  const works = selection.papers.map(({ ref, sameAs }) => [ref, ...sameAs].sort());
  const chosen = new Set(works.map(([first]) => first));
  const conditions = where ? splitConditions(where).map(({ name }) => `${name}: ${String(where[name])}`) : [];
  const choice = [...(refs ? ['not among the papers named'] : []), ...conditions.map((each) => `not ${each}`)].join(
    ', ',
  );
  const undecided = selection.undecided();
  const outside = {
    choice,
    works: flow.toScreen - chosen.size,
    ...(undecided > 0 && { unknown: { conditions: conditions.join(', '), works: undecided } }),
  };
  return { prisma: { ...flow, outside, toScreen: chosen.size }, refs: new Set(works.flat()) };
}

function creditsByPool(jobs: readonly JobRecord[], charged: 'yes' | 'unknown'): Record<string, number> {
  const pools: Record<string, number> = {};
  for (const job of jobs) {
    if (job.mode === 'hosted' && finalCharge(job) === charged) pools[job.pool] = (pools[job.pool] ?? 0) + job.cost;
  }
  return pools;
}

/** Two searches share a topic if they share at least this part of the shorter one's content terms. */
const MIN_SHARED = 1 / 3;

/**
 * Groups searches by topic, from their words: two searches share a topic if at least a third of the shorter one's terms
 * are in the other, or if a third search connects them. Returns the jobs of each topic in the given order. A search
 * without words of its own (created elsewhere) is a topic by itself.
 */
function groupByTopic(jobs: readonly JobRecord[]): JobRecord[][] {
  let topics: { jobs: JobRecord[]; terms: ReadonlySet<string>[] }[] = [];
  for (const job of jobs) {
    const terms = readTerms(job);
    const same = topics.filter((topic) => topic.terms.some((others) => isSameTopic(terms, others)));
    const rest = topics.filter((topic) => !same.includes(topic));
    const joined = {
      jobs: [...same.flatMap((topic) => topic.jobs), job],
      terms: [...same.flatMap((topic) => topic.terms), terms],
    };
    topics = [...rest, joined];
  }
  const position = new Map(jobs.map((job, index) => [job, index]));
  const first = (group: readonly JobRecord[]) => Math.min(...group.map((job) => position.get(job) ?? 0));
  return topics.map((topic) => topic.jobs).sort((a, b) => first(a) - first(b));
}

function readTerms({ request }: JobRecord): ReadonlySet<string> {
  const { keywords = [], query = '', strategy = '' } = request?.body ?? {};
  const tokens = readQueryTokens([...keywords, query, strategy].join(' '));
  return new Set(tokens.map(({ term }) => term).filter((term) => !STOP_STEMS.has(term)));
}

function isSameTopic(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared > 0 && shared >= MIN_SHARED * Math.min(a.size, b.size);
}
