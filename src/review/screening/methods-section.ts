import { groupBy } from '../../lib/groups.ts';
import { VERSION } from '../../platform/version.ts';
import { flowInWords } from '../prisma/prisma-drawing.ts';
import { type Decision, isCounted, type Stage } from '../protocol.ts';
import { isTriaged, outcomeAt } from '../review-outcomes.ts';
import { findRecord, type Reading, type RecordState, type ReviewState, readerKey } from '../review-state.ts';
import { compareReaders, conflictsOf, sensitivityOf } from './compare-readers.ts';
import { fateOf, flowOf } from './review-flow.ts';
import type { OpenReview } from './review-log.ts';
import type { AssistantMethods, CitationMethods, ImportedDecisions, ReviewMethods } from './review-methods.ts';
import { describeReviewMethods, RANKING_MODEL } from './sentences.ts';
import { stopState } from './stop-state.ts';

/** A review in words: its methods so far, and its flow. */
export function receiptOf(review: OpenReview): string {
  return `${methodsOf(review, `paperqueue ${VERSION}`)}\n\n${flowInWords(flowOf(review.state))}\n`;
}

/** A paragraph about the screening for the methods section. */
export function methodsOf(review: OpenReview, software: string): string {
  return describeReviewMethods(methodsValue(review, software));
}

function methodsValue(review: OpenReview, software: string): ReviewMethods {
  const { state } = review;
  const [stage = 'title-abstract'] = state.protocol.stages;
  const records = [...state.records.values()];
  const all = records.flatMap(({ readings }) => [...readings[stage].values()]);
  const decided = all.filter(({ who }) => isCounted(who, state.protocol));
  const people = new Map(
    decided.flatMap(({ who, from }) =>
      who.kind === 'human' && !from?.namesNobody ? [[readerKey(who), who.name] as const] : [],
    ),
  );
  const hasCountedAssistant = decided.some(({ who }) => who.kind === 'assistant');
  const stop = stopState(review, undefined, stage);
  const outcomes = [...state.records.keys()].map((ref) => outcomeAt(state, ref, stage));
  const triaged = outcomes.filter(isTriaged).length;
  // As in the flow: a record on which readers disagree is not screened yet.
  const screened = outcomes.filter(({ is }) => is === 'decided').length - triaged;
  const counted = stop.statements.find(({ rule }) => rule === stop.rule);
  const agreement = compareReaders(state, stage, 'human');
  const conflicts = conflictsAt(review, stage);
  const made = decided.filter(({ from }) => from === undefined);
  const days = made.map(({ at }) => at.slice(0, 10)).sort();
  const ranked = rankedOf(review, stage);
  return {
    software,
    stage,
    ...(days[0] && { from: days[0], to: days.at(-1) as string }),
    records: state.records.size,
    screened,
    ...(triaged > 0 && { triaged }),
    ...(made.length < decided.length && { imported: { made: made.length, files: importedOf(decided) } }),
    readers: {
      names: [...people.values()],
      mode: state.protocol.readers === '2' && !hasCountedAssistant ? 'each' : 'alone',
      isBlind: state.protocol.blind,
      hasCountedAssistant,
    },
    ...(agreement?.percent !== undefined && { agreement: { ...agreement, percent: agreement.percent } }),
    conflicts,
    ...fullTextsOf(review, stage),
    ...(ranked.shown > 0 && { ranking: { model: RANKING_MODEL, priors: state.protocol.priors.length, ...ranked } }),
    ...(state.protocol.stop &&
      counted && {
        stop: {
          rule: stop.rule,
          kind: counted.kind,
          target: stop.target,
          confidence: stop.confidence,
          ...('bias' in counted && counted.bias !== undefined && { bias: counted.bias }),
          ...{
            isFixedBefore: stop.isBeforehand ?? false,
            holds: stop.holds,
            unread: outcomes.filter(({ is }) => is === 'open').length,
          },
        },
      }),
    changed: {
      criteria: changesAfterDecisions(state, 'criteria'),
      protocol: changesAfterDecisions(state, 'protocol'),
    },
    citations: citationsOf(state),
    assistants: [...state.readers].flatMap(([key, { kind }]) => (kind === 'assistant' ? assistantOf(state, key) : [])),
  };
}

/** The conflicts at a stage, settled or not. */
function conflictsAt(review: OpenReview, stage: Stage): { found: number; resolved: number } {
  const open = conflictsOf(review).filter((conflict) => conflict.stage === stage).length;
  const resolved = [...review.state.records.values()].filter((record) => record.resolved[stage]).length;
  return { found: open + resolved, resolved };
}

/** The records that were read at a stage, and those of them that a ranking which had learned had put there. */
function rankedOf({ state, events }: OpenReview, stage: Stage): { shown: number; read: number } {
  const learned = new Set(
    events.flatMap((event) =>
      event.what === 'serve' && event.stage === stage && event.order !== 'random' && event.labels > 0
        ? event.refs.map((ref) => findRecord(state, ref)?.ref)
        : [],
    ),
  );
  const read = [...state.records.values()].filter(({ readings }) => readings[stage].size > 0);
  return { shown: read.filter(({ ref }) => learned.has(ref)).length, read: read.length };
}

/** The full texts of a review whose first stage was titles and abstracts; in the numbers of the flow. */
function fullTextsOf(review: OpenReview, first: Stage): Pick<ReviewMethods, 'fullTexts'> {
  const { state } = review;
  const { databases, other, included } = flowOf(state);
  const columns = other ? [databases, other] : [databases];
  const sum = (of: 'sought' | 'notRetrieved' | 'assessed') => columns.reduce((all, each) => all + (each[of] ?? 0), 0);
  const sought = sum('sought');
  if (first === 'full-text' || sought === 0) return {};
  const stage = 'full-text';
  const agreement = compareReaders(state, stage, 'human');
  const readings = [...state.records.values()].flatMap((record) => [...record.readings[stage].values()]);
  const people = readings.filter(({ who }) => who.kind === 'human').map(({ who }) => readerKey(who));
  const reasons = columns.flatMap(({ reportsExcluded = [] }) => reportsExcluded);
  return {
    fullTexts: {
      sought,
      notRetrieved: sum('notRetrieved'),
      assessed: sum('assessed'),
      included: included.reports ?? 0,
      excluded: [...groupBy(reasons, ({ reason }) => reason)].map(([reason, all]) => ({
        reason,
        reports: all.reduce((total, { reports }) => total + reports, 0),
      })),
      readers: new Set(people).size,
      ...(agreement?.percent !== undefined && { agreement: { ...agreement, percent: agreement.percent } }),
      conflicts: conflictsAt(review, stage),
    },
  };
}

/** The decisions that were imported, by file and day. */
function importedOf(decided: readonly Reading[]): ImportedDecisions[] {
  const days = decided.flatMap(({ from, at }) => {
    if (!from) return [];
    const { name: file, ...others } = from;
    return { file, ...others, on: at.slice(0, 10) };
  });
  return [...groupBy(days, (each) => JSON.stringify(each)).values()].map((all) => ({
    ...all[0],
    decisions: all.length,
  }));
}

/** The citation searches, each with its number of records. */
function citationsOf(state: ReviewState): CitationMethods[] {
  return state.imports.flatMap(({ source, identified, records, search: found }) => {
    if (source.from !== 'citations' || !source.search) return [];
    const { from, to, ...search } = source.search;
    const verdicts = records.map((ref) => finalDecision(state, ref));
    const included = verdicts.filter((verdict) => verdict === 'include').length;
    return {
      ...search,
      from: from.slice(0, 10),
      to: to.slice(0, 10),
      records: found?.identified.reduce((sum, each) => sum + each.records, 0) ?? identified,
      newRecords: records.length,
      ...(!verdicts.includes(undefined) && { included }),
    };
  });
}

/** Undefined while it is open. A record whose full text was not found is not included. */
function finalDecision(state: ReviewState, ref: string): 'include' | 'exclude' | undefined {
  const { removed, screened, retrieved, assessed } = fateOf(state, ref);
  if (removed || screened === 'exclude' || retrieved === false) return 'exclude';
  if (assessed) return assessed.include ? 'include' : 'exclude';
  return screened === 'include' && !state.protocol.stages.includes('full-text') ? 'include' : undefined;
}

/** Changes before the first decision need not be reported. */
function changesAfterDecisions({ changes }: ReviewState, what: 'criteria' | 'protocol'): number[] {
  const numbers = changes.flatMap((change) => (change.what === what && change.decisions > 0 ? change.decisions : []));
  return [...new Set(numbers)];
}

/** The decision of people; if they disagree, the resolution; undefined before there is one. */
function decisionOfPeople(record: RecordState | undefined, stage: Stage): Decision | undefined {
  const people = [...(record?.readings[stage].values() ?? [])].filter(({ who }) => who.kind === 'human');
  const isAgreed = new Set(people.map(({ decision }) => decision === 'exclude')).size < 2;
  return isAgreed ? people[0]?.decision : record?.resolved[stage]?.decision;
}

/** Whether people only confirmed, in one step, what an assistant had suggested. */
function isConfirmed(record: RecordState | undefined, stage: Stage): boolean {
  const people = [...(record?.readings[stage].values() ?? [])].filter(({ who }) => who.kind === 'human');
  return people.length > 0 && people.every(({ confirms }) => confirms !== undefined);
}

function assistantOf(state: ReviewState, key: string): AssistantMethods[] {
  const [stage = 'title-abstract'] = state.protocol.stages;
  const own = [...state.records.values()].flatMap(({ readings }) => readings[stage].get(key) ?? []);
  const last = own.toSorted((a, b) => a.n - b.n).at(-1)?.who;
  if (last?.kind !== 'assistant') return [];
  const judged = own.flatMap(({ ref, decision }) => {
    const byPeople = decisionOfPeople(state.records.get(ref), stage);
    return byPeople && !isConfirmed(state.records.get(ref), stage)
      ? [{ isRelevant: byPeople !== 'exclude', isFound: decision !== 'exclude' }]
      : [];
  });
  const confirmed = own.filter(({ ref }) => isConfirmed(state.records.get(ref), stage)).length;
  const relevant = judged.filter(({ isRelevant }) => isRelevant);
  const found = relevant.filter(({ isFound }) => isFound).length;
  const sensitivity = sensitivityOf(found, relevant.length);
  return [
    {
      name: last.name,
      ...(last.model && { model: last.model }),
      role: state.protocol.assistant,
      decisions: own.length,
      ...(confirmed > 0 && { confirmed }),
      criteriaHashes: [...new Set(own.flatMap(({ who }) => (who.kind === 'assistant' && who.criteria) || []))],
      ...(judged.length > 0 && {
        validation: { sample: judged.length, relevant: relevant.length, found, ...(sensitivity && { sensitivity }) },
      }),
    },
  ];
}
