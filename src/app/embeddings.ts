import type { Config } from '../platform/config.ts';
import type { Embedder } from '../search/embeddings/embedder.ts';
import { createEmbedder } from '../search/embeddings/endpoint.ts';
import { createFolderEmbedder } from '../search/embeddings/local/model-folder.ts';
import type { KnownFailure } from '../wording/notes/source-outcomes.ts';

declare module '../jobs/features.ts' {
  interface OperatorFeatures {
    /**
     * Requests one vector from the embedding endpoint and returns why that failed; undefined if it succeeded, or if
     * none is configured.
     */
    embeddingsProblem(signal: AbortSignal): Promise<KnownFailure | undefined>;
  }
}

const CHECK_MS = 10_000;

/** The embedding endpoint or model folder, if one is configured. */
export function connectEmbedder({ embeddings, embeddingsKey }: Config): Embedder | undefined {
  if (!embeddings) return undefined;
  if ('folder' in embeddings) return createFolderEmbedder(embeddings);
  return createEmbedder({ ...embeddings, key: embeddingsKey, fetch });
}

/** Identifies the model that ranks by meaning: searches with another model are other searches. */
export async function embeddingsEdition({ embeddings }: Config): Promise<string[]> {
  if (!embeddings) return [];
  if ('folder' in embeddings) {
    const { identityOfFolder } = await import('../search/embeddings/local/load-model.ts');
    return [`embeddings ${(await identityOfFolder(embeddings.folder)) ?? 'unusable'}`];
  }
  return [`embeddings ${embeddings.url} ${embeddings.model}`];
}

/** Why the configured model returns no vector for a word; undefined if it does, or if none is configured. */
export async function embeddingsProblem(config: Config, signal: AbortSignal): Promise<KnownFailure | undefined> {
  const vectors = await connectEmbedder(config)?.embed(['paperqueue'], { timeoutMs: CHECK_MS, signal });
  return vectors === undefined || Array.isArray(vectors) ? undefined : vectors;
}
