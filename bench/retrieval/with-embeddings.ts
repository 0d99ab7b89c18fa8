import type { RequestBody } from '../../src/contract/requests.ts';
import { LIBRARY_MIGRATIONS } from '../../src/library/library-schema.ts';
import { openVectors, type VectorStore } from '../../src/library/vectors.ts';
import { normalisePaper } from '../../src/papers/paper.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { createEmbedder } from '../../src/search/embeddings/endpoint.ts';
import { createFolderEmbedder } from '../../src/search/embeddings/local/model-folder.ts';
import { rescore } from '../../src/search/federated/rescore.ts';
import { queryOf } from '../../test/helpers/query.ts';
import type { PoolPaper } from './collection.ts';

/** A paper of the pool with the score of the first stage. */
type ScoredPaper = { paper: PoolPaper; score: number };
export type Rescorer = {
  /** Ids in the order after the second stage. Throws if the endpoint did not give all vectors. */
  rescore(found: readonly ScoredPaper[], body: RequestBody): Promise<string[]>;
  close(): void;
};

/** Long enough for any endpoint: the benchmark only measures the order. */
const TIMEOUT_MS = 600_000;
const SIGNAL = new AbortController().signal;

/** The semantic second stage over an endpoint or a folder; its vectors are kept in a file from one run to the next. */
export function openRescorer(place: string, model: string, file: string): Rescorer {
  const embedder = /^https?:/.test(place)
    ? createEmbedder({ url: place, model, fetch })
    : createFolderEmbedder({ folder: place });
  const database = openDatabase(file, LIBRARY_MIGRATIONS);
  const { find, keep } = openVectors(database);
  const vectors: VectorStore = { find, keep: (fresh) => database.transaction(() => keep(fresh)) };
  const patient = {
    ...embedder,
    embed: (texts: readonly string[]) => embedder.embed(texts, { timeoutMs: TIMEOUT_MS, signal: SIGNAL }),
  };
  return {
    async rescore(found, body) {
      const papers = found.map(({ paper: { id, title, abstract }, score }) => ({
        ...normalisePaper({ key: id, title, abstract }),
        search: { score },
      }));
      const { papers: ordered, notes } = await rescore(papers, queryOf(body), { embedder: patient, vectors }, SIGNAL);
      if (!notes.every(({ kind }) => kind === 'ranked-by-meaning')) throw new Error(JSON.stringify(notes));
      return ordered.map(({ key }) => key);
    },
    close: () => database.close(),
  };
}
