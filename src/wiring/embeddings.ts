import type { Config } from '../config.ts';
import type { KnownFailure } from '../contract/notes/source-outcomes.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { createEmbedder } from '../embeddings/endpoint.ts';
import { createFolderEmbedder } from '../embeddings/local/model-folder.ts';

const CHECK_MS = 10_000;

/** The endpoint or the folder for embeddings, where one is configured. */
export function connectEmbedder({ embeddings, embeddingsKey }: Config): Embedder | undefined {
  if (!embeddings) return undefined;
  if ('folder' in embeddings) return createFolderEmbedder(embeddings);
  return createEmbedder({ ...embeddings, key: embeddingsKey, fetch });
}

/** Names what ranks by meaning: searches of another name are other searches. */
export async function embeddingsEdition({ embeddings }: Config): Promise<string[]> {
  if (!embeddings) return [];
  if ('folder' in embeddings) {
    const { identityOfFolder } = await import('../embeddings/local/load-model.ts');
    return [`embeddings ${(await identityOfFolder(embeddings.folder)) ?? 'unusable'}`];
  }
  return [`embeddings ${embeddings.url} ${embeddings.model}`];
}

/** Why the configured model returns no vector for a word; undefined if it does, or if none is configured. */
export async function embeddingsProblem(config: Config, signal: AbortSignal): Promise<KnownFailure | undefined> {
  const vectors = await connectEmbedder(config)?.embed(['paperqueue'], { timeoutMs: CHECK_MS, signal });
  return vectors === undefined || Array.isArray(vectors) ? undefined : vectors;
}
