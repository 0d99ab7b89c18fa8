import type { Call, ReviewStore } from '../../jobs/ports/reviews.ts';
import type { Note } from '../../wording/notes.ts';
import type { DecisionRequest, Refusal } from '../accept.ts';
import { isCounted, type Reader, type Stage } from '../protocol.ts';
import { progressOf, type StageProgress } from '../queue.ts';
import { excludedWithoutReason } from '../review-outcomes.ts';
import { type Amendments, createAmendments } from './amendments.ts';
import { type BeginDeps, type Beginnings, createBeginnings } from './begin-review.ts';
import { type ConflictView, compareReaders, conflictsOf } from './compare-readers.ts';
import { createDeciding, type Deciding } from './decide.ts';
import { namesIn } from './find-in-review.ts';
import { type ImportedFile, importDecisions, type ReviewFile } from './import-decisions.ts';
import { methodsOf } from './methods-section.ts';
import { chooseStage, type ScreenRequest, type ShownRecord, serve, showRecord } from './reader-turn.ts';
import {
  createReviewLogs,
  damagedReview,
  damageNotes,
  type LogMemories,
  nameRecord,
  type OpenReview,
  type ReviewPlace,
  type ReviewSummary,
  summarize,
} from './review-log.ts';
import { type StopView, stopState } from './stop-state.ts';

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
export type Reviews = Amendments &
  Beginnings &
  Deciding & {
    /**
     * The reviews of this machine, and those of the lab that the account is a member of; or those of one place.
     * `unreadable` are reviews whose log has no intact part; `notes` name those shown up to a damage.
     */
    list(place?: ReviewPlace): Promise<{ reviews: ListedReview[]; unreadable: string[]; notes: Note[] }>;
    /** Records decisions of a reader and shows the next records. */
    screen(request: ScreenRequest, who: Reader): Promise<ScreenView>;
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

type Deps = BeginDeps & {
  /** Undefined if there is no service that stores reviews. */
  lab?: ReviewStore | undefined;
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
  const { store, lab, now = () => new Date(), isQuoted, software, call, memory } = deps;
  const logs = createReviewLogs({ here: store, lab }, now, { memory, call });
  const log = logs.all;
  const names = namesIn(store);
  const deciding = createDeciding(log, names, isQuoted);
  return {
    async list(place) {
      const refs = place ? await logs.at(place).refs() : await log.refs();
      const found = await Promise.all(refs.map((ref) => log.peek(ref)));
      return {
        reviews: found.flatMap((review) =>
          review ? { ...summarize(review), progress: progressOf(review.state, undefined) } : [],
        ),
        notes: found.flatMap((review) => (review ? damageNotes(review) : [])),
        unreadable: refs.filter((_, index) => found[index] === undefined),
      };
    },
    async screen(
      { review: ref, stage: requestedStage, decisions = [], next = 0, order = 'likely', view = 'compact' },
      who,
    ) {
      const taken = await deciding.record({ review: ref, stage: requestedStage, decisions }, who);
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
    async resolve(ref, request, who, requestedStage) {
      const stage = await deciding.resolve(ref, request, who, requestedStage);
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
    ...createBeginnings(deps, logs, names),
    ...createAmendments(log, logs.here, names),
    undo: deciding.undo,
    confirm: deciding.confirm,
    async conflicts(ref) {
      const review = await log.read(ref);
      // Those after the damage are not known.
      if (review.damagedAt !== undefined) throw damagedReview(ref, review.damagedAt, review.isUnknown);
      return conflictsOf(review);
    },
    repair: (ref) => log.repair(ref),
    methods: async (ref) => methodsOf(await log.read(ref), software),
    importFile: (...parameters) => importDecisions(log, ...parameters),
    read: (ref) => log.read(ref),
  };
}

function notesOn(review: OpenReview, who: Reader): Note[] {
  const { ref, state, records } = review;
  const unreasoned = excludedWithoutReason(state).map((each) => nameRecord({ records }, each));
  const isSuggesting = !isCounted(who, state.protocol) && state.protocol.assistant === 'suggest';
  return [
    ...damageNotes(review),
    ...(isSuggesting ? [{ kind: 'assistant-suggests', review: ref } as const] : []),
    ...(unreasoned.length > 0
      ? [
          {
            kind: 'excluded-without-reason',
            review: ref,
            named: unreasoned.slice(0, 3),
            all: unreasoned.length,
          } as const,
        ]
      : []),
  ];
}
