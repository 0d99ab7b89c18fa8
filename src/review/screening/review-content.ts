import type { FileDecision, FileNote, FileResolution, Screened } from '../../formats/decisions/screening.ts';
import type { ScreenedPaper } from '../../formats/format.ts';
import { groupBy } from '../../lib/groups.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { citationKeys } from '../../papers/citation-keys.ts';
import { countFlow, type FlowRecord, type FlowSearch } from '../prisma/count-flow.ts';
import type { PrismaFlow } from '../prisma/prisma-flow.ts';
import { type Decision, isCounted, nameInFile, type Reader, type RecordSource, type Stage } from '../protocol.ts';
import { priorsOf } from '../queue.ts';
import { hasPassedTo, isAt, isTriaged, outcomeAt, standingDecision } from '../review-outcomes.ts';
import {
  findRecord,
  nameOfReview,
  type Reading,
  type RecordState,
  type ReviewState,
  readerKey,
} from '../review-state.ts';
import { compareReaders, conflictsOf, sensitivityOf } from './compare-readers.ts';
import type { OpenReview } from './review-log.ts';
import type { AssistantMethods, CitationMethods, ImportedDecisions, ReviewMethods } from './review-methods.ts';
import { describeReviewMethods, NO_DATABASE, NO_REASON, RANKING_MODEL } from './sentences.ts';
import { stopState } from './stop-state.ts';

/** The content of a review's export: its records with the current decisions, and its flow. */
export function contentOf(review: OpenReview): { name: string; papers: ScreenedPaper[]; flow: PrismaFlow } {
  const { state, records } = review;
  const all = [...records.values()];
  const keys = citationKeys(all.map(({ paper }) => paper));
  const priors = priorsOf(state);
  const known = screenedRecords(state);
  const papers = all.map(({ ref, paper }, index): ScreenedPaper => {
    const screened = known.get(ref) ?? NOTHING;
    const { verdict } = screened;
    const decision = verdict && { decision: verdict };
    return { ref, key: keys[index] ?? ref, paper, ...screened, ...decision, ...(priors.has(ref) && { prior: true }) };
  });
  return { name: nameOfReview(review), papers, flow: flowOf(state) };
}

const NOTHING: Screened = { decisions: [] };

/** The decisions on all records, by reference. */
export function screenedRecords(state: ReviewState): Map<string, Screened> {
  const criteria = Object.fromEntries(state.criteria.map(({ id, text }) => [id, text]));
  return new Map([...state.records.keys()].map((ref) => [ref, screenedRecord(state, ref, criteria)]));
}

function screenedRecord(state: ReviewState, ref: string, criteria: Record<string, string>): Screened {
  const verdict = standingDecision(state, ref);
  const resolutions = resolutionsOn(state, ref);
  const notes = notesOn(state, ref);
  return {
    decisions: decisionsOn(state, ref),
    ...(notes.length > 0 && { notes }),
    criteria,
    ...(resolutions.length > 0 && { resolutions }),
    ...(verdict && { verdict }),
  };
}

function decisionsOn(state: ReviewState, ref: string): (FileDecision & { reader: string })[] {
  const record = state.records.get(ref);
  return state.protocol.stages.flatMap((stage) =>
    [...(record?.readings[stage] ?? [])].map(([key, { decision, reasons, note, quote, tags, at }]) => ({
      reader: nameOfReader(state, key),
      stage,
      decision,
      at,
      ...(reasons && { reasons }),
      ...(note && { note }),
      ...(quote && { quote }),
      ...(tags && { tags }),
    })),
  );
}

/** Each reader has a single name in a file, in whatever case it was given. */
function nameOfReader({ readers }: ReviewState, key: string): string {
  return nameInFile(readers.get(key) as Reader);
}

/**
 * A note without a decision belongs to the first stage that its reader has not decided, because a decision has its own.
 */
function notesOn(state: ReviewState, ref: string): (FileNote & { reader: string })[] {
  const record = state.records.get(ref);
  return [...(record?.notes ?? [])].flatMap(([key, { note, tags }]) => {
    const stage = state.protocol.stages.find((each) => !record?.readings[each].has(key));
    return note || tags ? [{ reader: nameOfReader(state, key), ...omitUndefined({ stage, note, tags }) }] : [];
  });
}

function resolutionsOn(state: ReviewState, ref: string): FileResolution[] {
  const resolved = state.records.get(ref)?.resolved ?? {};
  return state.protocol.stages.flatMap((stage) => {
    const settled = resolved[stage];
    if (!settled) return [];
    const { who, decision, reasons, note } = settled;
    return { stage, by: nameInFile(who), decision, ...(reasons && { reasons }), ...(note && { note }) };
  });
}

/** The numbers of the PRISMA 2020 flow. */
export function flowOf(state: ReviewState): PrismaFlow {
  const records: FlowRecord[] = [];
  const searches: FlowSearch[] = [];
  for (const event of state.imports) {
    const kind = event.source.from === 'citations' ? 'citation searching' : 'database';
    const from = event.search ? ({ kind } as const) : ({ kind, source: nameOf(event.source) } as const);
    if (event.search) searches.push({ ...event.search, kind });
    for (const ref of event.records) records.push({ ...from, ...fateOf(state, ref) });
    for (const _ of event.duplicates) records.push({ ...from, removed: 'duplicate' });
  }
  return countFlow(records, {
    hasFullTexts: state.protocol.stages.includes('full-text'),
    hasAutomation: state.protocol.assistant === 'triage',
    searches,
  });
}

function nameOf(source: RecordSource): string {
  if (source.from === 'file') return source.databases.join(', ') || NO_DATABASE;
  return source.sources.join(', ') || source.job;
}

function fateOf(state: ReviewState, ref: string): Omit<FlowRecord, 'source' | 'kind'> {
  const { stages } = state.protocol;
  const isTextOnly = !stages.includes('title-abstract');
  const first = isTextOnly ? undefined : outcomeAt(state, ref, 'title-abstract');
  if (first && isTriaged(first)) return { removed: 'automation' };
  const screened = isTextOnly ? 'include' : first?.is === 'decided' ? first.decision : undefined;
  // A record that was passed on, and no longer is, is not sought.
  const retrieved = hasPassedTo(state, ref, 'full-text') ? state.records.get(ref)?.retrieved : undefined;
  const last = isAt(state, ref, 'full-text') ? outcomeAt(state, ref, 'full-text') : undefined;
  const isAssessed = last?.is === 'decided' && last.decision !== 'maybe';
  return {
    ...(screened && { screened }),
    ...(retrieved !== undefined && { retrieved }),
    ...(isAssessed && {
      assessed:
        last.decision === 'include'
          ? { include: true }
          : { include: false, reason: state.criteria.find(({ id }) => id === last.reasons[0])?.text ?? NO_REASON },
    }),
  };
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
  return changes.flatMap((change) => (change.what === what && change.decisions > 0 ? [change.decisions] : []));
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
