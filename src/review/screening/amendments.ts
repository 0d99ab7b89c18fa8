import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { shown } from '../../lib/shown.ts';
import { faultOfRetrieval, goneStage, isSound } from '../event-rules.ts';
import { type ChosenStop, type Criterion, isChosenStop, type Protocol, type Reader, STAGES } from '../protocol.ts';
import { hasPassedTo } from '../review-outcomes.ts';
import { findRecord, type RecordState, type ReviewState } from '../review-state.ts';
import { mustName, type NamesIn } from './find-in-review.ts';
import type { ReviewLog } from './review-log.ts';

/** New criteria, without ids; `edit` and `retire` name existing ones. */
type CriteriaChange = {
  /** The complete new list: equal criteria keep their ids, and all others are retired. */
  all?: readonly Omit<Criterion, 'id'>[] | undefined;
  add?: readonly Omit<Criterion, 'id'>[] | undefined;
  edit?: readonly ({ id: string } & Pick<Criterion, 'text' | 'words'>)[] | undefined;
  retire?: readonly string[] | undefined;
};

/** Changes of the protocol, including its stopping rule. `priors` are added. */
export type ProtocolChange = Partial<Omit<Protocol, 'stop' | 'priors'>> & {
  stop?: Partial<ChosenStop> | undefined;
  priors?: readonly string[] | undefined;
};

/** Changes to a review after it began. The log keeps everything before. */
export type Amendments = {
  /** Returns all criteria, including retired ones. Throws INVALID_INPUT for an unknown one. */
  changeCriteria(ref: string, change: CriteriaChange, who: Reader): Promise<Criterion[]>;
  /** Throws INVALID_INPUT if a stage with decisions would be removed, and JOB_NOT_FOUND for an unknown record. */
  changeProtocol(ref: string, change: ProtocolChange, who: Reader): Promise<Protocol>;
  /**
   * Records whether the full text of a record was found. Throws INVALID_INPUT for a record that has not reached the
   * full text.
   */
  retrieve(ref: string, record: string, found: boolean, who: Reader): Promise<void>;
  /**
   * As `retrieve`, in every review in which the paper waits for its full text. A failure is recorded only if nothing is
   * known yet. Returns the reviews.
   */
  noteRetrieval(paper: string, found: boolean, who: Reader): Promise<string[]>;
};

const DEFAULT_PROTOCOL: Protocol = {
  stages: ['title-abstract', 'full-text'],
  readers: '1',
  blind: false,
  assistant: 'suggest',
  priors: [],
};

const DEFAULT_TARGET = { target: 0.95, confidence: 0.95 };

export function createAmendments(
  log: Pick<ReviewLog, 'write'>,
  here: Pick<ReviewLog, 'refs' | 'peek'>,
  names: NamesIn,
): Amendments {
  return {
    async changeCriteria(ref, change, who) {
      const { review } = await log.write(ref, who, ({ state }) => {
        const criteria = amendCriteria(state.criteria, change);
        return { acts: isSame(criteria, state.criteria) ? [] : [{ what: 'criteria', criteria } as const] };
      });
      return review.state.criteria;
    },
    async changeProtocol(ref, change, who) {
      const { review } = await log.write(ref, who, (review) => {
        const { state } = review;
        const find = names(review);
        const priors = change.priors?.map((prior) => mustName(find, prior));
        const protocol = amendProtocol(state, { ...change, priors });
        return { acts: isSame(protocol, state.protocol) ? [] : [{ what: 'protocol', protocol } as const] };
      });
      return review.state.protocol;
    },
    async retrieve(ref, record, found, who) {
      await log.write(ref, who, (review) => {
        const { state } = review;
        const { ref: recordRef, retrieved } = findRecord(state, mustName(names(review), record)) as RecordState;
        if (faultOfRetrieval(state, recordRef))
          throw invalidInput([invalidField('ref', { kind: 'not-at-full-text', given: shown(record) })]);
        return { acts: retrieved === found ? [] : [{ what: 'retrieve', ref: recordRef, found } as const] };
      });
    },
    async noteRetrieval(paper, found, who) {
      const changed: string[] = [];
      // Only local reviews: in a lab, records have other references.
      for (const ref of await here.refs()) {
        const peeked = await here.peek(ref);
        if (!peeked || peeked.damagedAt !== undefined) continue;
        const { acts } = await log.write(ref, who, ({ state }) => {
          const record = findRecord(state, paper);
          const isKnown = found ? record?.retrieved === true : record?.retrieved !== undefined;
          const isAwaited = record && !isKnown && hasPassedTo(state, record.ref, 'full-text');
          return { acts: isAwaited ? [{ what: 'retrieve', ref: record.ref, found } as const] : [] };
        });
        if (acts.length > 0) changed.push(ref);
      }
      return changed;
    },
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Ids are never reused, and criteria are never deleted. */
function amendCriteria(criteria: readonly Criterion[], { all, add = [], edit = [], retire = [] }: CriteriaChange) {
  const indexOf = (id: string) => {
    const index = criteria.findIndex((criterion) => criterion.id === id.trim().toUpperCase());
    if (index >= 0) return index;
    const known = criteria.map((criterion) => criterion.id);
    throw invalidInput([invalidField('criterion', { kind: 'no-such-criterion', given: shown(id), known })]);
  };
  const amended = criteria.map((criterion) => ({ ...criterion }));
  for (const { id, ...named } of edit) Object.assign(amended[indexOf(id)] as Criterion, named);
  for (const id of retire) (amended[indexOf(id)] as Criterion).retired = true;
  const added = [...(all ?? []), ...add];
  const keyOf = ({ kind, text, stage }: Omit<Criterion, 'id'>) => JSON.stringify([kind, text.toLowerCase(), stage]);
  if (all) for (const criterion of amended) criterion.retired = true;
  for (const criterion of added) {
    const same = amended.find((each) => keyOf(each) === keyOf(criterion));
    if (same) {
      delete same.retired;
      Object.assign(same, omitUndefined({ words: criterion.words }));
    } else amended.push({ id: `C${amended.length + 1}`, ...criterion });
  }
  return amended;
}

function amendProtocol(state: ReviewState, change: ProtocolChange): Protocol {
  const { protocol } = state;
  const gone = change.stages && goneStage(state, { stages: change.stages });
  if (gone) throw invalidInput([invalidField('stages', { kind: 'stage-in-use', stage: gone })]);
  return withChange(protocol, change);
}

/** The protocol of a new review. Throws INVALID_INPUT for a target without a stopping rule. */
export function beginProtocol(change: ProtocolChange = {}): Protocol {
  return withChange(DEFAULT_PROTOCOL, change);
}

function withChange(protocol: Protocol, { stop, priors = [], ...others }: ProtocolChange): Protocol {
  const known = protocol.stop ?? (stop?.rule && { ...DEFAULT_TARGET, rule: stop.rule });
  if (stop && !known) throw invalidInput([invalidField('stop', { kind: 'no-stop-rule' })]);
  const amended: Protocol = {
    ...protocol,
    ...omitUndefined(others),
    priors: [...new Set([...protocol.priors, ...priors.map((prior) => prior.trim().toUpperCase())])],
    ...(known && { stop: { ...known, ...omitUndefined(stop ?? {}) } }),
  };
  if (isSound(amended)) return amended;
  if (amended.stop && !isChosenStop(amended.stop)) throw invalidInput([invalidField('stop', { kind: 'wrong-stop' })]);
  throw invalidInput([invalidField('stages', `${STAGES.join(', then ')}, each once`)]);
}
