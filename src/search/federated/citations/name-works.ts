import type { CitationAnswer } from '../../../jobs/ports/citations.ts';
import { arxivDoi } from '../../../papers/arxiv-number.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { lookUpAll } from '../../sources/look-up-by-id.ts';
import type { LookUpKind } from '../../sources/source.ts';
import type { GraphWork } from './graph.ts';
import {
  type Asking,
  failedWith,
  type Halt,
  type IndexState,
  MIN_REQUEST_MS,
  storedIndexName,
} from './index-asking.ts';

type Named = { records: Map<GraphWork, PaperInput>; halt?: Halt };

const ID_OF = {
  doi: ({ record }: GraphWork) => record.doi ?? arxivDoi(record.arxivId),
  pmid: ({ record }: GraphWork) => record.pmid,
} as const satisfies Partial<Record<LookUpKind, unknown>>;

/** Minimum works looked up in one request. */
const LOOK_UP_WORKS = 50;

/**
 * Works with the index's identifiers, as far as stored answers give them, and the look-ups that the others need.
 * `unnamed`: the number of these.
 */
export function planNames(
  index: IndexState['index'],
  works: readonly GraphWork[],
  answers: Asking['answers'],
): { works: GraphWork[]; unnamed: number; requests: number } {
  const { citations } = index.source;
  if (!citations?.hasListsInLookUps) return { works: [...works], unnamed: 0, requests: 0 };
  let unnamed = 0;
  const named = works.map((work) => {
    if (citations.nameOf(work.record) !== undefined) return work;
    const [kind, id] = ID_OF.doi(work) ? (['doi', ID_OF.doi(work)] as const) : (['pmid', ID_OF.pmid(work)] as const);
    if (id === undefined) return work;
    const stored = answers.about(storedIndexName(index), 'names', [`${kind}:${id}`]);
    if (stored.length === 0) unnamed += 1;
    const own = stored.flatMap(({ found }) => found).find(({ to }) => to.includes(`${kind}:${id}`))?.record;
    return own ? { ...work, record: { ...work.record, ...own } as GraphWork['record'] } : work;
  });
  return { works: named, unnamed, requests: Math.ceil(unnamed / LOOK_UP_WORKS) };
}

/**
 * The records of works whose identifier in the index is unknown, looked up by other identifiers, or why querying ended.
 * Answers are stored, including that the index does not have a work.
 */
export async function nameWorks(state: IndexState, works: readonly GraphWork[], asking: Asking): Promise<Named> {
  const { citations } = state.index.source;
  const records: Named['records'] = new Map();
  if (!citations?.hasListsInLookUps || state.failure) return { records };
  for (const kind of ['doi', 'pmid'] as const) {
    const nameless = works.filter((work) => citations.nameOf(work.record) === undefined && !records.has(work));
    const byName = new Map(
      nameless.flatMap((work) => (ID_OF[kind](work) ? [[`${kind}:${ID_OF[kind](work)}`, work]] : [])),
    );
    const take = ({ found, requests }: CitationAnswer) => {
      asking.count.used += requests;
      state.requests += requests;
      for (const { record, to } of found)
        for (const work of to.flatMap((name) => byName.get(name) ?? [])) records.set(work, record);
    };
    const index = storedIndexName(state.index);
    const stored = asking.answers.about(index, 'names', [...byName.keys()]);
    for (const answer of stored) take(answer);
    const known = new Set(stored.flatMap(({ names }) => names));
    const names = [...byName.keys()].filter((name) => !known.has(name));
    if (names.length === 0) continue;
    if (asking.deadline.remainingMs() < MIN_REQUEST_MS) return { records, halt: 'time' };
    const context = { ...asking.context, budgetMs: asking.deadline.remainingMs(), signal: asking.deadline.signal };
    const ids = names.map((name) => name.slice(kind.length + 1));
    const looked = await lookUpAll(state.index, kind, ids, context);
    if (looked.outcome.failure) return { records, halt: failedWith(state, looked.outcome, asking) };
    const found = [...looked.records].map(([id, record]) => ({ record, to: [`${kind}:${id}`] }));
    const { requests } = looked.outcome;
    const answer: CitationAnswer = { index, direction: 'names', names, page: 0, found, listed: [], requests };
    asking.answers.keep(answer);
    take(answer);
  }
  return { records };
}
