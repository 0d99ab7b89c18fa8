import { createHash } from 'node:crypto';
import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import { findPaper, jobRef, noSuchPaper, readPaperRef, shownRefs } from '../../jobs/job-refs.ts';
import type { PaperFinder } from '../../jobs/ports/paper-finder.ts';
import type { RelatedOutcome, RelatedRecord, RelatedRequest, RelatedWorks } from '../../jobs/ports/related.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { JobRecord, JobStore } from '../../jobs/ports/store.ts';
import type { FreeCall } from '../../jobs/spending/call.ts';
import { shown } from '../../lib/shown.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { readAuthorQuery } from '../../papers/references/author-query.ts';
import { readReference } from '../../papers/references/read-reference.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { Note } from '../../wording/notes.ts';
import { storedCandidates } from '../look-up/stored-candidates.ts';
import type { RelatedWhat } from './notes.ts';

export type RelatedDeps = {
  store: JobStore;
  mode: Mode;
  account: string;
  related: RelatedWorks;
  /** Finds the paper of an identifier that is in no job. */
  finder: PaperFinder;
  reuseMinutes: number;
};

/**
 * Creates a job with works related to a stored paper; it is recorded like a search, finished and free. Within the reuse
 * window an equal one is returned; a partial one (a source failed) only if no source answers now. Throws JOB_NOT_FOUND
 * for an unknown reference, NOT_CONFIGURED if no source may be queried, INVALID_INPUT if none knows the paper well
 * enough, and UPSTREAM_UNAVAILABLE if none answered; then nothing is recorded.
 */
export async function findRelatedPapers(
  deps: RelatedDeps,
  request: RelatedRequest,
  asking: FreeCall,
): Promise<{ job: JobRecord; reused: boolean }> {
  const query = request.relation === 'author' ? aboutAuthor(deps, request) : await aboutPaper(deps, request, asking);
  const { complete, partial } = fingerprintPair(['related', deps.mode, deps.account, ...query.identity]);
  const since = new Date(Date.now() - deps.reuseMinutes * 60_000).toISOString();
  const equal = deps.store.findEqual(complete, since);
  if (equal) return { job: equal, reused: true };
  const outcome = await query.find(asking);
  asking.signal.throwIfAborted();
  if (outcome.failed === 'undetermined') throw undetermined(request, outcome.notes);
  if (outcome.failed) {
    const earlier = deps.store.findEqual(partial, since);
    if (earlier) return { job: earlier, reused: true };
    throw notAnswered(outcome.notes);
  }
  const { mode, account } = deps;
  const { papers, notes, sources, isPartial } = outcome;
  const fingerprint = isPartial ? partial : complete;
  const search = { mode, account, fingerprint, record: query.record, papers, notes, sources };
  const job = await whenStoreIsFree(() => deps.store.recordRelated(search), { signal: asking.signal });
  return { job, reused: false };
}

type RelatedQuery = {
  /** Equal for equal queries. */
  identity: readonly unknown[];
  record: RelatedRecord;
  /** Throws NOT_CONFIGURED if no source may be queried. */
  find(asking: FreeCall): Promise<RelatedOutcome>;
};

/** The same paper found by two searches makes the same query. */
async function aboutPaper(deps: RelatedDeps, request: RelatedRequest, asking: FreeCall): Promise<RelatedQuery> {
  const { related } = deps;
  const { ref, relation, limit } = request;
  const paper = storedPaper(deps.store, ref) ?? (await identifiedPaper(deps, ref, asking));
  const { title, doi } = paper;
  const identity = doi ?? paper.openAlexId ?? paper.arxivId ?? paper.pmid ?? ref.toUpperCase();
  return {
    identity: [identity, relation, limit, ...related.names],
    record: { ...request, ...(title && { title }), ...(doi && { doi }) },
    async find(asking) {
      const isLibraryEnough = relation === 'similar' && related.byName !== undefined;
      if (related.names.length === 0 && !isLibraryEnough) throw noSource(relation, related.supported);
      return related.find(paper, relation as Exclude<typeof relation, 'author'>, limit, asking);
    },
  };
}

function aboutAuthor({ related }: RelatedDeps, request: RelatedRequest): RelatedQuery {
  const { ref, limit, order = 'newest' } = request;
  const author = readAuthorQuery(ref);
  if (!author) throw noAuthor(ref);
  return {
    identity: [author, order, limit],
    record: { ...request, order },
    async find(asking) {
      if ('name' in author) {
        if (!related.byName) throw noAuthor(ref);
        return related.byName(author.name, order, limit, asking);
      }
      if (!related.byAuthor) throw noSource('author-id', ['openalex']);
      return related.byAuthor(author, order, limit, asking);
    },
  };
}

function noAuthor(ref: string): PaperqueueError {
  return freeFailure({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'no-author-id', given: shown(ref) }],
    advice: [{ kind: 'look-person-up' }],
  });
}

/** Undefined if the text is not a reference. */
function storedPaper(store: JobStore, ref: string): FoundPaper | undefined {
  const numbers = readPaperRef(ref);
  const paper = findPaper(store, ref);
  if (!numbers || paper) return paper;
  const job = store.byNumber(numbers.job);
  throw noSuchPaper(ref, { orId: true, ...(job && { job: jobRef(job.number) }) });
}

/** The paper with a DOI or another identifier, from a recorded job, the library, or a source. */
async function identifiedPaper({ store, finder }: RelatedDeps, ref: string, asking: FreeCall): Promise<FoundPaper> {
  const reference = readReference(ref);
  if (Object.keys(reference.ids).length === 0) throw noPaperRef(ref);
  const [stored] = await storedCandidates(store, [reference], asking.signal);
  if (stored) return stored;
  const { items, notes } = await finder.find([reference], [], 1, asking);
  asking.signal.throwIfAborted();
  const [item] = items;
  const paper = item?.found === 'exact' ? item.papers[0]?.paper : undefined;
  if (paper) return paper;
  const isUnknown = item?.found === 'none';
  throw freeFailure({
    code: isUnknown ? 'INVALID_INPUT' : 'UPSTREAM_UNAVAILABLE',
    problem: [{ kind: 'identifier-not-found', given: shown(ref), isUnknown }, ...notes],
    retryable: !isUnknown,
    advice: [{ kind: 'look-paper-up' }],
  });
}

function noPaperRef(ref: string): PaperqueueError {
  return freeFailure({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'no-paper-ref', given: shownRefs([ref]) }],
    advice: [{ kind: 'use-paper-ref', orId: true }, { kind: 'look-paper-up' }],
  });
}

/** The fingerprints of the complete and of a partial answer to a request. */
export function fingerprintPair(parts: readonly unknown[]): { complete: string; partial: string } {
  const hash = (all: readonly unknown[]) => createHash('sha256').update(JSON.stringify(all)).digest('hex');
  return { complete: hash(parts), partial: hash([...parts, 'partial']) };
}

/** NOT_CONFIGURED: none of the sources that are `able` to answer is configured. */
export function noSource(what: RelatedWhat, able: readonly string[]): PaperqueueError {
  const [source = 'openalex'] = able;
  return freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'no-able-source', what, able, setting: 'PAPERQUEUE_SOURCES' }],
    advice: [{ kind: 'name-able-source', source, setting: 'PAPERQUEUE_SOURCES' }],
  });
}

function undetermined({ ref, relation }: RelatedRequest, notes: readonly Note[]): PaperqueueError {
  return freeFailure({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'relation-not-told', relation, ref: shownRefs([ref]) }, ...notes],
    advice: [{ kind: 'try-other-relation' }],
  });
}

/** UPSTREAM_UNAVAILABLE: no source answered. */
export function notAnswered(notes: readonly Note[]): PaperqueueError {
  return freeFailure({
    code: 'UPSTREAM_UNAVAILABLE',
    problem: [{ kind: 'related-not-found-out' }, ...notes],
    retryable: true,
    advice: [{ kind: 'related-later' }],
  });
}
