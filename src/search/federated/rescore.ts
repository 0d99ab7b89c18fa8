import { createHash } from 'node:crypto';
import { rethrowBug } from '../../lib/bugs.ts';
import { orLate, type RunningDeadline, startDeadline } from '../../lib/deadline.ts';
import type { Timers } from '../../lib/timers.ts';
import { cosine, fuseByMeaning } from '../../library/engine/rank/semantic-fusion.ts';
import type { VectorStore } from '../../library/vectors.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Query } from '../../papers/query/query.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import type { Embedder } from '../embeddings/embedder.ts';

export type RescoreParts = {
  embedder: Embedder;
  vectors: VectorStore;
  /** Default: the real clock. */
  timers?: Timers;
};

/**
 * Time limit for loading a model and all requests of one search, so that a hanging endpoint or a slow disk does not
 * delay it longer.
 */
const MAX_MS = 15_000;
/** Texts in the first request. Each further one has twice as many, so that a slow endpoint returns some in time. */
const FIRST_BATCH = 8;
const MAX_BATCH = 64;
/** The part of a text that is sent: small models handle about 500 words. */
const MAX_CHARACTERS = 3_000;
/** If fewer papers could be compared, the order is unchanged, unless there are no more papers. */
const MIN_COMPARED = 20;

type Outcome = { papers: FoundPaper[]; notes: SearchNote[] };

/**
 * Reorders ranked papers by their score and by the similarity in meaning of title and abstract to the query. Never
 * fails: if the endpoint returns nothing for the first papers, the order is unchanged and a note says why.
 */
export async function rescore(
  papers: readonly FoundPaper[],
  query: Pick<Query, 'keywords' | 'text'>,
  { embedder, vectors, timers }: RescoreParts,
  signal: AbortSignal,
): Promise<Outcome> {
  if (papers.length === 0) return { papers: [], notes: [] };
  const deadline = startDeadline(MAX_MS, signal, timers);
  try {
    return await rescoreBy(deadline, papers, query, { embedder, vectors }, signal);
  } finally {
    deadline.dispose();
  }
}

async function rescoreBy(
  deadline: RunningDeadline,
  papers: readonly FoundPaper[],
  query: Pick<Query, 'keywords' | 'text'>,
  { embedder, vectors }: RescoreParts,
  signal: AbortSignal,
): Promise<Outcome> {
  const embed: Embed = (texts) => embedder.embed(texts, { timeoutMs: deadline.remainingMs(), signal });
  // A model that is still loading then is available to the next search.
  const tooSlow = (): KnownFailure => ({ failure: 'too slow' });
  const identity = await orLate<string | KnownFailure>(embedder.identity(), deadline, tooSlow);
  if (typeof identity !== 'string') return unchanged(papers, embedder, identity);
  const queryVectors = await embed([textOfQuery(query)]);
  if (!Array.isArray(queryVectors)) return unchanged(papers, embedder, queryVectors);
  const question = queryVectors[0] as Float32Array;
  const hashes = papers.map((paper) => hashOf(identity, textOf(paper)));
  const vectorByHash = storedVectors(vectors, hashes, question.length);
  const missing = new Map(papers.map((paper, at) => [hashes[at] as string, textOf(paper)]));
  for (const hash of vectorByHash.keys()) missing.delete(hash);
  const { fresh, failure } = await embedAll(missing, question.length, embed);
  cacheVectors(vectors, fresh);
  const compared = firstVectors(hashes.map((hash) => vectorByHash.get(hash) ?? fresh.get(hash)));
  if (failure && compared.length < MIN_COMPARED) return unchanged(papers, embedder, failure);
  const scores = papers.map(({ search }) => search?.score ?? 0);
  const reordered = fuseByMeaning(scores, question, compared).map(({ position, score }) => {
    const vector = compared[position];
    return rescored(papers[position] as FoundPaper, score, vector && cosine(question, vector));
  });
  return { papers: reordered, notes: [noteOf(embedder, papers.length, compared.length, failure)] };
}

function unchanged(papers: readonly FoundPaper[], { host, model }: Embedder, why: KnownFailure): Outcome {
  const endpoint = host === undefined ? { model } : { host };
  return { papers: [...papers], notes: [{ kind: 'ranked-by-words', ...endpoint, why }] };
}

function noteOf({ host, model }: Embedder, papers: number, compared: number, failure?: KnownFailure): SearchNote {
  if (!failure) return { kind: 'ranked-by-meaning', model };
  return { kind: 'ranked-in-part', model, ...(host === undefined ? {} : { host }), why: failure, compared, papers };
}

function rescored(paper: FoundPaper, score: number, similarity: number | undefined): FoundPaper {
  const explanation = {
    ...paper.search?.explanation,
    ...(similarity !== undefined && { similarity: Number(similarity.toFixed(3)) }),
  };
  return { ...paper, search: { ...paper.search, score: Number(score.toFixed(6)), explanation } };
}

function textOfQuery({ keywords, text }: Pick<Query, 'keywords' | 'text'>): string {
  return joined([keywords.map((keyword) => keyword.text).join(', '), text?.text]);
}

function textOf({ title, abstract, summary }: FoundPaper): string {
  return joined([title, abstract ?? summary]);
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join('. ')
    .slice(0, MAX_CHARACTERS);
}

function hashOf(identity: string, text: string): string {
  return createHash('sha256').update(`${identity}\0${text}`).digest('hex');
}

type Embed = (texts: readonly string[]) => ReturnType<Embedder['embed']>;

/** Vectors of texts by their hashes, in batches until one fails. */
async function embedAll(
  texts: ReadonlyMap<string, string>,
  dimensions: number,
  embed: Embed,
): Promise<{ fresh: Map<string, Float32Array>; failure?: KnownFailure }> {
  const fresh = new Map<string, Float32Array>();
  const entries = [...texts];
  for (let size = FIRST_BATCH; fresh.size < entries.length; size = Math.min(2 * size, MAX_BATCH)) {
    const batch = entries.slice(fresh.size, fresh.size + size);
    const vectors = await embed(batch.map(([, text]) => text));
    if (!Array.isArray(vectors)) return { fresh, failure: vectors };
    if (vectors[0]?.length !== dimensions) return { fresh, failure: { failure: 'unreadable' } };
    for (const [index, [hash]] of batch.entries()) fresh.set(hash, vectors[index] as Float32Array);
  }
  return { fresh };
}

/**
 * The cached vectors by their hashes, except those of another length, which come from another model with the same name.
 * Empty if the library is unreadable.
 */
function storedVectors(store: VectorStore, hashes: readonly string[], dimensions: number): Map<string, Float32Array> {
  try {
    return new Map([...store.find(hashes)].filter(([, { length }]) => length === dimensions));
  } catch (error) {
    rethrowBug(error);
    return new Map();
  }
}

function cacheVectors(store: VectorStore, fresh: ReadonlyMap<string, Float32Array>): void {
  try {
    if (fresh.size > 0) store.keep(fresh);
  } catch (error) {
    rethrowBug(error);
    // If the library is locked or full, the next search requests these vectors again.
  }
}

/** The vectors of the first papers, up to the first missing one. */
function firstVectors(vectors: readonly (Float32Array | undefined)[]): Float32Array[] {
  const end = vectors.indexOf(undefined);
  return (end < 0 ? [...vectors] : vectors.slice(0, end)) as Float32Array[];
}
