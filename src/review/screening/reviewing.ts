import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { findJobsWithPapers } from '../../jobs/answers/several-jobs.ts';
import type { Call, ReviewStore } from '../../jobs/ports/reviews.ts';
import type { StoredJobs } from '../../jobs/ports/store.ts';
import { shown } from '../../lib/shown.ts';
import type { Note } from '../../wording/notes.ts';
import { type DecisionRequest, judgeDecisions, type Refusal, toResolution } from '../accept.ts';
import { findTooLong } from '../decision-limits.ts';
import { findUnknownReason } from '../event-rules.ts';
import type { ServingOrder } from '../events.ts';
import { type Criterion, type Decision, isCounted, type Protocol, type Reader, type Stage } from '../protocol.ts';
import { progressOf, type StageProgress } from '../queue.ts';
import { excludedWithoutReason, outcomeAt } from '../review-outcomes.ts';
import { type Amendments, beginProtocol, createAmendments, type ProtocolChange } from './amendments.ts';
import { findEqual, gatherFirst, gatherJobs, namePriors } from './begin-review.ts';
import { type ConflictView, compareReaders, conflictsOf } from './compare-readers.ts';
import { mustName, namesIn } from './find-in-review.ts';
import { type ImportedFile, importDecisions, type ReviewFile } from './import-decisions.ts';
import {
  chooseStage,
  criteriaSeen,
  declared,
  lastReading,
  lastShownAt,
  type ShownRecord,
  serve,
  showRecord,
} from './reader-turn.ts';
import { methodsOf } from './review-content.ts';
import type { OpenReview, ReviewPlace } from './review-log.ts';
import { createReviewLogs, type LogMemories } from './review-logs.ts';
import { type StopView, stopState } from './stop-state.ts';
import { confirmationsOf } from './suggestions.ts';

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

type ScreenRequest = {
  review: string;
  stage?: Stage | undefined;
  decisions?: readonly DecisionRequest[] | undefined;
  /** Number of records to show. */
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
  /** Number of these that had been recorded before. */
  repeated: number;
  refused: Refusal[];
  next: ShownRecord[];
  progress: StageProgress[];
  stop: StopView;
  conflicts: ConflictView[];
  agreement?: ReturnType<typeof compareReaders>;
  /** A paragraph for the methods section, once nothing is left to read. */
  methods?: string;
  notes: Note[];
  /** Whether the criteria have changed since the reader's last call. */
  hasNewCriteria: boolean;
};

type ListedReview = ReviewSummary & { progress: StageProgress[] };

/** Screening. Methods throw PaperqueueError; everything is free. */
export type Reviews = Amendments & {
  /**
   * Opens a review; an equal one without decisions is returned instead. Throws INVALID_INPUT, and JOB_NOT_FOUND for
   * unknown jobs.
   */
  open(review: NewReview, who: Reader): Promise<ReviewSummary>;
  /**
   * The reviews of this machine, and those of the lab that the account is a member of; or those of one place.
   * `unreadable` are reviews whose log has no intact part.
   */
  list(place?: ReviewPlace): Promise<{ reviews: ListedReview[]; unreadable: string[] }>;
  /** Records decisions of a reader and shows the next records. */
  screen(request: ScreenRequest, who: Reader): Promise<ScreenView>;
  /** Adds the records of jobs. Returns how many were new, and how many existed already. */
  addJobs(ref: string, jobs: string, who: Reader): Promise<{ records: number; duplicates: number }>;
  /** Withdraws the reader's last valid decision. Undefined if there is none. */
  undo(ref: string, who: Reader): Promise<{ ref: string; title: string; decision: Decision; stage: Stage } | undefined>;
  /**
   * Makes the suggestions of assistants decisions of a person, with their reasons: all of them, or those on some
   * records. Throws INVALID_INPUT for an assistant, which cannot confirm suggestions, and JOB_NOT_FOUND.
   */
  confirm(ref: string, who: Reader, refs?: readonly string[]): Promise<{ confirmed: number; refused: Refusal[] }>;
  /** Resolves a conflict. */
  resolve(ref: string, given: DecisionRequest, who: Reader, stage?: Stage): Promise<ScreenView>;
  /** What each stopping rule says about the whole review, or about one reader; recorded as a check. */
  checkStop(ref: string, who: Reader): Promise<StopView & { stage: Stage }>;
  /** All records on which readers decided differently. */
  conflicts(ref: string): Promise<ConflictView[]>;
  /** Moves the events after the damaged one to a backup. Returns how many events. */
  repair(ref: string): Promise<number>;
  /** A paragraph for the methods section about the work so far. */
  methods(ref: string): Promise<string>;
  /** Imports a file of records or decisions. */
  importFile(ref: string, file: ReviewFile, who: Reader): Promise<ImportedFile>;
  read(ref: string): Promise<OpenReview>;
};

type Deps = {
  store: StoredJobs & ReviewStore;
  /** Undefined if there is no service that stores reviews. */
  lab?: ReviewStore | undefined;
  account: string;
  now?: () => Date;
  /** This program with its version, as named in a methods section. */
  software: string;
  /** The call that all of it serves. Absent: nothing aborts it. */
  call?: Call;
  /** Cached reads of earlier calls. */
  memory?: LogMemories;
  /** Whether a text contains a quotation. */
  isQuoted(text: string, quote: string): boolean;
};

const MAX_CONFLICTS = 20;

export function createReviews(deps: Deps): Reviews {
  const { store, lab, account, now = () => new Date(), isQuoted, software, call, memory } = deps;
  const logs = createReviewLogs({ here: store, lab }, now, { memory, call });
  const log = logs.all;
  const quotedIn = ({ records }: OpenReview) => {
    return (ref: string, quote: string) => {
      const paper = records.get(ref)?.paper;
      const text = [paper?.title, paper?.abstract].filter(Boolean).join('\n\n');
      return isQuoted(text, quote);
    };
  };

  const names = namesIn(store);
  /** Replaces references by those of the review, which may name its records differently. */
  const inReview = <Named extends { ref: string }>(review: OpenReview, requests: readonly Named[]): Named[] => {
    const find = names(review);
    return requests.map((each) => ({ ...each, ref: find(each.ref) ?? each.ref }));
  };

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
    async list(place) {
      const refs = place ? await logs.at(place).refs() : await log.refs();
      const found = await Promise.all(refs.map((ref) => log.peek(ref)));
      return {
        reviews: found.flatMap((review) =>
          review ? { ...summarize(review), progress: progressOf(review.state, undefined) } : [],
        ),
        unreadable: refs.filter((_, index) => found[index] === undefined),
      };
    },
    async screen(
      { review: ref, stage: requestedStage, decisions = [], next = 0, order = 'likely', view = 'compact' },
      who,
    ) {
      const taken = await log.write(ref, who, (review) => {
        const reader = declared(who, review.state);
        const stage =
          (requestedStage ? undefined : lastShownAt(review.state, who, inReview(review, decisions))) ??
          chooseStage(review.state, requestedStage, who);
        const hasNewCriteria = criteriaSeen(review.state, who) !== undefined;
        const judged = judgeDecisions(review.state, reader, stage, inReview(review, decisions), quotedIn(review));
        return { ...judged, who: reader, stage, hasNewCriteria };
      });
      const { refused, accepted, repeated, hasNewCriteria } = taken;
      const { review, shown, stage } = await log.write(ref, who, (review) => {
        const stage = next === 0 ? taken.stage : chooseStage(review.state, requestedStage, who);
        const { refs: shown, act } = serve(review, who, stage, next, order, now().toISOString());
        return { acts: act ? [act] : [], shown, stage };
      });
      const { state } = review;
      const conflicts = conflictsOf(review, who);
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
        conflicts: conflicts.slice(0, MAX_CONFLICTS),
        ...(agreement && { agreement }),
        ...(next > 0 && shown.length === 0 && { methods: methodsOf(review, software) }),
        notes: [
          ...(hasNewCriteria ? [{ kind: 'criteria-changed', review: ref } as const] : []),
          ...(conflicts.length > MAX_CONFLICTS
            ? [{ kind: 'some-conflicts', review: ref, shown: MAX_CONFLICTS, all: conflicts.length } as const]
            : []),
          ...notesOn(review, who),
        ],
        hasNewCriteria,
      };
    },
    async addJobs(ref, jobs, who) {
      const found = jobs === undefined ? [] : findJobsWithPapers(store, jobs, account, 'jobs');
      const { acts } = await log.write(ref, who, (review) =>
        gatherJobs(store, found, { ...review, records: [...review.records.values()] }),
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
    async confirm(ref, who, refs) {
      if (who.kind !== 'human') throw invalidInput([invalidField('as', { kind: 'people-confirm' })]);
      let confirmed = 0;
      const refused: Refusal[] = [];
      const { stages } = (await log.read(ref)).state.protocol;
      // A record that is included at one stage reaches the next, at which it may have a suggestion, too.
      for (const stage of stages) {
        const judged = await log.write(ref, who, (review) => {
          const find = names(review);
          const named = refs?.map((name) => mustName(find, name));
          const requests = confirmationsOf(review.state, stage, named);
          return judgeDecisions(review.state, declared(who, review.state), stage, requests, quotedIn(review));
        });
        confirmed += judged.accepted;
        refused.push(...judged.refused);
      }
      return { confirmed, refused };
    },
    async resolve(ref, request, who, requestedStage) {
      const { stage } = await log.write(ref, who, (review) => {
        const { state } = review;
        const [named = request] = inReview(review, [request]);
        const record = state.records.get(named.ref);
        const stages = requestedStage ? [requestedStage] : state.protocol.stages;
        const stage = stages.find((each) => record && outcomeAt(state, record.ref, each).is === 'conflict');
        if (!record || !stage || request.decision === 'withdraw' || request.decision === 'note') {
          throw invalidInput([invalidField('ref', { kind: 'no-conflict', given: shown(request.ref) })]);
        }
        const { decision, reasons = [], note } = request;
        const unknownReason = findUnknownReason(state, stage, reasons);
        if (unknownReason) {
          const { reason, known } = unknownReason;
          throw invalidInput([invalidField('reason', { kind: 'no-such-criterion', given: shown(reason), known })]);
        }
        const tooLong = findTooLong({ reasons, note });
        if (tooLong) throw invalidInput([invalidField('note', { kind: 'longer-than', most: tooLong.most })]);
        return { acts: [toResolution(stage, record.ref, { decision, reasons, note })], stage };
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
    ...createAmendments(log, logs.here, names),
    conflicts: async (ref) => conflictsOf(await log.read(ref)),
    repair: (ref) => log.repair(ref),
    methods: async (ref) => methodsOf(await log.read(ref), software),
    importFile: (...parameters) => importDecisions(log, ...parameters),
    read: (ref) => log.read(ref),
  };
}

function summarize({ ref, state }: Pick<OpenReview, 'ref' | 'state'>): ReviewSummary {
  const { question, openedAt, criteria, protocol } = state;
  return { ref, question, openedAt, criteria, protocol, records: state.records.size };
}

function notesOn({ ref, state, damagedAt, isUnknown }: OpenReview, who: Reader): Note[] {
  const unreasoned = excludedWithoutReason(state);
  const isSuggesting = !isCounted(who, state.protocol) && state.protocol.assistant === 'suggest';
  return [
    ...(damagedAt === undefined ? [] : [{ kind: 'damaged-review', review: ref, n: damagedAt, isUnknown } as const]),
    ...(isSuggesting ? [{ kind: 'assistant-suggests', review: ref } as const] : []),
    ...(unreasoned.length > 0
      ? [
          {
            kind: 'excluded-without-reason',
            review: ref,
            refs: unreasoned.slice(0, 3),
            all: unreasoned.length,
          } as const,
        ]
      : []),
  ];
}
