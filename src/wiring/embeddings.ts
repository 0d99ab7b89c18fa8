import type { Config } from '../config.ts';
import type { KnownFailure } from '../contract/notes/source-outcomes.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { createEmbedder } from '../embeddings/endpoint.ts';

const CHECK_MS = 10_000;

/** The endpoint for embeddings, where one is configured. */
export function connectEmbedder({ embeddings, embeddingsKey }: Config): Embedder | undefined {
  return embeddings && createEmbedder({ ...embeddings, key: embeddingsKey, fetch });
}

/** Why the configured endpoint returns no vector for a word; undefined if it does, or if none is configured. */
export async function embeddingsProblem(config: Config, signal: AbortSignal): Promise<KnownFailure | undefined> {
  const vectors = await connectEmbedder(config)?.embed(['paperqueue'], { timeoutMs: CHECK_MS, signal });
  return vectors === undefined || Array.isArray(vectors) ? undefined : vectors;
}
