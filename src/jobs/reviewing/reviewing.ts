import { invalidInput } from '../../contract/errors.ts';
import { invalidField, shown } from '../../contract/invalid.ts';
import type { Note } from '../../contract/notes.ts';
import { type GivenDecision, judgeDecisions, type Refusal } from '../../review/accept.ts';
import type { Agreement } from '../../review/agreement.ts';
import type { ReviewAct, ServingOrder } from '../../review/events.ts';
import type { Criterion, Decision, Protocol, Reader, Stage } from '../../review/protocol.ts';
import { progressOf, type StageProgress } from '../../review/queue.ts';
import { isCounted, outcomeAt } from '../../review/review-outcomes.ts';
import { findRecord } from '../../review/review-state.ts';
import { noSuchPaper } from '../job-refs.ts';
import type { ReviewRecord, ReviewStore } from '../ports/reviews.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { findJobs } from '../reading/several-jobs.ts';
import { compareReaders } from './compare-readers.ts';
import { type ConflictView, conflictsOf } from './conflicts.ts';
import { gatherRecords, recordsOfJob } from './gather-records.ts';
import { type ImportedFile, importDecisions, type ReviewFile } from './import-decisions.ts';
import { chooseStage, declared, lastReading, lastShownAt, serve } from './reader-turn.ts';
import { methodsOf } from './review-content.ts';
import { createReviewLog, type OpenReview, type ReviewLog, reviewRef } from './review-log.ts';
import { type ShownRecord, showRecord } from './show-record.ts';
import { type StopView, stopState } from './stop-state.ts';

/** A new review: what it asks, by which criteria, of which jobs, and how it is read. */
type NewReview = {
  question: string;
  criteria: readonly Omit<Criterion, 'id'>[];
  /** `J1,J2`. */
  jobs: string;
  protocol?: Partial<Protocol> | undefined;
};

type ScreenRequest = {
  review: string;
  stage?: Stage | undefined;
  decisions?: readonly GivenDecision[] | undefined;
  /** How many records to show. */
  next?: number | undefined;
  order?: ServingOrder | undefined;
  view?: 'compact' | 'abstract' | undefined;
};

export type ReviewSummary = {
  ref: string;
  question: string;
  openedAt: string;
  criteria: Criterion[];
  protocol: Protocol;
  records: number;
};

export type ScreenView = {
  review: ReviewSummary;
  stage: Stage;
  accepted: number;
  /** How many of these stood already. */
  repeated: number;
  refused: Refusal[];
  next: ShownRecord[];
  progress: StageProgress[];
  stop: StopView;
  conflicts: ConflictView[];
  agreement?: Agreement & { readers: [string, string] };
  /** A paragraph for the methods section, once nothing is left to read. */
  methods?: string;
  notes: Note[];
};

/** Screening. Methods throw PaperqueueError; everything is free. */
export type Reviews = {
  /**
   * Begins a review; one that was begun alike, and in which nothing was decided, is returned instead. Throws
   * INVALID_INPUT, and JOB_NOT_FOUND for jobs that are not there.
   */
  open(review: NewReview, who: Reader): Promise<ReviewSummary>;
  list(): Promise<(ReviewSummary & { progress: StageProgress[] })[]>;
  /** Records decisions of a reader and shows the next records. */
  screen(request: ScreenRequest, who: Reader): Promise<ScreenView>;
  /** Adds the records of jobs. Returns how many were new, and how many were there already. */
  addJobs(ref: string, jobs: string, who: Reader): Promise<{ records: number; duplicates: number }>;
  /** Takes back the reader's last decision that stands. Undefined if there is none. */
  undo(ref: string, who: Reader): Promise<{ ref: string; title: string; decision: Decision; stage: Stage } | undefined>;
  /** Settles a conflict. */
  resolve(ref: string, given: GivenDecision, who: Reader, stage?: Stage): Promise<ScreenView>;
  /** What each rule for stopping says of the whole review, or of one reader; recorded as a check. */
  checkStop(ref: string, who: Reader): Promise<StopView & { stage: Stage }>;
  /** All records on which readers decided differently. */
  conflicts(ref: string): Promise<ConflictView[]>;
  /** Puts what follows a damage aside. Returns how many events. */
  repair(ref: string): Promise<number>;
  /** A paragraph for the methods section, of what was done so far. */
  methods(ref: string): Promise<string>;
  /** Takes a file of records or decisions in. */
  importFile(ref: string, file: ReviewFile, who: Reader): Promise<ImportedFile>;
  read(ref: string): Promise<OpenReview>;
};

type Deps = {
  store: StoredJobs & ReviewStore;
  account: string;
  now?: () => Date;
  /** This program with its version, as a methods section names it. */
  software: string;
  /** Whether a text has the words of a quotation. */
  isQuoted(text: string, quote: string): boolean;
};

const MAX_CONFLICTS = 20;

export function createReviews({ store, account, now = () => new Date(), isQuoted, software }: Deps): Reviews {
  const log = createReviewLog(store, now);
  const quotedIn = ({ records }: OpenReview) => {
    return (ref: string, quote: string) => {
      const paper = records.get(ref)?.paper;
      const text = [paper?.title, paper?.abstract].filter(Boolean).join('\n\n');
      return isQuoted(text, quote);
    };
  };

  return {
    async open({ question, criteria, jobs, protocol }, who) {
      const asked = question.trim();
      if (asked === '') throw invalidInput([invalidField('question', { is: 'no-question' })]);
      const gathered = gatherJobs(store, findJobs(store, jobs, account), []);
      const opening = {
        what: 'open' as const,
        question: asked,
        criteria: criteria.map((criterion, index) => ({ id: `C${index + 1}`, ...criterion })),
        protocol: { ...DEFAULT_PROTOCOL, ...protocol },
      };
      refuseStrangePriors(opening.protocol.priors, gathered.acts);
      const begun = await findEqual(log, opening, gathered.acts);
      if (begun) return summarize(begun);
      const number = await log.create([opening], who);
      const { review } = await log.write(reviewRef(number), who, () => gathered);
      return summarize(review);
    },
    async list() {
      const reviews = await Promise.all((await log.numbers()).map((number) => log.read(reviewRef(number))));
      return reviews.map((review) => ({ ...summarize(review), progress: progressOf(review.state, undefined) }));
    },
    async screen({ review: ref, stage: asked, decisions = [], next = 0, order = 'likely', view = 'compact' }, who) {
      const taken = await log.write(ref, who, (review) => {
        const reader = declared(who, review.state);
        const stage =
          (asked ? undefined : lastShownAt(review.state, who, decisions)) ?? chooseStage(review.state, asked, who);
        return { ...judgeDecisions(review.state, reader, stage, decisions, quotedIn(review)), who: reader, stage };
      });
      const { refused, accepted, repeated } = taken;
      const { review, shown, stage } = await log.write(ref, who, (review) => {
        const stage = next === 0 ? taken.stage : chooseStage(review.state, asked, who);
        const { refs: shown, act } = serve(review, who, stage, next, order, now().toISOString());
        return { acts: act ? [act] : [], shown, stage };
      });
      const { state } = review;
      const agreement = compareReaders(state, stage);
      const showing = { question: state.question, criteria: state.criteria, stage, view };
      return {
        review: summarize(review),
        stage,
        accepted,
        repeated,
        refused,
        next: shown.flatMap((each) => showRecord(review.records.get(each), showing) ?? []),
        progress: progressOf(state, who),
        stop: stopState(review, who, stage),
        conflicts: conflictsOf(review, who).slice(0, MAX_CONFLICTS),
        ...(agreement && { agreement }),
        ...(next > 0 && shown.length === 0 && { methods: methodsOf(review, software) }),
        notes: notesOn(review, who),
      };
    },
    async addJobs(ref, jobs, who) {
      const found = findJobs(store, jobs, account);
      const { acts } = await log.write(ref, who, (review) =>
        gatherJobs(
          store,
          found.filter(({ number }) => !review.state.imports.some(({ source }) => hasJob(source, number))),
          [...review.records.values()],
        ),
      );
      const imports = acts.flatMap((act) => (act.what === 'import' ? [act] : []));
      const sum = (count: (act: (typeof imports)[number]) => number) =>
        imports.reduce((all, act) => all + count(act), 0);
      return { records: sum((act) => act.records.length), duplicates: sum((act) => act.duplicates.length) };
    },
    async undo(ref, who) {
      let taken: { ref: string; decision: Decision; stage: Stage } | undefined;
      const { review } = await log.write(ref, who, ({ state }) => {
        taken = lastReading(state, who);
        return { acts: taken ? [{ what: 'withdraw', stage: taken.stage, ref: taken.ref } as const] : [] };
      });
      return taken && { ...taken, title: review.records.get(taken.ref)?.paper.title ?? '' };
    },
    async resolve(ref, given, who, asked) {
      const { stage } = await log.write(ref, who, (review) => {
        const { state } = review;
        const record = findRecord(state, given.ref);
        const stages = asked ? [asked] : state.protocol.stages;
        const stage = stages.find((each) => record && outcomeAt(state, record.ref, each).is === 'conflict');
        if (!record || !stage || given.decision === 'withdraw') {
          throw invalidInput([invalidField('ref', { is: 'no-conflict', given: shown(given.ref) })]);
        }
        const { decision, reasons = [], note } = given;
        const act: ReviewAct = {
          ...{ what: 'resolve', stage, ref: record.ref, decision },
          ...(reasons.length > 0 && { reasons: reasons.map((reason) => reason.trim().toUpperCase()) }),
          ...(note && { note }),
        };
        return { acts: [act], stage };
      });
      return this.screen({ review: ref, stage }, who);
    },
    async checkStop(ref, who) {
      const { state, stage } = await log.write(ref, who, (review) => {
        const stage = chooseStage(review.state, undefined, undefined);
        const state = stopState(review, undefined, stage);
        const { screened, relevant, holds } = state;
        return { acts: [{ what: 'stop-check', stage, screened, relevant, holds } as const], state, stage };
      });
      return { ...state, stage };
    },
    conflicts: async (ref) => conflictsOf(await log.read(ref)),
    repair: (ref) => log.repair(ref),
    methods: async (ref) => methodsOf(await log.read(ref), software),
    importFile: (...given) => importDecisions(log, ...given),
    read: (ref) => log.read(ref),
  };
}

const DEFAULT_PROTOCOL: Protocol = {
  stages: ['title-abstract', 'full-text'],
  readers: '1',
  blind: false,
  assistant: 'suggest',
  priors: [],
};

function summarize({ ref, state, records }: OpenReview): ReviewSummary {
  const { question, openedAt, criteria, protocol } = state;
  return { ref, question, openedAt, criteria, protocol, records: records.size };
}

/** Whoever names a record as known to be relevant means one of the review. */
function refuseStrangePriors(priors: readonly string[], imports: readonly ReviewAct[]): void {
  const known = new Set(
    imports.flatMap((act) => (act.what === 'import' ? [...act.records, ...act.duplicates.map(([ref]) => ref)] : [])),
  );
  const strange = priors.find((ref) => !known.has(ref.trim().toUpperCase()));
  if (strange !== undefined) throw noSuchPaper(strange, {});
}

/** The review that was begun in the same words over the same records, and in which nothing was decided yet. */
async function findEqual(
  log: ReviewLog,
  opening: ReviewAct,
  imports: readonly ReviewAct[],
): Promise<OpenReview | undefined> {
  const asText = (acts: readonly ReviewAct[]) => JSON.stringify(acts);
  for (const number of [...(await log.numbers())].reverse()) {
    const review = await log.read(reviewRef(number));
    if (review.state.decisions > 0 || review.damagedAt !== undefined) continue;
    const acts = review.events.flatMap(({ n: _, at: __, who: ___, ...act }) =>
      act.what === 'open' || act.what === 'import' ? [act as ReviewAct] : [],
    );
    if (asText(acts) === asText([opening, ...imports])) return review;
  }
  return undefined;
}

function gatherJobs(store: StoredJobs, jobs: readonly JobRecord[], known: readonly ReviewRecord[]) {
  const acts: ReviewAct[] = [];
  const records: ReviewRecord[] = [];
  for (const job of jobs) {
    const sources = job.sources.map(({ source }) => source);
    const source = { from: 'job', job: `J${job.number}`, sources } as const;
    const gathered = gatherRecords([...known, ...records], source, recordsOfJob(store, job));
    acts.push(gathered.act);
    records.push(...gathered.records);
  }
  return { acts, records };
}

function hasJob(source: { from: string; job?: string }, number: number): boolean {
  return source.from !== 'file' && source.job === `J${number}`;
}

function notesOn({ ref, state, damagedAt }: OpenReview, who: Reader): Note[] {
  const isSuggesting = !isCounted(who, state.protocol) && state.protocol.assistant === 'suggest';
  return [
    ...(damagedAt === undefined ? [] : [{ kind: 'damaged-review', review: ref, n: damagedAt } as const]),
    ...(isSuggesting ? [{ kind: 'assistant-suggests', review: ref } as const] : []),
  ];
}
