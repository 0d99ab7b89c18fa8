import type { CitationAnswer } from '../../../jobs/ports/citations.ts';
import { arxivDoi } from '../../../papers/arxiv-number.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { lookUpAll } from '../../sources/look-up-by-id.ts';
import type { LookUpKind } from '../../sources/source.ts';
import type { GraphWork } from './graph.ts';
import {
  type CitationRun,
  failedWith,
  type Halt,
  type IndexState,
  MIN_REQUEST_MS,
  storedIndexName,
} from './query-index.ts';

type Named = { records: Map<GraphWork, PaperInput>; halt?: Halt };

const ID_OF = {
  doi: ({ record }: GraphWork) => record.doi ?? arxivDoi(record.arxivId),
  pmid: ({ record }: GraphWork) => record.pmid,
} as const satisfies Partial<Record<LookUpKind, unknown>>;

/** Minimum works looked up in one request. */
const LOOK_UP_WORKS = 50;

/**
 * Works with the index's identifiers, if stored answers contain them. `unnamed`: how many works still have to be looked
 * up; `requests`: how many requests that takes.
 */
export function planNames(
  index: IndexState['index'],
  works: readonly GraphWork[],
  answers: CitationRun['answers'],
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
    const found = stored.flatMap((answer) => answer.found).find(({ to }) => to.includes(`${kind}:${id}`))?.record;
    return found ? { ...work, record: { ...work.record, ...found } as GraphWork['record'] } : work;
  });
  return { works: named, unnamed, requests: Math.ceil(unnamed / LOOK_UP_WORKS) };
}

/**
 * Looks up, by other identifiers, the records of works whose identifier in the index is unknown. `halt`: why it ended
 * early. Answers are stored, including that the index does not have a work.
 */
export async function nameWorks(state: IndexState, works: readonly GraphWork[], run: CitationRun): Promise<Named> {
  const { citations } = state.index.source;
  const records: Named['records'] = new Map();
  if (!citations?.hasListsInLookUps || state.failure) return { records };
  for (const kind of ['doi', 'pmid'] as const) {
    const nameless = works.filter((work) => citations.nameOf(work.record) === undefined && !records.has(work));
    const byName = new Map(
      nameless.flatMap((work) => (ID_OF[kind](work) ? [[`${kind}:${ID_OF[kind](work)}`, work]] : [])),
    );
    const take = ({ found, requests }: CitationAnswer) => {
      run.count.used += requests;
      state.requests += requests;
      for (const { record, to } of found)
        for (const work of to.flatMap((name) => byName.get(name) ?? [])) records.set(work, record);
    };
    const index = storedIndexName(state.index);
    const stored = run.answers.about(index, 'names', [...byName.keys()]);
    for (const answer of stored) take(answer);
    const known = new Set(stored.flatMap(({ names }) => names));
    const names = [...byName.keys()].filter((name) => !known.has(name));
    if (names.length === 0) continue;
    if (run.deadline.remainingMs() < MIN_REQUEST_MS) return { records, halt: 'time' };
    const context = { ...run.context, budgetMs: run.deadline.remainingMs(), signal: run.deadline.signal };
    const ids = names.map((name) => name.slice(kind.length + 1));
    const looked = await lookUpAll(state.index, kind, ids, context);
    if (looked.outcome.failure) return { records, halt: failedWith(state, looked.outcome, run) };
    const found = [...looked.records].map(([id, record]) => ({ record, to: [`${kind}:${id}`] }));
    const { requests } = looked.outcome;
    const answer: CitationAnswer = { index, direction: 'names', names, page: 0, found, listed: [], requests };
    run.answers.keep(answer);
    take(answer);
  }
  return { records };
}
