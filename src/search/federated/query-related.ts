import { REAL_TIMERS } from '../../lib/timers.ts';
import { arxivDoi } from '../../papers/arxiv-number.ts';
import type { Paper } from '../../papers/paper.ts';
import type { AuthorId, AuthorOrder } from '../../papers/references/author-query.ts';
import { mergeFound } from '../../papers/works/merge.ts';
import type { SourceFailure } from '../../wording/notes/source-outcomes.ts';
import { lookUpAll } from '../sources/look-up-by-id.ts';
import {
  findRelated,
  findWorksOfAuthor,
  type RunnerContext,
  type SourceOutcome,
  type SourceWithSettings,
} from '../sources/runner.ts';
import type { Relation } from '../sources/source.ts';
import { trackConnectivity } from '../sources/transport/connectivity.ts';
import { readOutcome, type SourcesOutcome, withinCompletion } from './query-sources.ts';

/** Works related to a paper, merged from all sources with relations. */
export async function queryRelated(
  sources: readonly SourceWithSettings[],
  record: Paper,
  relation: Relation,
  count: number,
  outer: RunnerContext,
): Promise<SourcesOutcome> {
  const able = sources.filter(({ source }) => source.related !== undefined);
  const context = { ...outer, network: outer.network ?? trackConnectivity() };
  const query = async (each: SourceWithSettings) => {
    const { needs } = each.source.related ?? {};
    if (needs === undefined) return findRelated(each, record, relation, count, context);
    const { timers = REAL_TIMERS } = context;
    const startedAt = timers.now();
    const named = await withNeededId(each, needs, record, context);
    if ('failure' in named) return named;
    const { budgetMs = Number.POSITIVE_INFINITY } = context;
    const remainingMs = Math.max(0, budgetMs - (timers.now() - startedAt));
    return findRelated(each, named, relation, count, { ...context, budgetMs: remainingMs });
  };
  const outcomes = await Promise.all(able.map(query));
  return { works: mergeFound(outcomes.flatMap(readOutcome)), outcomes, lookUps: [] };
}

/** Works of a person, merged from all sources that know people. */
export async function queryAuthor(
  sources: readonly SourceWithSettings[],
  author: AuthorId,
  order: AuthorOrder,
  count: number,
  outer: RunnerContext,
): Promise<SourcesOutcome> {
  const able = sources.filter(({ source }) => source.authors !== undefined);
  const context = { ...outer, network: outer.network ?? trackConnectivity() };
  const outcomes = await Promise.all(able.map((each) => findWorksOfAuthor(each, author, order, count, context)));
  return { works: mergeFound(outcomes.flatMap(readOutcome)), outcomes, lookUps: [] };
}

/**
 * The record with the identifier that the source's relations need, from a look-up if necessary, or why the look-up
 * failed.
 */
async function withNeededId(
  source: SourceWithSettings,
  needs: 'openAlexId',
  record: Paper,
  context: RunnerContext,
): Promise<Paper | (SourceOutcome & { failure: SourceFailure })> {
  const doi = record.doi ?? arxivDoi(record.arxivId);
  const [kind, id] = doi === undefined ? (['pmid', record.pmid] as const) : (['doi', doi] as const);
  if (id === undefined || record[needs] !== undefined) return record;
  const { records, outcome } = await lookUpAll(source, kind, [id], withinCompletion(context));
  const number = records.get(id)?.[needs];
  if (number) return { ...record, [needs]: number };
  const { failure } = outcome;
  return failure === undefined ? record : { ...outcome, failure };
}
