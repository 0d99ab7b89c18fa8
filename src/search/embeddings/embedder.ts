import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';

type EmbedLimits = {
  /** Time limit of the whole request. */
  timeoutMs: number;
  /** Aborts the request. */
  signal: AbortSignal;
};

/** Turns texts into vectors. Texts of similar meaning have similar directions. */
export type Embedder = {
  /** Host of the endpoint, for messages. Undefined for a model in a local folder. */
  host?: string | undefined;
  /** Name of the model for messages. */
  model: string;
  /** Identifies the model: vectors of different identities cannot be compared. Never rejects. */
  identity(): Promise<string | KnownFailure>;
  /** One vector per text, in their order, all of the same length. Never rejects. */
  embed(texts: readonly string[], limits: EmbedLimits): Promise<Float32Array[] | KnownFailure>;
};
