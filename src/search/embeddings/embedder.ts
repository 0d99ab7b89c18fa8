import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';

type EmbedLimits = {
  /** For the whole request. */
  timeoutMs: number;
  /** Ends the request. */
  signal: AbortSignal;
};

/** Turns texts into vectors. Texts of similar meaning have similar directions. */
export type Embedder = {
  /** Host of the endpoint, for messages. Undefined for a model in a folder of this machine. */
  host?: string | undefined;
  /** Name of the model for messages. */
  model: string;
  /** What made the vectors: those of different identities cannot be compared. Never rejects. */
  identity(): Promise<string | KnownFailure>;
  /** One vector per text, in their order, all of one length. Never rejects. */
  embed(texts: readonly string[], limits: EmbedLimits): Promise<Float32Array[] | KnownFailure>;
};
