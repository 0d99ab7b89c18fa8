import { arxivDoi } from '../../papers/arxiv-number.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { lookUpAll } from '../../sources/look-up-by-id.ts';
import type { LookUpKind } from '../../sources/source.ts';
import type { GraphWork } from './graph.ts';
import { type Asking, failedWith, type Halt, type IndexState, MIN_REQUEST_MS } from './index-asking.ts';

const KINDS = ['doi', 'pmid'] as const satisfies readonly LookUpKind[];

/**
 * The records of works that an index does not name yet, looked up by their other identifiers, or why asking ended.
 * Look-ups are kept for a week by whoever makes them.
 */
export async function nameWorks(
  state: IndexState,
  works: readonly GraphWork[],
  asking: Asking,
): Promise<{ records: { record: PaperInput; work: GraphWork }[]; halt?: Halt }> {
  const { source } = state.index;
  if (!source.citations?.hasListsInLookUps || state.failure) return { records: [] };
  const nameless = works.filter(({ record }) => source.citations?.nameOf(record) === undefined);
  const idsOf = { doi: doiOf, pmid: ({ record }: GraphWork) => record.pmid };
  const records: { record: PaperInput; work: GraphWork }[] = [];
  for (const kind of KINDS) {
    const found = new Set(records.map(({ work }) => work));
    const open = nameless.filter((work) => !found.has(work)).map((work) => ({ work, id: idsOf[kind](work) }));
    const ids = open.flatMap(({ id }) => id ?? []);
    if (ids.length === 0) continue;
    if (asking.deadline.remainingMs() < MIN_REQUEST_MS) return { records, halt: 'time' };
    const context = { ...asking.context, budgetMs: asking.deadline.remainingMs(), signal: asking.deadline.signal };
    const looked = await lookUpAll(state.index, kind, ids, context);
    for (const { work, id } of open) {
      const record = id === undefined ? undefined : looked.records.get(id);
      if (record) records.push({ record, work });
    }
    if (!looked.outcome.failure) {
      asking.count.used += looked.outcome.requests;
      state.requests += looked.outcome.requests;
    } else return { records, halt: failedWith(state, looked.outcome, asking) };
  }
  return { records };
}

function doiOf({ record }: GraphWork): string | undefined {
  return record.doi ?? arxivDoi(record.arxivId);
}
