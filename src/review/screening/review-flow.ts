import { countFlow, type FlowRecord, type FlowSearch } from '../prisma/count-flow.ts';
import type { PrismaFlow } from '../prisma/prisma-flow.ts';
import type { RecordSource } from '../protocol.ts';
import { hasPassedTo, isAt, isTriaged, outcomeAt } from '../review-outcomes.ts';
import type { ReviewState } from '../review-state.ts';
import { NO_DATABASE, NO_REASON, notMet } from './sentences.ts';

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

export function fateOf(state: ReviewState, ref: string): Omit<FlowRecord, 'source' | 'kind'> {
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
        last.decision === 'include' ? { include: true } : { include: false, reason: reasonOf(state, last.reasons[0]) },
    }),
  };
}

function reasonOf({ criteria }: ReviewState, id: string | undefined): string {
  const criterion = criteria.find((each) => each.id === id);
  if (!criterion) return NO_REASON;
  return criterion.kind === 'include' ? notMet(criterion.text) : criterion.text;
}
