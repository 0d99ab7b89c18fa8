import type { Database } from '../platform/sqlite/database.ts';

/** Vectors of texts, by a hash of text and model. This is a cache: they can always be requested again. */
export type VectorStore = {
  find(hashes: readonly string[]): Map<string, Float32Array>;
  /** Stores vectors, replacing those with the same hash. Deletes the oldest beyond the limit. */
  keep(vectors: ReadonlyMap<string, Float32Array>): void;
};

/** Limit for all vectors: 170,000 of 384 numbers each, or 43,000 of 1,536. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The vectors in the library. `keep` expects a transaction around it. */
export function openVectors(database: Database, maxBytes: number = MAX_BYTES): VectorStore {
  return {
    find: (hashes) => new Map(hashes.flatMap((hash) => selectVector(database, hash))),
    keep(vectors) {
      for (const [hash, { buffer, byteOffset, byteLength }] of vectors)
        database.run(
          'INSERT OR REPLACE INTO vectors (hash, vector) VALUES (?, ?)',
          hash,
          new Uint8Array(buffer, byteOffset, byteLength),
        );
      const [vector] = vectors.values();
      if (!vector) return;
      // By id, without reading any vector.
      const max = Math.max(1, Math.floor(maxBytes / vector.byteLength));
      database.run('DELETE FROM vectors WHERE id <= (SELECT max(id) FROM vectors) - ?', max);
    },
  };
}

function selectVector(database: Database, hash: string): [string, Float32Array][] {
  const row = database.get<{ vector: Uint8Array }>('SELECT vector FROM vectors WHERE hash = ?', hash);
  // Copied: the bytes of a row may be misaligned for a Float32Array.
  return row ? [[hash, new Float32Array(Uint8Array.from(row.vector).buffer)]] : [];
}
