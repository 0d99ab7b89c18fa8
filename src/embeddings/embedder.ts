import type { KnownFailure } from '../contract/notes/source-outcomes.ts';

type EmbedLimits = {
  /** For the whole request. */
  timeoutMs: number;
  /** Ends the request. */
  signal: AbortSignal;
};

/** Turns texts into vectors. Texts of similar meaning have similar directions. */
export type Embedder = {
  /** Host of the endpoint, for messages. */
  host: string;
  /** Name of the model as the user configured it. */
  model: string;
  /** Endpoint and model. Vectors of different identities cannot be compared. */
  identity: string;
  /** One vector per text, in their order, all of one length. Never throws. */
  embed(texts: readonly string[], limits: EmbedLimits): Promise<Float32Array[] | KnownFailure>;
};
